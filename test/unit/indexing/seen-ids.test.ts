import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SeenIds } from '../../../src/indexing/seen-ids.ts';

function isAsSet(ids: readonly number[]): void {
  const set = new SeenIds();
  const twin = new Set<number>();
  for (const id of ids) {
    expect([id, set.add(id)]).toEqual([id, !twin.has(id)]);
    twin.add(id);
  }
  expect(set.size).toBe(twin.size);
}

describe('a set of ids', () => {
  test('knows its members, far apart and close together', () => {
    const id = fc.oneof(fc.nat(200), fc.integer({ min: 65_500, max: 65_600 }), fc.nat(2 ** 31 - 1));
    fc.assert(fc.property(fc.array(id, { maxLength: 500 }), isAsSet));
  });

  test('knows them in every order, below, at and above the capacity of a container', () => {
    for (const count of [127, 128, 129, 4095, 4096, 4097, 9000]) {
      const ids = Array.from({ length: count }, (_, n) => 65_530 + 7 * n);
      for (const order of [ids, ids.toReversed(), ids.map((_, n) => ids[(n * 4099) % count]!)]) {
        const set = new SeenIds();
        expect(order.filter((id) => set.add(id))).toHaveLength(count);
        expect(order.filter((id) => set.add(id))).toEqual([]);
        expect([set.size, set.add(65_531), set.add(65_531)]).toEqual([count, true, false]);
      }
    }
  });

  test('takes ids at the borders of a container and of the range', () => {
    isAsSet([65_535, 65_536, 65_537, 65_535, 0, 2 ** 31 - 1, 2 ** 31 - 1, 65_536, 0]);
  });
});

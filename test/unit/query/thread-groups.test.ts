/** The nearest mail at or above each item. Chains and cycles of parents of any length cost one walk over each item. */
import { expect, test } from '@jest/globals';
import { nearestValues } from '../../../src/query/families/thread-groups.ts';
import { kindOf } from '../../../src/schema/item-kinds.ts';
import { atOnce } from '../../../src/shared/slices.ts';
import type { NaiveItem } from '../../support/naive/naive-case.ts';
import { naiveNearest } from '../../support/naive/naive-families.ts';
import { seeded } from '../../support/seeded.ts';

const CONTAINER: NaiveItem['properties'] = [['category', ['Mailboxes']]];

/** Ids are documents. `values` are negative for items without one. */
function nearest(items: readonly NaiveItem[], values: readonly number[], docs: readonly number[]): readonly number[] {
  const parents = Uint32Array.from(items, ({ parentId }) => (parentId === null ? 0 : parentId + 1));
  const tree = { parents, kinds: Uint8Array.from(items, kindOf) };
  return [...atOnce(nearestValues(tree, (doc) => values[doc]!, Int32Array.from(docs)))];
}

test('equals a naive walk, if chains lead into cycles and to containers', () => {
  const random = seeded(Number(process.env.SEED ?? 5));
  let found = 0;
  for (let run = 0; run < 500; run++) {
    const count = 1 + Math.floor(random() * 12);
    const items = Array.from({ length: count }, (_, id): NaiveItem => {
      const parentId = random() < 0.8 ? Math.floor(random() * count) : null;
      return { id, parentId, properties: random() < 0.2 ? CONTAINER : [], text: null };
    });
    const values = items.map(() => (random() < 0.3 ? Math.floor(random() * 3) : -1));
    const docs = Array.from({ length: 20 }, () => Math.floor(random() * count));
    const expected = docs.map((id) => {
      return naiveNearest(items, id, (item) => (values[item.id]! < 0 ? undefined : values[item.id]!)) ?? -1;
    });
    expect([items, values, nearest(items, values, docs)]).toEqual([items, values, expected]);
    // However they are divided.
    expect(docs.flatMap((doc) => nearest(items, values, [doc]))).toEqual(expected);
    found += expected.filter((value) => value >= 0).length;
  }
  expect(found).toBeGreaterThan(1000);
});

test.each([
  ['a chain', (id: number) => (id === 0 ? null : id - 1)],
  ['a circle', (id: number) => (id + 1) % 3000],
])('%s is walked once', (_name, parentOf) => {
  const items = Array.from({ length: 3000 }, (_, id): NaiveItem => {
    return { id, parentId: parentOf(id), properties: [], text: null };
  });
  let asked = 0;
  const tree = {
    parents: Uint32Array.from(items, ({ parentId }) => (parentId === null ? 0 : parentId + 1)),
    kinds: Uint8Array.from(items, kindOf),
  };
  const ownValueOf = (doc: number): number => {
    asked++;
    return doc === 0 ? 7 : -1;
  };
  const docs = Int32Array.from(items, ({ id }) => id).reverse();
  expect(new Set(atOnce(nearestValues(tree, ownValueOf, docs)))).toEqual(new Set([7]));
  expect(asked).toBeLessThan(2 * items.length);
});

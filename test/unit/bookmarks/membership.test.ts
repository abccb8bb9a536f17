/** Members of several sets at once, compared with a lookup of each item in each set. */
import { expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import { MemberSet } from '../../../src/bookmarks/member-set.ts';
import { Membership } from '../../../src/bookmarks/reviews/membership.ts';
import { Steps } from '../../../src/bookmarks/steps.ts';
import { atOnce } from '../../../src/shared/slices.ts';

const SOURCES = ['a', 'b'];

test('equals the membership in each set', () => {
  const random = new Random(Number(process.env['SEED'] ?? 3));
  const idsOf = (count: number, most: number): Uint32Array => {
    return Uint32Array.from(new Set(Array.from({ length: random.below(count) }, () => random.below(most)))).sort();
  };
  let wholes = 0;
  for (let round = 0; round < 200; round++) {
    const most = random.pick([4, 300, 200_000]);
    const sets = Array.from({ length: random.below(4) }, () => {
      const set = new MemberSet();
      for (const source of SOURCES) {
        set.change(atOnce(set.difference('add', { source, ids: idsOf(300, most) })), new Steps());
      }
      return set;
    });
    const parts = SOURCES.slice(0, 1 + random.below(2)).map((source) => ({ source, ids: idsOf(60, most) }));
    const membership = new Membership(parts, sets);
    const isIn = (source: string, id: number): boolean => sets.some((set) => set.has(source, id));
    const items = parts.flatMap(({ source, ids }) => [...ids].map((id) => ({ source, id })));
    for (const { source, id } of items) {
      expect([source, id, membership.has(source, id)]).toEqual([source, id, isIn(source, id)]);
    }
    const isWhole = items.every(({ source, id }) => isIn(source, id));
    expect(membership.isWhole).toBe(isWhole);
    if (isWhole && items.length > 0) wholes++;
  }
  expect(wholes).toBeGreaterThan(0);
});

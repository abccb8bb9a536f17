/** Rows in order of ranks, however many there are. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundOfFirst, rowsByRanks } from '../../../src/query/columns/rank-order.ts';
import { runToCompletion } from '../../../src/query/execute.ts';

/** Ranks up to a number, from a seed, because arrays of thousands are too much for an arbitrary. */
function ranksOf(count: number, most: number, seed: number): Uint32Array {
  let state = seed | 1;
  return Uint32Array.from({ length: count }, () => {
    state = Math.imul(state, 1664525) + 1013904223;
    return Math.floor(((state >>> 0) / 2 ** 32) * (most + 1));
  });
}

const most = fc.constantFrom(0, 1, 5, 2047, 2048, 70_000, 2 ** 22, 2 ** 31);

test('sorts by each rank in turn, equal ones by row', () => {
  const input = fc.tuple(fc.constantFrom(0, 1, 7, 511, 512, 3000), fc.array(most, { maxLength: 3 }), fc.integer());
  fc.assert(
    fc.property(input, ([count, mosts, seed]) => {
      const keys = mosts.map((one, i) => ({ ranks: ranksOf(count, one, seed + i), most: one }));
      const rows = runToCompletion(rowsByRanks(count, keys));
      const slow = Array.from({ length: count }, (_, row) => row).sort((a, b) => {
        for (const { ranks } of keys) if (ranks[a] !== ranks[b]) return ranks[a]! - ranks[b]!;
        return a - b;
      });
      expect([...rows]).toEqual(slow);
    }),
    { numRuns: 40 },
  );
});

test('bounds the first ones from above, and leaves few more below the bound', () => {
  fc.assert(
    fc.property(most, fc.integer({ min: 1, max: 2000 }), fc.integer(), (one, wanted, seed) => {
      const ranks = ranksOf(2000, one, seed);
      const bound = boundOfFirst({ ranks, most: one }, ranks.length, wanted);
      const within = ranks.filter((rank) => rank <= bound).length;
      expect(within).toBeGreaterThanOrEqual(wanted);
      const exact = Uint32Array.from(ranks).sort()[wanted - 1]!;
      expect(bound - exact).toBeLessThanOrEqual(one >>> 15);
    }),
  );
});

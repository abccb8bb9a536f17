/** Documents in order of ranks, however many there are. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundOfFirst, type RankingKey, sortedByKeys } from '../../../src/query/columns/rank-order.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { enterMemory, memoryLimits, QueryMemory } from '../../../src/shared/query-memory.ts';
import { numbersBelow } from '../../support/seeded.ts';

/** Ranks up to a number, from a seed, because arrays of thousands are too much for an arbitrary. */
function ranksOf(count: number, most: number, seed: number): Uint32Array {
  const below = numbersBelow(seed | 1);
  return Uint32Array.from({ length: count }, () => below(most + 1));
}

const most = fc.constantFrom(0, 1, 5, 4095, 4096, 70_000, 2 ** 22, 2 ** 24, 2 ** 31);

/** A key with the ranks of documents. */
function keyOf(ranks: Uint32Array, missing: number): RankingKey {
  return {
    missing,
    rank(docs, from, to, out) {
      for (let i = from; i < to; i++) out[i] = ranks[docs[i]!]!;
    },
  };
}

test('sorts by each key in turn, equal documents in order of arrival', () => {
  const input = fc.tuple(fc.constantFrom(0, 1, 7, 511, 512, 3000), fc.array(most, { maxLength: 3 }), fc.integer());
  fc.assert(
    fc.property(input, ([count, mosts, seed]) => {
      const ranks = mosts.map((one, i) => ranksOf(3 * count, one, seed + i));
      const docs = Uint32Array.from({ length: count }, (_, n) => 3 * n + 1);
      const slow = [...docs].sort((a, b) => {
        for (const own of ranks) if (own[a] !== own[b]) return own[a]! - own[b]!;
        return a - b;
      });
      const keys = ranks.map((own, i) => keyOf(own, mosts[i]!));
      expect([...runToCompletion(sortedByKeys(docs, keys))]).toEqual(slow);
    }),
    { numRuns: 40 },
  );
});

test('more keys take no more memory, and all of it is returned', () => {
  const count = 100_000;
  const ranks = ranksOf(count, 2 ** 22, 7);
  const memory = new QueryMemory(memoryLimits(1));
  const before = enterMemory(memory);
  try {
    const docs = Uint32Array.from({ length: count }, (_, doc) => doc);
    const keys = Array.from({ length: 8 }, () => keyOf(ranks, 2 ** 22));
    expect(runToCompletion(sortedByKeys(docs, keys)).length).toBe(count);
    expect(memory.held).toBe(0);
  } finally {
    enterMemory(before);
  }
});

test('bounds the first ones from above, and leaves few others below the bound', () => {
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

/**
 * Counts of the documents of a block, compared with a count of each document, over small sets and bitmaps, each once or several
 * times.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_SIZE, BLOCK_WORDS } from '../../../src/engine/postings/doc-block.ts';
import { BlockCounts } from '../../../src/query/operators/block-counts.ts';
import { BlockSet } from '../../../src/query/operators/block-set.ts';

const SEED = Number(process.env['SEED'] ?? 1);

/** Low parts of documents: some, many consecutive ones, or none. */
const lows = fc.oneof(
  fc.uniqueArray(fc.nat(40), { maxLength: 20 }),
  fc
    .tuple(fc.nat(60), fc.integer({ min: 500, max: 900 }))
    .map(([from, count]) => Array.from({ length: count }, (_, i) => from + i)),
  fc.uniqueArray(fc.constantFrom(0, 31, 32, 33, BLOCK_SIZE - 1)),
);
const added = fc.record({ lows, isDense: fc.boolean(), times: fc.constantFrom(1, 1, 1, 2, 3, 6, 20) });

function setOf(given: readonly number[], isDense: boolean): BlockSet {
  const set = new BlockSet();
  const sorted = [...given].sort((a, b) => a - b);
  if (!isDense) {
    set.docs.set(sorted);
    set.length = sorted.length;
    return set;
  }
  const words = set.beginDense();
  for (const low of sorted) words[low >>> 5]! |= 1 << (low & 31);
  return set;
}

test('documents are counted, and those in enough sets are found', () => {
  fc.assert(
    fc.property(
      fc.array(added, { maxLength: 40, size: 'max' }),
      fc.integer({ min: 1, max: 90 }),
      fc.boolean(),
      (all, minimum, isSettled) => {
        const expected = new Uint32Array(BLOCK_SIZE);
        const counts = BlockCounts.take();
        for (const one of all) {
          for (const low of one.lows) expected[low]! += one.times;
          counts.add(setOf(one.lows, one.isDense), one.times);
        }
        for (const least of [minimum, 1, 2, 8]) {
          const met = new Uint32Array(BLOCK_WORDS);
          counts.atLeast(least, met);
          const found = [...expected.keys()].filter((low) => ((met[low >>> 5]! >>> (low & 31)) & 1) === 1);
          expect(found).toEqual([...expected.keys()].filter((low) => expected[low]! >= least));
        }
        // The next run gets the same counts, which depend on correct clearing.
        if (isSettled) expect(counts.settled()).toEqual(expected);
        counts.release();
      },
    ),
    { seed: SEED, numRuns: 60 },
  );
});

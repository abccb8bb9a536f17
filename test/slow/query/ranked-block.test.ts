import { describe, expect, test } from '@jest/globals';
import { PACK } from '../../../src/codec/frequencies.ts';
import { SPARSE_MAX } from '../../../src/query/operators/block-set.ts';
import { RankedBlock } from '../../../src/query/ranking/ranked-block.ts';
import { withIndex } from '../../unit/engine/synthetic-index.ts';
import { BLOCK, DOCUMENTS, docsOfWords, listOf, WORDS } from '../../unit/query/word-index.ts';

/** Candidates: none, some that are there and some that are not, few and many, in batches of the size of a pack. */
function batchesOf(own: readonly number[]): number[][] {
  const every = Array.from({ length: BLOCK }, (_, low) => low);
  const sets = [
    own,
    own.filter((_, i) => i % 50 === 0),
    own.slice(-3).flatMap((low) => [low - 1, low, low + 1]),
    every.filter((low) => low % 331 === 0),
    every.slice(0, 300),
    every.slice(-200),
  ];
  const inRange = sets.map((set) => [...new Set(set)].filter((low) => low >= 0 && low < BLOCK).sort((a, b) => a - b));
  return inRange.flatMap((set) =>
    Array.from({ length: Math.ceil(set.length / PACK) }, (_, i) => set.slice(i * PACK, (i + 1) * PACK)),
  );
}

describe('the documents of a block by rank', () => {
  test('have the ranks that counting gives, in any order of batches, and packs of 128', async () => {
    await withIndex(docsOfWords(), { documentCount: DOCUMENTS }, async (index) => {
      const ranked = RankedBlock.take();
      const out = new Int32Array(PACK);
      const lows = new Uint16Array(SPARSE_MAX);
      for (const [word, docs] of Object.entries(WORDS)) {
        const list = listOf(index, word);
        for (const [n, block] of list.blocks.entries()) {
          const own = docs.filter((doc) => doc >>> 16 === block).map((doc) => doc & 0xffff);
          const rankOf = new Map(own.map((low, rank) => [low, rank]));
          ranked.open(list, n);
          const batches = batchesOf(own);
          for (const batch of [...batches, ...batches.reverse(), []]) {
            ranked.ranks(Uint16Array.from(batch), batch.length, out);
            expect([word, ...out.subarray(0, batch.length)]).toEqual([
              word,
              ...batch.map((low) => rankOf.get(low) ?? -1),
            ]);
            lows.set(batch);
            const kept = ranked.retain(lows, batch.length);
            expect([...lows.subarray(0, kept)]).toEqual(batch.filter((low) => rankOf.has(low)));
          }
          for (let pack = Math.ceil(own.length / PACK) - 1; pack >= 0; pack--) {
            const count = ranked.pack(pack, lows);
            expect([...lows.subarray(0, count)]).toEqual(own.slice(pack * PACK, (pack + 1) * PACK));
          }
          if (ranked.isArray) expect([...lows.subarray(0, ranked.copy(lows))]).toEqual(own);
        }
      }
      ranked.release();
    });
  }, 60_000);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_WORDS } from '../../../src/codec/doc-block.ts';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { idsOfBitmap } from '../../../src/query/item-batches.ts';
import { ways } from '../../../src/shared/thresholds.ts';

const DOCUMENTS = 300;
/** Ascending, with gaps. */
const ids = Uint32Array.from({ length: DOCUMENTS }, (_, doc) => 3 * doc + 1);
const index = { ids, idOrder: null } as unknown as IndexReader;

async function idsOf(docs: readonly number[], part: { after: number; skip: number; limit: number }): Promise<number[]> {
  const words = new Uint32Array(BLOCK_WORDS);
  for (const doc of docs) words[doc >>> 5]! |= 1 << (doc & 31);
  const found: number[] = [];
  for await (const batch of idsOfBitmap(index, words, false, { ...part, signal: undefined }).items)
    found.push(...batch.ids);
  return found;
}

test('a page has the ids after an id and behind those that are left out, listed by itself or of a block', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(DOCUMENTS - 1), { maxLength: DOCUMENTS, size: 'max' }),
      fc.integer({ min: -1, max: 3 * DOCUMENTS }),
      fc.nat(80),
      fc.nat(80),
      async (docs, after, skip, limit) => {
        const all = [...docs].sort((a, b) => a - b).map((doc) => ids[doc]!);
        const behind = all.filter((id) => id > after).slice(skip);
        expect(await idsOf(docs, { after, skip, limit })).toEqual(behind.slice(0, limit));
        expect(await idsOf(docs, { after, skip, limit: ways.idsOfPage + 1 })).toEqual(behind);
      },
    ),
    { numRuns: 100 },
  ));

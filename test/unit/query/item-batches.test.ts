import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { BLOCK_WORDS } from '../../../src/engine/postings/doc-block.ts';
import { idsOfBitmap, idsOfDocs, type WholeItems } from '../../../src/query/item-batches.ts';
import { tuning } from '../../../src/shared/thresholds.ts';

const DOCUMENTS = 300;
/** Ascending, with gaps. */
const ids = Uint32Array.from({ length: DOCUMENTS }, (_, doc) => 3 * doc + 1);
const index = { ids, idOrder: null } as unknown as IndexReader;

/** The same ids, or ids that are far apart, in an order unrelated to that of the documents. */
function unordered(far: number, documents = DOCUMENTS): IndexReader {
  const ranks = Uint32Array.from({ length: documents }, (_, doc) => (doc * 77 + 13) % documents);
  const ofRank = ranks.map((_, rank) => (3 * rank + 1) * far);
  const docs = new Uint32Array(documents);
  ranks.forEach((rank, doc) => {
    docs[rank] = doc;
  });
  return { ids: ranks.map((rank) => ofRank[rank]!), idOrder: { docs, ranks, ids: ofRank } } as unknown as IndexReader;
}

/** Without gaps, from an id on. */
const plain = (first: number) =>
  ({ ids: Uint32Array.from({ length: DOCUMENTS }, (_, doc) => first + doc), idOrder: null }) as unknown as IndexReader;

const INDEXES: readonly IndexReader[] = [index, plain(0), plain(7), unordered(1), unordered(50)];

async function idsOf(
  index: IndexReader,
  docs: readonly number[],
  part: { after: number; skip: number; limit: number },
): Promise<number[]> {
  const words = new Uint32Array(BLOCK_WORDS);
  for (const doc of docs) words[doc >>> 5]! |= 1 << (doc & 31);
  const found: number[] = [];
  for await (const batch of idsOfBitmap(index, words, false, { ...part, signal: undefined }).items)
    found.push(...batch.ids);
  return found;
}

test('a page has the ids after an id and after the skipped ones, listed by itself or from a block', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(DOCUMENTS - 1), { maxLength: DOCUMENTS, size: 'max' }),
      fc.integer({ min: -1, max: 3 * DOCUMENTS }),
      fc.nat(80),
      fc.nat(80),
      fc.constantFrom(...INDEXES),
      async (docs, after, skip, limit, index) => {
        const all = docs.map((doc) => index.ids[doc]!).sort((a, b) => a - b);
        const behind = all.filter((id) => id > after).slice(skip);
        expect(await idsOf(index, docs, { after, skip, limit })).toEqual(behind.slice(0, limit));
        expect(await idsOf(index, docs, { after, skip, limit: tuning.idsOfPage + 1 })).toEqual(behind);
      },
    ),
    { numRuns: 200 },
  ));

test('all documents have all ids, in order', async () => {
  const all = [...Array(DOCUMENTS).keys()];
  for (const index of INDEXES) {
    const inOrder = [...index.ids].sort((a, b) => a - b);
    for (const limit of [DOCUMENTS, tuning.idsOfPage + 1]) {
      expect(await idsOf(index, all, { after: -1, skip: 0, limit })).toEqual(inOrder);
    }
  }
});

test('few of many documents get their ids in order, and some more, too', () => {
  const index = unordered(5, 2 ** 17);
  for (const count of [100, 200, 2 ** 8, 2 ** 8 + 1, 5000]) {
    const docs = Uint32Array.from({ length: count }, (_, n) => n * 26);
    const all = [...docs].map((doc) => index.ids[doc]!).sort((a, b) => a - b);
    const found = idsOfDocs(index, docs, { after: -1, skip: 0, limit: count, signal: undefined }) as WholeItems;
    expect([...found.whole.ids]).toEqual(all);
  }
});

test('documents of a list get their ids in order, few and many', () => {
  for (const index of INDEXES) {
    for (const count of [0, 1, 20, DOCUMENTS - 1]) {
      const docs = Uint32Array.from({ length: count }, (_, n) => n);
      const all = [...docs].map((doc) => index.ids[doc]!).sort((a, b) => a - b);
      const part = { after: all[3] ?? -1, skip: 2, limit: 100, signal: undefined };
      const found = idsOfDocs(index, docs, part) as WholeItems;
      expect([...found.whole.ids]).toEqual(all.filter((id) => id > part.after).slice(2, 102));
    }
  }
});

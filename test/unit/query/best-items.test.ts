/** The best of the offered items, compared with sorting all of them. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NONE_STRUCK, StruckDocuments } from '../../../src/engine/postings/struck-documents.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { BestItems, BestItemsAfter } from '../../../src/query/ranking/best-items.ts';

const struckDocs = fc.constantFrom(
  NONE_STRUCK,
  new StruckDocuments(
    [
      [1, 3],
      [40, 41],
      [64, 200],
    ],
    2048,
  ),
);

/** Few scores, so that many are equal. */
const offered = fc.array(fc.constantFrom(0, 0.5, 1, 1.5, 2, Number.POSITIVE_INFINITY), {
  maxLength: 400,
  size: 'max',
});
const limits = fc.constantFrom(0, 1, 2, 7, 64, 65, 200, 1000);

/** Documents in the order of ids, with gaps, or in another order. The documents of one range are struck. */
function indexOf(count: number, isInOrder: boolean, struck: StruckDocuments) {
  const ids = Uint32Array.from({ length: count }, (_, doc) => (isInOrder ? 3 * doc + 1 : (doc * 211) % 499));
  const docs = new Uint32Array(count);
  return { ids, idOrder: isInOrder ? null : { docs, ranks: docs, ids }, struck };
}

test('the best come first, equal ones by id', () => {
  fc.assert(
    fc.property(
      offered,
      limits,
      fc.boolean(),
      fc.boolean(),
      struckDocs,
      (scores, limit, isInOrder, isFromTheEnd, struck) => {
        const index = indexOf(scores.length, isInOrder, struck);
        const best = new BestItems(limit, index);
        const docs = scores.map((_, doc) => doc);
        for (const doc of isFromTheEnd ? docs.reverse() : docs) {
          if (scores[doc]! >= best.threshold) best.offer(doc, scores[doc]!);
        }
        expect(rankedOf(best)).toEqual(sorted(scores, index).slice(0, limit));
      },
    ),
  );
});

test('after an item: those that follow it', () => {
  fc.assert(
    fc.property(offered, limits, fc.boolean(), fc.nat(), struckDocs, (scores, limit, isInOrder, seed, struck) => {
      const index = indexOf(scores.length, isInOrder, struck);
      const all = sorted(scores, index);
      if (all.length === 0) return;
      const at = seed % all.length;
      const best = new BestItemsAfter(limit, index, all[at]!);
      for (const [doc, score] of scores.entries()) best.offer(doc, score);
      expect(rankedOf(best)).toEqual(all.slice(at + 1, at + 1 + limit));
    }),
  );
});

function rankedOf(best: BestItems) {
  const { ids, scores } = runToCompletion(best.sorted());
  return [...ids].map((id, i) => ({ id, score: scores[i] }));
}

function sorted(scores: readonly number[], { ids, struck }: ReturnType<typeof indexOf>) {
  const all = scores.flatMap((score, doc) => (struck.has(doc) ? [] : { id: ids[doc]!, score }));
  return all.sort((a, b) => (a.score === b.score ? a.id - b.id : a.score < b.score ? 1 : -1));
}

test('with a threshold: items with lower scores are left out', () => {
  fc.assert(
    fc.property(
      offered,
      limits,
      fc.boolean(),
      fc.constantFrom(0.5, 0.7, 1, 3),
      struckDocs,
      (scores, limit, isInOrder, threshold, struck) => {
        const index = indexOf(scores.length, isInOrder, struck);
        const best = new BestItems(limit, index, threshold);
        for (const [doc, score] of scores.entries()) best.offer(doc, score);
        const enough = sorted(scores, index).filter(({ score }) => score >= threshold);
        expect(rankedOf(best)).toEqual(enough.slice(0, limit));
      },
    ),
  );
});

test('sorting many items pauses often', () => {
  const count = 100_000;
  const best = new BestItems(count, indexOf(count, true, NONE_STRUCK));
  for (let doc = 0; doc < count; doc++) best.offer(doc, (doc * 7919) % 1009);
  const sorting = best.sorted();
  let pauses = 0;
  while (sorting.next().done !== true) pauses++;
  expect(pauses).toBe(Math.floor(count / 8192));
});

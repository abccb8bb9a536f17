/** Which items of a report are told, where the order of documents is not that of ids: readers of cases that have items by id never give such an order. */
import { expect, test } from '@jest/globals';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { toEnd } from '../../../src/query/execute.ts';
import { KeywordCounter } from '../../../src/query/keywords/keyword-counter.ts';
import { ways } from '../../../src/shared/thresholds.ts';

test('items that any query found come by id, whatever the order of their documents', () => {
  const documentCount = ways.columnDocs + 1000;
  const docOfRank = (rank: number): number => (rank * 77 + 13) % documentCount;
  const docs = Uint32Array.from({ length: documentCount }, (_, rank) => docOfRank(rank));
  const ids = new Uint32Array(documentCount);
  docs.forEach((doc, rank) => {
    ids[doc] = 3 * rank + 1;
  });
  const alone = {
    tops: Uint32Array.from({ length: documentCount }, (_, doc) => doc),
    sizes: new Uint32Array(documentCount).fill(1),
    met: new Uint32Array(documentCount),
    isContainer: new Uint8Array(documentCount),
  };
  const index = { documentCount, ids, idOrder: { docs } } as unknown as IndexReader;
  const counter = new KeywordCounter(index, 2, alone, null);
  const found = [Uint32Array.of(0, 5, 6, 70_000 % documentCount), Uint32Array.of(5, 9, documentCount - 1)];
  for (const [query, own] of found.entries()) {
    counter.add(query, own, own.length, 0);
    counter.end(query);
  }
  const { total, unique } = toEnd(counter.totals());
  expect([total, ...unique]).toEqual([6, 3, 2]);
  const expected = [...new Set(found.flatMap((own) => [...own]))].map((doc) => ids[doc]!).sort((a, b) => a - b);
  expect([...toEnd(counter.foundIds(index, total))]).toEqual(expected);
  const plain = { ids: Uint32Array.from({ length: documentCount }, (_, doc) => doc + 7), idOrder: null };
  expect([...toEnd(counter.foundIds(plain, total))]).toEqual(
    [7, 12, 13, 16, 70_007 % documentCount, documentCount + 6].sort((a, b) => a - b),
  );
});

/**
 * Counts of lists of documents, compared with the sets themselves: families of all shapes, documents that do not count, bitmaps
 * in between. Also the items of a report if documents are not in order of ids, an order that readers with access by id never
 * give.
 */
import { expect, test } from '@jest/globals';
import type { IndexReader } from '../../../src/engine/index-reader.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { familySizes } from '../../../src/query/keywords/family-sizes.ts';
import { KeywordCounter } from '../../../src/query/keywords/keyword-counter.ts';
import { kindOf, TREE_NODE } from '../../../src/schema/item-kinds.ts';
import { tuning } from '../../../src/shared/thresholds.ts';
import type { NaiveItem } from '../../support/naive/naive-case.ts';
import { naiveWithFamilies } from '../../support/naive/naive-keywords.ts';
import { seeded } from '../../support/seeded.ts';

const BLOCK = 64;
const KINDS: readonly NaiveItem['properties'][] = [[], [], [], [['category', ['Mailboxes']]], [['treeNode', ['true']]]];

/**
 * A tree over a few blocks of documents: shallow or deep, with cycles, tree nodes and containers anywhere. Ids are documents.
 */
function randomItems(random: () => number): NaiveItem[] {
  const count = 1 + Math.floor(random() * 4 * BLOCK);
  const related = random() * random();
  const kinds = 1 + Math.floor(random() * KINDS.length);
  return Array.from({ length: count }, (_, id) => ({
    id,
    parentId: random() < related ? Math.floor(random() * count) : null,
    properties: KINDS[Math.floor(random() * kinds)]!,
    text: null,
  }));
}

test('lists and bitmaps of documents count like sets of items', () => {
  const random = seeded(Number(process.env.SEED ?? 7));
  for (let run = 0; run < 150; run++) {
    const items = randomItems(random);
    const documentCount = items.length;
    const parents = Uint32Array.from(items, ({ parentId }) => (parentId === null ? 0 : parentId + 1));
    const kinds = Uint8Array.from(items, kindOf);
    const none = new Uint32Array(0);
    const families = runToCompletion(familySizes({ parents, kinds, childStarts: none, children: none, bytes: 0 }));
    const counted = items.map(() => random() < 0.7);
    const isWithin = run % 3 === 0;
    const within = new Uint32Array(4 * (BLOCK / 32));
    for (const { id } of items) if (counted[id]) within[id >>> 5]! |= 1 << (id & 31);
    const index = { documentCount, ids: Uint32Array.from(items, ({ id }) => id), idOrder: null };
    const queries = 1 + Math.floor(random() * 6);
    const counter = new KeywordCounter(index as unknown as IndexReader, queries, families, isWithin ? within : null);
    const found: number[][] = [];
    for (let query = 0; query < queries; query++) {
      const part = random() ** 2;
      // No search hits a tree node.
      const docs = items.filter((item) => (kindOf(item) & TREE_NODE) === 0 && random() < part).map(({ id }) => id);
      found.push(docs.filter((doc) => !isWithin || counted[doc]));
      for (let base = 0; base < documentCount; base += BLOCK) {
        const lows = docs.filter((doc) => doc >= base && doc < base + BLOCK).map((doc) => doc - base);
        if (random() < 0.5) counter.add(query, Uint16Array.from(lows), lows.length, base);
        else {
          const words = new Uint32Array(BLOCK / 32);
          for (const low of lows) words[low >>> 5]! |= 1 << (low & 31);
          counter.addBitmap(query, words, base);
        }
      }
      counter.end(query);
    }
    const { unique, total } = runToCompletion(counter.totals());
    const finders = items.map(({ id }) => found.filter((docs) => docs.includes(id)).length);
    expect({
      items: [...counter.items],
      itemsWithFamily: [...counter.itemsWithFamily],
      unique: [...unique],
      ids: [...runToCompletion(counter.foundIds(index, total))],
    }).toEqual({
      items: found.map(({ length }) => length),
      itemsWithFamily: found.map((docs) => naiveWithFamilies(items, docs).size),
      unique: found.map((docs) => docs.filter((doc) => finders[doc] === 1).length),
      ids: items.filter(({ id }) => finders[id]! > 0).map(({ id }) => id),
    });
  }
});

test('items that any query found are sorted by id, whatever the order of their documents', () => {
  const documentCount = tuning.columnDocs + 1000;
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
    kinds: new Uint8Array(documentCount),
    related: new Uint32Array(Math.ceil(documentCount / 32)),
  };
  const index = { documentCount, ids, idOrder: { docs } } as unknown as IndexReader;
  const counter = new KeywordCounter(index, 2, alone, null);
  const found = [Uint32Array.of(0, 5, 6, 70_000 % documentCount), Uint32Array.of(5, 9, documentCount - 1)];
  for (const [query, own] of found.entries()) {
    counter.add(query, own, own.length, 0);
    counter.end(query);
  }
  const { total, unique } = runToCompletion(counter.totals());
  expect([total, ...unique]).toEqual([6, 3, 2]);
  const expected = [...new Set(found.flatMap((own) => [...own]))].map((doc) => ids[doc]!).sort((a, b) => a - b);
  expect([...runToCompletion(counter.foundIds(index, total))]).toEqual(expected);
  const plain = { ids: Uint32Array.from({ length: documentCount }, (_, doc) => doc + 7), idOrder: null };
  expect([...runToCompletion(counter.foundIds(plain, total))]).toEqual(
    [7, 12, 13, 16, 70_007 % documentCount, documentCount + 6].sort((a, b) => a - b),
  );
});

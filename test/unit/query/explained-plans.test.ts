/**
 * The cost of an explanation. Dictionaries are read about as often as for a search, and no plan is run for each of its parts.
 */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { DictionaryBucket } from '../../../src/engine/dictionary/dictionary-bucket.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { explainQuery } from '../../../src/query/explain.ts';
import { DocBitmap } from '../../../src/query/operators/doc-bitmap.ts';
import { NO_SETS } from '../../../src/query/plan/outside-sets.ts';
import type { Explanation, PlanNode } from '../../../src/search/explanation.ts';
import { withDirectory, writeIndex } from '../engine/synthetic-index.ts';

const DOCUMENTS = 40;

/** Explains a query of forty documents. Returns `words` of dictionaries that were read, and `runs` of ranges and patterns. */
async function explained(asked: string): Promise<Explanation & { words: number; runs: number }> {
  const { unite: uniteWords } = DictionaryBucket.prototype;
  const { unite } = DocBitmap.prototype;
  let words = 0;
  let runs = 0;
  DictionaryBucket.prototype.unite = function (first, end, union) {
    words += end - first;
    uniteWords.call(this, first, end, union);
  };
  DocBitmap.prototype.unite = function (...given) {
    runs++;
    unite.apply(this, given);
  };
  try {
    return await withDirectory(async (directory) => {
      const docs = Array.from({ length: DOCUMENTS }, (_, doc) => ({ doc, text: `w${doc} heron x${doc % 3}` }));
      await writeIndex(directory, docs, { documentCount: DOCUMENTS });
      const index = await IndexReader.open(directory);
      try {
        const by = { defaultFields: ['content'], written: asked, sets: NO_SETS, areTextsAway: false };
        const explanation = runToCompletion(explainQuery(index, parseQuery(asked), by));
        return { ...explanation, words, runs };
      } finally {
        await index.close();
      }
    });
  } finally {
    DictionaryBucket.prototype.unite = uniteWords;
    DocBitmap.prototype.unite = unite;
  }
}

const depth = (node: PlanNode): number => 1 + Math.max(0, ...node.children.map(depth));
const range = (i: number) => `[w${i % 10} TO w${i}z]`;
const many = (count: number) => Array.from({ length: count }, (_, i) => range(i)).join(' OR ');

test('the words of the first fifty ranges are shown, the others are expanded together', async () => {
  const { words, expansions, count } = await explained(many(1000));
  expect(count).toBe(DOCUMENTS);
  expect(expansions).toHaveLength(1000);
  expect(expansions.filter(({ terms }) => terms.length > 0).length).toBeLessThanOrEqual(50);
  expect(expansions.find(({ source }) => source === '[w0 TO w0z]')).toMatchObject({ termCount: 1, terms: ['w0'] });
  // All words for each range that is shown, and once for the others.
  expect(words).toBeLessThanOrEqual(51 * (DOCUMENTS + 4));
});

test('a small plan is shown down to its leaves', async () => {
  const { plan } = await explained('heron AND (w1 OR (w2 AND (x* OR [w3 TO w5])))');
  expect(depth(plan)).toBe(5);
  expect(JSON.stringify(plan)).not.toContain('more)');
});

test('a plan of many nested parts is run a few times, not once for each', async () => {
  const nested = (depth: number): string =>
    depth === 0 ? `(${many(400)})` : `(w${depth} OR (heron AND ${nested(depth - 1)}))`;
  const { plan, count, runs } = await explained(nested(20));
  expect(count).toBe(DOCUMENTS);
  expect(JSON.stringify(plan)).toContain('more)');
  // Each level runs nearly all of the plan, and four times the plan may be run.
  expect(depth(plan)).toBeLessThanOrEqual(12);
  // The work of the search, and four times that for the display.
  expect(runs).toBeLessThanOrEqual(7 * 400);
});

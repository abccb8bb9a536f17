/** Many patterns and ranges with equal scores are counted together, with the scores of the naive ranking. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { NumberRange } from '../../../src/query/operators/number-range.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { ConstantScorer } from '../../../src/query/ranking/scoring.ts';
import { enterMemory, memoryLimits, QueryMemory } from '../../../src/shared/query-memory.ts';
import { NaiveCase } from '../../support/naive/naive-case.ts';
import { evaluate } from '../../support/naive/naive-evaluator.ts';
import { withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';
import { compareScores } from '../../unit/query/compare-scores.ts';

const DOCUMENTS = 240;

/** Opens an index of words and lengths. Document i has word `w` i, and i as its length. */
async function onIndex(ask: (index: IndexReader, naive: NaiveCase) => void): Promise<void> {
  await withDirectory(async (directory) => {
    const texts = Array.from({ length: DOCUMENTS }, (_, i) => `w${i} heron${i % 7}`);
    const docs = texts.map((text, doc) => ({ doc, text, fields: { length: [`${doc}`] } }));
    await writeIndex(directory, docs, { documentCount: DOCUMENTS });
    const index = await IndexReader.open(directory);
    const items = texts.map((text, id) => ({
      id,
      parentId: null,
      properties: [['length', [`${id}`]]] as const,
      text,
    }));
    try {
      ask(index, new NaiveCase(items));
    } finally {
      await index.close();
    }
  });
}

test.each([
  ['number ranges', (i: number) => `length:[${i * 3} TO 220]`],
  ['number ranges of several boosts', (i: number) => `length:[${i * 3} TO 220]^${1 + (i % 5)}`],
  ['word ranges and patterns', (i: number) => (i % 2 === 0 ? `[w${i * 3} TO w239]` : `w*${i}*`)],
  ['ranges and a word', (i: number) => (i === 0 ? 'heron3' : `length:[${i * 3} TO 220]`)],
])('%s have the same scores as each by itself', async (_, one) => {
  const asked = Array.from({ length: 60 }, (_, i) => one(i)).join(' OR ');
  const { add } = ConstantScorer.prototype;
  let single = 0;
  ConstantScorer.prototype.add = function (...given) {
    single++;
    add.apply(this, given);
  };
  try {
    await onIndex((index, naive) => {
      const query = parseQuery(asked);
      const ids = [...evaluate(query, naive)].sort((a, b) => a - b);
      expect(ids.length).toBeGreaterThan(150);
      compareScores(index, naive, query, ids);
    });
  } finally {
    ConstantScorer.prototype.add = add;
  }
  expect(single).toBe(0);
});

test('ranges that need more memory than a query may use are refused before one is read', async () => {
  const { load } = NumberRange.prototype;
  let read = 0;
  NumberRange.prototype.load = function (...given) {
    read++;
    load.apply(this, given);
  };
  const limits = memoryLimits(1);
  const memory = new QueryMemory(limits);
  const before = enterMemory(memory);
  try {
    await onIndex((index) => {
      const asked = (count: number) =>
        Array.from({ length: count }, (_, i) => `+length:[${i % 400} TO ${500 + i}]`).join(' ');
      const plan = (count: number) => runToCompletion(new Planner(index, ['content']).plan(parseQuery(asked(count))));
      const bytes = 4 * index.bitmapWords;
      plan(10);
      expect(memory.held).toBeGreaterThanOrEqual(10 * bytes);
      expect(() => plan(Math.ceil(limits.query / bytes))).toThrow(/needs more than 1 MiB .*documents of a range/);
    });
  } finally {
    enterMemory(before);
    memory.releaseTo(0);
    NumberRange.prototype.load = load;
  }
  expect(read).toBe(0);
});

test.each([
  ['with one required word', (i: number) => `(+heron3 w${3 + 7 * i})`],
  ['with one required pattern', (i: number) => `(+heron* w${3 + 7 * i})^${1 + (i % 3)}`],
  ['beside their own required word', (i: number) => (i === 0 ? 'heron3^2' : `(+heron3 w${3 + 7 * i})`)],
  ['of which some are equal', (i: number) => `(+heron3 w${3 + 7 * (i % 4)})`],
])('lists %s each count their own optional words', async (_, one) => {
  await onIndex((index, naive) => {
    for (const count of [4, 30]) {
      const query = parseQuery(Array.from({ length: count }, (_item, i) => one(i)).join(' OR '));
      compareScores(
        index,
        naive,
        query,
        [...evaluate(query, naive)].sort((a, b) => a - b),
      );
    }
  });
});

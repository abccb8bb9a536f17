/** Equal leaves of a query are evaluated once, whatever lists they are in, also for scores. Measured by counted work. */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { PhraseGatherer } from '../../../src/query/phrase/phrase-gatherer.ts';
import { NO_SETS } from '../../../src/query/plan/outside-sets.ts';
import { CountedScorer, ListScorer, TermScorer } from '../../../src/query/ranking/scoring.ts';
import { topDocs } from '../../../src/query/top-docs.ts';
import { withDirectory, writeIndex } from '../engine/synthetic-index.ts';

const DOCUMENTS = 90;

/** Returns how many documents are checked for a phrase, and how often scorers are called, while a query is ranked. */
async function workOf(asked: string): Promise<{ examined: number; scorers: number; lists: number }> {
  const work = { examined: 0, scorers: 0, lists: 0 };
  const { forEach } = PhraseGatherer.prototype;
  PhraseGatherer.prototype.forEach = function (docs, count, isCounted, visit) {
    work.examined += count;
    return forEach.call(this, docs, count, isCounted, visit);
  };
  const counted = [TermScorer, CountedScorer, ListScorer].map(({ prototype }) => {
    const { add } = prototype;
    prototype.add = function (this: never, ...given) {
      if ((this as object) instanceof ListScorer) work.lists++;
      else work.scorers++;
      add.apply(this, given);
    };
    return { prototype, add };
  });
  try {
    await withDirectory(async (directory) => {
      const texts = Array.from(
        { length: DOCUMENTS },
        (_, i) => `heron ${i % 3 === 0 ? 'river ' : ''}mouth w${i} heron`,
      );
      await writeIndex(
        directory,
        texts.map((text, doc) => ({ doc, text })),
        { documentCount: DOCUMENTS },
      );
      const index = await IndexReader.open(directory);
      try {
        const request = { limit: 100, isCounted: true, filters: [], sets: NO_SETS, notes: null, after: null };
        runToCompletion(topDocs(index, parseQuery(asked), ['content'], request));
      } finally {
        await index.close();
      }
    });
  } finally {
    PhraseGatherer.prototype.forEach = forEach;
    for (const { prototype, add } of counted) prototype.add = add;
  }
  return work;
}

const times = (count: number, one: (i: number) => string, by = ' OR ') =>
  Array.from({ length: count }, (_, i) => one(i)).join(by);

test('equal phrases of a list are scored once, also with other boosts', async () => {
  const one = await workOf('"heron mouth"~5 OR *out*');
  const many = await workOf(`${times(500, (i) => `"heron mouth"~5^${i + 1}`)} OR *out*`);
  expect(one.scorers).toBe(1);
  expect(many.scorers).toBe(1);
  expect(many.examined).toBe(one.examined);
});

test('equal words are scored once', async () => {
  const { scorers } = await workOf(`${times(500, () => 'heron')} OR *out*`);
  expect(scorers).toBe(1);
});

test('equal exact phrases are scored once', async () => {
  const { scorers } = await workOf(`${times(500, () => '"heron river mouth"')} OR *out*`);
  expect(scorers).toBe(1);
});

test('a phrase in many lists is searched in each document at most three times for matches and three times for scores', async () => {
  const few = await workOf(times(3, (i) => `(+"heron mouth"~5 -w${i})`));
  const many = await workOf(times(80, (i) => `(+"heron mouth"~5 -w${i})`));
  expect(few.examined).toBeGreaterThan(0);
  expect(many.examined).toBeLessThanOrEqual(6 * DOCUMENTS);
});

test('equal lists are scored once', async () => {
  const { lists } = await workOf(`${times(200, () => '(+heron -w1)')} OR *out*`);
  expect(lists).toBe(1);
});

test('lists of only prohibitions score nothing, so no document is examined for them', async () => {
  const { lists } = await workOf(`${times(200, (i) => `(NOT (w${i} AND NOT *e*))`)} OR heron`);
  expect(lists).toBe(0);
});

/** Queries whose parts would read the words of a source again and again are refused before they read any. */
import { rmSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { countDocs, runToCompletion } from '../../../src/query/execute.ts';
import { PhraseGatherer } from '../../../src/query/phrase/phrase-gatherer.ts';
import { NO_SETS } from '../../../src/query/plan/outside-sets.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { planned } from '../../../src/query/plan/planning.ts';
import { NearDocuments } from '../../../src/query/proximity/near-documents.ts';
import { topDocs } from '../../../src/query/top-docs.ts';
import { enterMemory, memoryLimits, QueryMemory, type WorkLimits } from '../../../src/shared/query-memory.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { writeIndex } from '../engine/synthetic-index.ts';

const DOCUMENTS = 300;
/** The work of one of these phrases is about 300 documents with two postings and two positions. */
const PHRASES = 40;
const several = (one: (i: number) => string, count = PHRASES): string =>
  Array.from({ length: count }, (_, i) => one(i)).join(' ');

let directory: string;
let index: IndexReader;
beforeAll(async () => {
  directory = temporaryDir();
  const text = (doc: number): string => `heron lake w${doc} reed heron`;
  const docs = Array.from({ length: DOCUMENTS }, (_, doc) => ({ doc, text: text(doc), fields: {} }));
  await writeIndex(directory, docs, { documentCount: DOCUMENTS });
  index = closedAtEnd(await IndexReader.open(directory));
});

/** Runs work under limits. Returns its error and how many documents phrases and NEAR have checked. */
function under(work: WorkLimits, run: () => void): { error: string | null; read: number } {
  const { forEach } = PhraseGatherer.prototype;
  let read = 0;
  PhraseGatherer.prototype.forEach = function (docs, count, ...rest) {
    read += count;
    return forEach.call(this, docs, count, ...rest);
  };
  const { forEach: forEachNear } = NearDocuments.prototype;
  NearDocuments.prototype.forEach = function* (docs, count, visit) {
    read += count;
    yield* forEachNear.call(this, docs, count, visit);
  };
  const memory = new QueryMemory({ ...memoryLimits(256), work });
  const before = enterMemory(memory);
  try {
    run();
    return { error: null, read };
  } catch (error) {
    return { error: (error as Error).message, read };
  } finally {
    PhraseGatherer.prototype.forEach = forEach;
    NearDocuments.prototype.forEach = forEachNear;
    enterMemory(before);
    memory.releaseTo(0);
  }
}

const best = (q: string): void => {
  const asked = { limit: 10, isCounted: true, filters: [], sets: NO_SETS, notes: null, after: null };
  runToCompletion(topDocs(index, parseQuery(q), ['content'], asked));
};
const count = (q: string, of = index): number => {
  const planner = new Planner(of, ['content'], { isScored: false });
  const operator = runToCompletion(planned(planner.planFiltered(parseQuery(q), [])));
  return runToCompletion(countDocs(operator));
};

const FEW: WorkLimits = { steps: 20_000, readings: 1 };
const MANY: WorkLimits = { steps: 10_000_000, readings: 1 };
const WHOLE_INDEX: WorkLimits = { steps: 20_000, readings: 10_000 };

const HEAVY = [
  ['sloppy phrases, ranked', best, several((i) => `"heron lake"~${i + 2}`)],
  ['sloppy phrases, any of them', count, several((i) => `"heron reed"~${i + 2}`)],
  ['sloppy phrases, all of them', count, several((i) => `+"heron lake"~${i + 2}`)],
  ['sloppy phrases, half of them', count, `(${several((i) => `"heron lake"~${i + 2}`)})@20`],
  ['lists of some words, ranked', best, several((i) => `(heron lake w${i})@2`)],
  ['lists of words, ranked', best, several((i) => `(+heron lake w${i})`, 300)],
  ['lists without a word, ranked', best, several((i) => `(heron -w${i})`, 200)],
  ['words near each other', count, several((i) => `(heron NEAR/${i + 2} lake)`)],
  ['phrases of patterns', count, several((i) => `"*e* *a*"~${i + 2}`, 200)],
] as const;

test.each(HEAVY)('%s are refused before one is read, if a query may do little', (_, ask, q) => {
  const { error, read } = under(FEW, () => ask(q));
  expect(error).toMatch(
    /^the query would take about \d+ million steps; the limit here is \d+ million: most of them for \S.+ and \d+ more parts\. Use fewer of these parts or rarer words, or remove sort=relevance$/,
  );
  expect(read).toBe(0);
  for (const limits of [MANY, WHOLE_INDEX]) expect(under(limits, () => ask(q)).error).toBeNull();
});

const SAMPLED = 2000;
/** Runs work with an index of this many documents in which two words are some words apart. */
async function withWordsApart(apart: number, run: (of: IndexReader) => void): Promise<void> {
  const own = temporaryDir();
  const text = `heron ${'reed '.repeat(apart)}lake`;
  await writeIndex(
    own,
    Array.from({ length: SAMPLED }, (_, doc) => ({ doc, text, fields: {} })),
    { documentCount: SAMPLED },
  );
  const opened = await IndexReader.open(own);
  try {
    run(opened);
  } finally {
    await opened.close();
    rmSync(own, { recursive: true, force: true });
  }
}

const SLOPPY = several((i) => `"heron lake"~${i + 2}`);
test.each([
  ['counted', (of: IndexReader) => count(SLOPPY, of)],
  ['not in any', (of: IndexReader) => count(`*:* NOT (${SLOPPY})`, of)],
])('what a sample shows to be little is not refused, and else is: phrases %s', async (_, ask) => {
  const work: WorkLimits = { steps: 200_000, readings: 0 };
  await withWordsApart(1, (near) => {
    // The first phrase finds the documents in which the others would be checked.
    const { error, read } = under(work, () => ask(near));
    expect(error).toBeNull();
    expect(read).toBeLessThan(2 * SAMPLED);
  });
  await withWordsApart(60, (far) => {
    const { error, read } = under(work, () => ask(far));
    expect(error).toMatch(/^the query would take about /);
    expect(read).toBeLessThan((PHRASES * SAMPLED) / 20);
  });
});

test.each([
  ['phrases', () => count(several((i) => `+"heron lake"~${i + 2}`, 5))],
  ['NEAR', () => count('(heron NEAR/3 lake) (heron NEAR/4 reed)')],
])('a query that is too small for an estimate ends as soon as it takes too much: %s', (_, ask) => {
  const { error, read } = under({ steps: 2000, readings: 0 }, ask);
  expect(error).toMatch(/^the query (takes too many steps: the limit|would take about)/);
  expect(read).toBeLessThan(3 * DOCUMENTS);
});

test('the most expensive part is named', () => {
  const q = several((i) => (i === 17 ? '"heron lake reed"~9' : `"heron lake"~${i + 2}`));
  expect(under(FEW, () => best(q)).error).toContain('most of them for phrase content:"heron lake reed"~9 and ');
});

test.each([
  ['a word list', best, several((i) => `w${i % DOCUMENTS}`, 5000)],
  ['rare phrases, ranked', best, several((i) => `"heron w${i}"~3`)],
  ['lists of rare words, ranked', best, several((i) => `(w${i} w${i + 1} w${i + 2})@2`)],
  ['phrases in a row, ranked', best, several((i) => `"lake w${i}"`)],
  ['frequent phrases in few items', count, `+w3 +(${several((i) => `"heron lake"~${i + 2}`)})`],
  ['frequent phrases, half of them, in few items', count, `+w3 +(${several((i) => `"heron lake"~${i + 2}`)})@20`],
  ['equal phrases', best, several(() => '"heron lake"~2')],
  ['a few phrases', best, several((i) => `"heron lake"~${i + 2}`, 5)],
] as const)('%s may do as little', (_, ask, q) => {
  expect(under(FEW, () => ask(q)).error).toBeNull();
});

test.each([
  ['any of several phrases', (phrases: string) => `+w3 +(${phrases})`, 1],
  ['half of several phrases', (phrases: string) => `+w3 +(${phrases})@20`, 1],
])('%s examine only items that the rest of the query leaves', (_, query, hits) => {
  const phrases = several((i) => `"heron lake"~${i + 2}`);
  let found = -1;
  const { read } = under(MANY, () => {
    found = count(query(phrases));
  });
  expect(found).toBe(hits);
  expect(read).toBeLessThanOrEqual(PHRASES);
});

test('patterns that match many words of many items are refused while their words are read', () => {
  // The letters of the three common words take more than a thousand steps.
  const infixes = several((i) => `*${(i + 10).toString(36)}*`, 26);
  const few: WorkLimits = { steps: 1000, readings: 0 };
  const refusal = expect.stringContaining('the words that the patterns match are in too many items');
  expect(under(few, () => best(infixes)).error).toEqual(refusal);
  expect(under(few, () => count(`(${infixes})@2`)).error).toEqual(refusal);
  expect(under(MANY, () => best(infixes)).error).toBeNull();
  // Without scores they share a bitmap.
  expect(under(few, () => count(several((i) => `*${(i + 10).toString(36)}*`, 200))).error).toBeNull();
});

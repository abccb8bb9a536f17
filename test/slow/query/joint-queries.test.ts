/** Lists whose queries share walks of the dictionary and leaves, compared with each query by itself. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import { DictionaryReader } from '../../../src/engine/dictionary/dictionary-reader.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { keywordReport } from '../../../src/query/keywords/keyword-report.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import type { KeywordsAnswer } from '../../../src/search/keywords.ts';
import { DEFAULT_FIELDS } from '../../../src/search/search-request.ts';
import { enterMemory, heldMemory, MemoryPool, QueryMemory } from '../../../src/shared/query-memory.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { type SyntheticDoc, writeIndex } from '../../unit/engine/synthetic-index.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const DOCUMENTS = 500;

function document(doc: number): SyntheticDoc {
  const mixed = (doc * 7919) % 1009;
  return {
    doc,
    fields: { rank: [String(mixed)], name: [`file${mixed}.txt`] },
    text: `${mixed.toString(36)} w${mixed.toString(2)} ${doc % 5 === 0 ? 'heron' : 'river'} ${'again '.repeat(doc % 3)}`,
  };
}

const root = temporaryDir();
let index: IndexReader;
let walks = 0;
let jointWalks = 0;
const { walk, walkJointly } = DictionaryReader.prototype;

beforeAll(async () => {
  await writeIndex(
    root,
    Array.from({ length: DOCUMENTS }, (_, doc) => document(doc)),
  );
  index = closedAtEnd(await IndexReader.open(root));
  DictionaryReader.prototype.walk = function (...given) {
    walks++;
    return walk.apply(this, given);
  };
  DictionaryReader.prototype.walkJointly = function (...given) {
    jointWalks++;
    return walkJointly.apply(this, given);
  };
});
afterAll(async () => {
  Object.assign(DictionaryReader.prototype, { walk, walkJointly });
});
beforeEach(() => {
  walks = 0;
  jointWalks = 0;
});
afterEach(() => {
  enterMemory(null);
});

function report(texts: readonly string[]): KeywordsAnswer {
  const bytes = texts.map((text) => Buffer.from(text));
  let end = 0;
  const ends = Uint32Array.from(bytes, ({ length }) => {
    end += length;
    return end;
  });
  const queries = { bytes: Buffer.concat(bytes), ends, trees: [] };
  const request = { queries, left: null, defaultOperator: 'OR' as const, sources: [{ source: 'a' }] };
  return runToCompletion(keywordReport(index, request, { source: 'a' }));
}

/** The number of documents of a query by itself; null if it is refused. */
function alone(text: string): number | null {
  try {
    const planner = new Planner(index, DEFAULT_FIELDS, { isScored: false });
    return runToCompletion(collectDocs(runToCompletion(planner.plan(parseQuery(text, { defaultOperator: 'OR' })))))
      .length;
  } catch {
    return null;
  }
}

const letters = fc.string({ unit: fc.constantFrom(...'01235abxyw'), minLength: 1, maxLength: 2 });
const leaf = fc.oneof(
  letters.map((of) => `*${of}*`),
  letters.map((of) => `*${of}*`),
  letters.map((of) => `name:*${of}*t`),
  letters.map((of) => `${of}*`),
  letters.map((of) => `/.*${of}[01]/`),
  letters.map((of) => `w${of}0~1`),
  fc.tuple(letters, letters).map(([from, to]) => `[${from} TO ${to}z]`),
  fc.integer({ min: 0, max: 900 }).map((from) => `rank:[${from} TO ${from + 50}]`),
  letters.map((of) => `"*${of}* heron"`),
  fc.constantFrom('heron', 'river', 'rank:[x TO 3]', '/[/', '(', '"!!"', 'content:/(/'),
);
const many = fc
  .uniqueArray(letters, { minLength: 20, maxLength: 60 })
  .map((all) => Array.from({ length: 140 }, (_, i) => `*${all[i % all.length]}${i % 7}*`).join(' '));
const query = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 2, arbitrary: fc.tuple(leaf, leaf).map(([a, b]) => `${a} AND ${b}`) },
  { weight: 2, arbitrary: fc.tuple(leaf, leaf).map(([a, b]) => `${a} -(${b})`) },
  { weight: 1, arbitrary: fc.array(leaf, { minLength: 3, maxLength: 12 }).map((all) => `(${all.join(' ')})@2`) },
  { weight: 1, arbitrary: many },
);

test('each query of a list finds the same as alone, or is refused as alone', () => {
  fc.assert(
    fc.property(fc.array(query, { minLength: 1, maxLength: 40 }), fc.nat({ max: 3 }), (texts, times) => {
      const list = Array.from({ length: times + 1 }, () => texts).flat();
      const expected = list.map(alone);
      const { items, refused } = report(list);
      const refusedNumbers = new Set(refused.map(({ number }) => number));
      for (const [i, count] of expected.entries()) {
        const found = refusedNumbers.has(i) ? null : items[i];
        expect([list[i], found]).toEqual([list[i], count]);
      }
    }),
    { seed: SEED, numRuns: 60, endOnFailure: true },
  );
});

test('a hundred infixes, each a query, are one walk', () => {
  const { items } = report(Array.from({ length: 100 }, (_, i) => `content:*${i}*`));
  expect(items.some((count) => count > 0)).toBe(true);
  expect({ walks, jointWalks }).toEqual({ walks: 0, jointWalks: 1 });
});

test('common leaves of lists of a thousand are expanded once', () => {
  const common = Array.from({ length: 300 }, (_, i) => `content:*${i}*`).join(' ');
  const { items } = report(Array.from({ length: 20 }, (_, i) => `${common} word${i}`));
  expect(new Set(items)).toEqual(new Set([alone(common)]));
  jointWalks = 0;
  report(Array.from({ length: 20 }, (_, i) => `${common} word${i}`));
  expect(jointWalks).toBe(1);
});

test('queries are planned alone if the shared documents leave no memory for them', () => {
  const list = Array.from({ length: 60 }, (_, i) => `content:*${i}*`);
  const all = `(${list.join(' ')})@3`;
  const texts = [...list, all];
  const expected = texts.map(alone);
  let isRefused = false;
  for (const bytes of [2 ** 24, 2 ** 23, 3 * 2 ** 21, 2 ** 22, 3 * 2 ** 20, 2 ** 21]) {
    const memory = { query: bytes, pool: new MemoryPool(1e9) };
    enterMemory(new QueryMemory(memory));
    const before = heldMemory();
    const { items, refused } = report(texts);
    enterMemory(new QueryMemory(memory));
    // Claims the memory that the report itself occupies.
    report([]);
    const single = texts.map((text) => report([text]));
    for (const [i, count] of expected.entries()) {
      const isOut = refused.some(({ number }) => number === i);
      isRefused ||= isOut;
      expect([bytes, i, isOut]).toEqual([bytes, i, single[i]!.refused.length === 1]);
      if (!isOut) expect(items[i]).toBe(count);
    }
    expect(before).toBe(0);
  }
  expect(isRefused).toBe(true);
});

/** Many alternative patterns and ranges of a list share a bitmap, compared with each leaf by itself. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Clause, Query } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { DictionaryReader } from '../../../src/engine/dictionary/dictionary-reader.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { merged } from '../../../src/query/plan/joint/merged-intervals.ts';
import { PlanNotes } from '../../../src/query/plan/plan-notes.ts';
import { Planner, type PlanPurpose } from '../../../src/query/plan/planner.ts';
import { enterMemory, MemoryPool, QueryMemory } from '../../../src/shared/query-memory.ts';
import { tuning } from '../../../src/shared/thresholds.ts';
import { inZone } from '../../property/in-zone.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { type SyntheticDoc, writeIndex } from '../../unit/engine/synthetic-index.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const DOCUMENTS = 600;

const end = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null });
const interval = fc.record({ from: fc.integer({ min: 0, max: 20 }), to: end });

test('merged intervals cover the same as their sources, and no two of them touch', () => {
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), (given) => {
      const few = merged(given, (a, b) => a - b);
      const has = (intervals: typeof given, at: number) =>
        intervals.some(({ from, to }) => from <= at && (to === null || at < to));
      for (let at = 0; at <= 21; at++) expect([at, has(few, at)]).toEqual([at, has(given, at)]);
      for (const [i, { from, to }] of few.entries()) {
        expect(to ?? 21).toBeGreaterThan(from);
        if (i > 0) expect(few[i - 1]!.to ?? 21).toBeLessThan(from);
      }
    }),
    { seed: SEED, numRuns: 300 },
  );
});

/** Numbers and words at many positions, dates with and without a time of day, which differ in a time zone. */
function document(doc: number): SyntheticDoc {
  const mixed = (doc * 7919) % 1009;
  const day = `2023-0${1 + (mixed % 9)}-${10 + (mixed % 19)}`;
  return {
    doc,
    fields: {
      length: [String(mixed * 3)],
      rank: mixed % 3 === 0 ? [String(mixed), String(mixed % 50)] : [String(mixed)],
      modified: [mixed % 2 === 0 ? day : `${day}T0${mixed % 10}:30:00Z`],
      name: [`file${mixed}.txt`],
    },
    text: `${mixed.toString(36)} w${mixed.toString(2)} ${doc % 5 === 0 ? 'heron' : 'river'}`,
  };
}

const root = temporaryDir();
let index: IndexReader;
beforeAll(async () => {
  const documents = Array.from({ length: DOCUMENTS }, (_, doc) => document(doc));
  await writeIndex(root, documents);
  index = closedAtEnd(await IndexReader.open(root));
});

const number = fc.integer({ min: 0, max: 3100 });
const date = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 28 }), fc.constantFrom('', 'T03', 'T22:30'))
  .map(([month, day, time]) => `2023-0${month}-${day}${time}`);
const letters = fc.string({ unit: fc.constantFrom(...'0123456789abcxyzw'), minLength: 1, maxLength: 3 });
const rangeOf = (field: string, of: fc.Arbitrary<string | number>) =>
  fc
    .tuple(of, of, fc.constantFrom('[]', '{}', '[}', '{]'), fc.constantFrom(0, 0, 0, 1, 2))
    .map(([low, high, [open, close], isOpen]) => {
      const [from, to] = [isOpen === 1 ? '*' : low, isOpen === 2 ? '*' : high];
      return `${field}${open}${from} TO ${to}${close}`;
    });
const leaf = fc.oneof(
  rangeOf('length:', number),
  rangeOf('rank:', number),
  rangeOf('modified:', date),
  rangeOf('', letters),
  rangeOf('name:', letters),
  letters.map((of) => `*${of}*`),
  letters.map((of) => `name:*${of}*t`),
  letters.map((of) => `${of}*`),
  letters.map((of) => `w${of}0~1`),
  letters.map((of) => `/.*${of}[01]/`),
);
const leaves = fc.uniqueArray(leaf, {
  minLength: tuning.unitedLeaves,
  maxLength: tuning.unitedLeaves + 40,
  size: 'max',
});

const docsOf = (query: Query, purpose: PlanPurpose = {}): number[] => [
  ...runToCompletion(
    collectDocs(runToCompletion(new Planner(index, ['content'], { isScored: false, ...purpose }).plan(query))),
  ),
];
const listOf = (occur: Clause['occur'], of: readonly Query[], beside: readonly Clause[] = []): Query => ({
  kind: 'boolean',
  clauses: [...beside, ...of.map((query) => ({ occur, query }))],
  minimumMatch: occur === 'should' ? 1 : 0,
});

test.each(['UTC', 'America/St_Johns'])(
  'lists find the same as their leaves together, in the time zone %s',
  (timeZone) => {
    fc.assert(
      fc.property(leaves, (written) => {
        // A range of everything would hide all others.
        const own = written
          .map((text) => inZone(parseQuery(text), timeZone))
          .filter((query) => docsOf(query).length < DOCUMENTS / 50);
        while (own.length < tuning.unitedLeaves) own.push(parseQuery(`*nothing${own.length}*`));
        const any = [...new Set(own.flatMap((query) => docsOf(query)))].sort((a, b) => a - b);
        const all = Array.from({ length: DOCUMENTS }, (_, doc) => doc);
        const others = all.filter((doc) => !any.includes(doc));
        expect(docsOf(listOf('should', own))).toEqual(any);
        expect(docsOf(listOf('mustNot', own))).toEqual(others);
        const heron = { occur: 'must', query: parseQuery('heron') } as const;
        expect(docsOf(listOf('mustNot', own, [heron]))).toEqual(others.filter((doc) => doc % 5 === 0));
      }),
      { seed: SEED, numRuns: 4, endOnFailure: true },
    );
  },
);

describe('of a thousand leaves', () => {
  const COUNT = 1000;
  const { walk } = DictionaryReader.prototype;
  let walked: number;
  beforeAll(() => {
    DictionaryReader.prototype.walk = function (...given) {
      walked++;
      return walk.apply(this, given);
    };
  });
  afterAll(() => {
    DictionaryReader.prototype.walk = walk;
  });
  afterEach(() => {
    enterMemory(null);
  });

  const written = (of: (i: number) => string, between = ' OR '): string =>
    Array.from({ length: COUNT }, (_, i) => of(i)).join(between);
  const asked = (query: string, purpose?: PlanPurpose): number[] => {
    walked = 0;
    return docsOf(parseQuery(query), purpose);
  };

  test.each([
    ['numbers', (i: number) => `rank:[${i} TO ${2 * i}]`],
    ['dates', (i: number) => `modified:{2010-01-01 TO 2023-09-28T10:${10 + (i % 50)}:00.${100 + i}]`],
    ['words', (i: number) => `[0 TO z${i}]`],
    ['names', (i: number) => `name:[a TO g${i}]`],
    ['beginnings', (i: number) => `/(w|${i}x).*/`],
    ['infixes', (i: number) => `/.*1.*|x${i}/`],
  ])('the %s are found, if a bitmap for each does not fit', (_, of) => {
    enterMemory(new QueryMemory({ query: COUNT * 5000, pool: new MemoryPool(1e9) }));
    expect(asked(written(of)).length).toBeGreaterThan(DOCUMENTS / 2);
  });

  test('overlapping ranges of words are one walk', () => {
    asked(written((i) => `[${100 + i} TO z]`));
    expect(walked).toBe(1);
  });

  test('if two of them must match, each is counted', () => {
    const query = `(${written((i) => `rank:[${i} TO ${i}]`, ' ')})@2`;
    const found = asked(query);
    expect(found).toEqual(
      Array.from({ length: DOCUMENTS }, (_, doc) => doc).filter((doc) => {
        const values = document(doc).fields!['rank']!;
        return new Set(values.filter((value) => Number(value) < COUNT)).size > 1;
      }),
    );
  });

  test('the first ones without a hit are recorded', () => {
    const notes = new PlanNotes();
    asked(
      written((i) => `*nowhere${i}*`),
      { notes },
    );
    expect(notes.empty.size).toBe(50);
  });

  test('those without a token leave nothing, and no list', () => {
    expect(asked(`heron OR (${written((i) => `"${'!'.repeat(i + 1)}"`)})`)).toHaveLength(DOCUMENTS / 5);
  });
});

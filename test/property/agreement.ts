/**
 * What must hold for every case and query: the engine's answers are those of the naive evaluator. Cases and queries are drawn
 * from a seed. A test imports this under a setting of thresholds (test/support/settings.ts).
 */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Query } from '../../grammar/ast.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { OpenedSource } from '../../src/sources/open-source.ts';
import { AskedSource, hitsOf } from '../support/asked-source.ts';
import { NaiveCase } from '../support/naive/naive-case.ts';
import { answerOf } from '../support/naive/naive-evaluator.ts';
import { rank, scoreOf } from '../support/naive/naive-ranking.ts';
import { NaiveQueryError } from '../support/naive/naive-regexp.ts';
import { nullIfRefused } from '../support/null-if-refused.ts';
import { fittedQuery } from './fitted-query.ts';
import { withOpenCase } from './open-case.ts';
import { randomCase } from './random-case.ts';
import { randomIpedQuery } from './random-iped-query.ts';
import { near } from './random-near.ts';
import { frequentQuery, randomQuery, rankedQuery, wrongQuery } from './random-query.ts';
import { showItems, showQuery } from './show-query.ts';

/** Number of trials. */
export interface Trials {
  readonly seed: number;
  readonly cases: number;
  /** Queries on each case. */
  readonly queries: number;
  /** Maximum tiny items in addition to the up to 24 of a case. */
  readonly tiny: number;
}

const DEFAULT_FIELDS = [['content'], ['content'], ['name', 'content'], ['title', 'length', 'category']] as const;

/** Checks that every query finds the same items. */
export async function agreesOnSets(trials: Trials): Promise<void> {
  await onRandomCases(trials, async (opened, source, seed) => {
    expect(opened.summary.searchableCount).toBe(source.searchable.length);
    expect(opened.summary.itemCount).toBe(source.items.length);
    const asked = new AskedSource(opened);
    const queries = fc.oneof(
      { weight: 7, arbitrary: withFrequent(randomQuery(), trials).map((query) => fittedQuery(query, [source])) },
      { weight: 1, arbitrary: randomQuery() },
    );
    const questions = fc.tuple(queries, fc.constantFrom(...DEFAULT_FIELDS));
    await fc.assert(
      fc.asyncProperty(questions, async ([query, defaultFields]) => {
        const expected = outcomeOf(() => answerOf(query, source, defaultFields) ?? new Set());
        const found = await foundOrRefused(asked, query, defaultFields);
        if (String(found ?? 'error') !== String(expected ?? 'error')) {
          throw new Error(difference(query, defaultFields, found ?? ['error'], expected ?? ['error'], source));
        }
      }),
      { numRuns: trials.queries, seed },
    );
  });
}

/** Checks words near each other, alone and in lists. */
export async function agreesOnNear(trials: Trials): Promise<void> {
  await onRandomCases(trials, async (opened, source, seed) => {
    const asked = new AskedSource(opened);
    const questions = fc.tuple(near(), fc.constantFrom(...DEFAULT_FIELDS.slice(1, 3)));
    await fc.assert(
      fc.asyncProperty(questions, async ([query, defaultFields]) => {
        const expected = outcomeOf(() => answerOf(query, source, defaultFields));
        const found = await foundOrRefused(asked, query, defaultFields);
        if (String(found ?? 'error') !== String(expected ?? 'error')) {
          throw new Error(difference(query, defaultFields, found ?? ['error'], expected ?? ['error'], source));
        }
      }),
      { numRuns: trials.queries, seed },
    );
  });
}

/** Checks that every query of IPED's syntax finds the same items, or is an error for both. */
export async function agreesOnIped(trials: Trials): Promise<void> {
  await onRandomCases(trials, async (opened, source, seed) => {
    const asked = new AskedSource(opened);
    await fc.assert(
      fc.asyncProperty(randomIpedQuery(), async (query) => {
        const expected = outcomeOf(() => answerOf(query, source, IPED_FIELDS));
        const found = await foundOrRefused(asked, query, IPED_FIELDS);
        if (String(found ?? 'error') !== String(expected ?? 'error')) {
          throw new Error(difference(query, IPED_FIELDS, found ?? ['error'], expected ?? ['error'], source));
        }
      }),
      { numRuns: trials.queries, seed },
    );
  });
}

const IPED_FIELDS = ['name', 'content'];

export async function foundOrRefused(
  asked: AskedSource,
  query: Query,
  fields: readonly string[],
): Promise<number[] | null> {
  return idsOf(asked, query, fields).catch(nullIfRefused);
}

/** Returns the ids, or null for an error. A query without a remaining clause is an error, too. */
export function outcomeOf(evaluated: () => Set<number> | null): number[] | null {
  try {
    const ids = evaluated();
    return ids === null ? null : Array.from(ids).sort((a, b) => a - b);
  } catch (error) {
    if (error instanceof NaiveQueryError) return null;
    throw error;
  }
}

/** If there are tiny items, half of the queries are about words that these have. */
function withFrequent(queries: fc.Arbitrary<Query>, { tiny }: Trials): fc.Arbitrary<Query> {
  return tiny === 0 ? queries : fc.oneof(queries, frequentQuery());
}

/** Checks that the same queries are errors. */
export async function agreesOnErrors(trials: Trials): Promise<void> {
  await onRandomCases(trials, async (opened, _source, seed) => {
    const asked = new AskedSource(opened);
    const refused = fc.asyncProperty(wrongQuery(), async (query) => {
      const answer = idsOf(asked, query, ['content']);
      await expect(answer.catch((error: unknown) => (error instanceof AppError ? error.code : error))).resolves.toBe(
        'QUERY_INVALID',
      );
    });
    await fc.assert(refused, { numRuns: trials.queries, seed });
  });
}

/** Checks that the best items are the same. Their order must be the same wherever their scores differ. */
export async function agreesOnRanking(trials: Trials): Promise<void> {
  await onRandomCases(trials, async (opened, source, seed) => {
    const asked = new AskedSource(opened);
    // If few items are requested, bounds soon exclude the others.
    const limits = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 30 }));
    const questions = fc.tuple(
      withFrequent(rankedQuery(), trials).map((query) => fittedQuery(query, [source])),
      limits,
    );
    await fc.assert(
      fc.asyncProperty(questions, async ([query, limit]) => {
        const expected = rank(query, source);
        const { count, items } = await asked.top(query, limit);
        expect(count).toBe(expected.length);
        const found = items.map((item) => item.id);
        if (!isOrderOf(items, query, expected.slice(0, limit), source)) {
          const wanted = expected.slice(0, limit).map((hit) => `${hit.id} (${hit.score.toFixed(4)})`);
          const got = items.map((item) => `${item.id} (${item.score.toFixed(4)})`);
          throw new Error(difference(query, ['content'], got, wanted, source));
        }
        // By the engine's own scores the order is strict, and a lower limit only truncates it.
        const byScore = [...items].sort((a, b) => b.score - a.score || a.id - b.id).map((item) => item.id);
        const all = (await asked.top(query, expected.length + 1)).items.slice(0, limit).map((item) => item.id);
        for (const wanted of [byScore, all]) {
          if (String(found) !== String(wanted)) throw new Error(difference(query, ['content'], found, wanted, source));
        }
      }),
      { numRuns: trials.queries, seed },
    );
  });
}

/** Tests random cases of one seed. The queries on a case are shrunk without building it again. */
async function onRandomCases(
  { seed, cases, tiny }: Trials,
  body: (opened: OpenedSource, source: NaiveCase, seed: number) => Promise<void>,
): Promise<void> {
  for (const [i, random] of fc.sample(randomCase(tiny), { numRuns: cases, seed }).entries()) {
    await withOpenCase(random, (opened) => body(opened, new NaiveCase(random.items), seed + i));
  }
}

async function idsOf(asked: AskedSource, query: Query, defaultFields: readonly string[]): Promise<number[]> {
  const answer = await asked.ask({ query, defaultFields, want: ['count', 'ids'] });
  const ids = (await hitsOf(answer)).map(({ id }) => id);
  expect(ids.length).toBe(answer.count);
  return ids;
}

/**
 * Whether each rank has an item whose naive score is that of the rank, and the engine agrees. Equal scores may be in any order.
 */
function isOrderOf(
  found: readonly { id: number; score: number }[],
  query: Query,
  expected: readonly { score: number }[],
  source: NaiveCase,
): boolean {
  if (found.length !== expected.length || new Set(found.map(({ id }) => id)).size !== found.length) return false;
  return found.every(({ id, score }, rank) => {
    const item = source.searchable.find((other) => other.id === id);
    if (item === undefined) return false;
    const wanted = expected[rank]!.score;
    return isNear(scoreOf(query, item, source, ['content']), wanted) && isNear(score, wanted);
  });
}

function isNear(score: number, wanted: number): boolean {
  return Math.abs(score - wanted) <= 1e-4 * Math.max(1, Math.abs(wanted));
}

function difference(
  query: Query,
  defaultFields: readonly string[],
  found: readonly unknown[],
  expected: readonly unknown[],
  source: NaiveCase,
): string {
  const without = (some: readonly unknown[], others: readonly unknown[]): string =>
    some.filter((one) => !others.includes(one)).join(' ') || 'none';
  return [
    `query:    ${showQuery(query)}   (default fields ${defaultFields.join(', ')})`,
    `tree:     ${JSON.stringify(query)}`,
    `engine:   ${found.join(' ')}`,
    `expected: ${expected.join(' ')}`,
    `missing:  ${without(expected, found)}`,
    `extra:    ${without(found, expected)}`,
    showItems(query, defaultFields, source),
  ].join('\n');
}

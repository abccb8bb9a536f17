/** Random requests over random sources: an engine answers them as the naive evaluator does. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Query } from '../../grammar/ast.ts';
import type { OutsideSet, SearchRequest } from '../../src/search/search-request.ts';
import { fittedQuery } from '../property/fitted-query.ts';
import { randomCase } from '../property/random-case.ts';
import { randomQuery, rankedQuery } from '../property/random-query.ts';
import { showQuery } from '../property/show-query.ts';
import { hitsOf } from '../support/asked-source.ts';
import { NaiveCase, type NaiveItem } from '../support/naive/naive-case.ts';
import { hitsOf as naiveHits } from '../support/naive/naive-engine.ts';
import { Asked, EVERYTHING, type OpenSubject } from './subject.ts';

export interface Trials {
  readonly seed: number;
  readonly runs: number;
  readonly queries: number;
}

const NAMES = ['one', 'two', 'three'];

export function testAgreement(name: string, open: OpenSubject, { seed, runs, queries }: Trials): void {
  test(
    `${name} answers random requests as the naive evaluator does (SEED=${seed})`,
    async () => {
      for (let run = 0; run < runs; run++) {
        const cases = fc.sample(randomCase(0), { numRuns: NAMES.length, seed: seed + run });
        const sources = new Map(NAMES.map((source, i) => [source, cases[i]!.items]));
        const subject = await open(sources);
        try {
          const asked = new Asked(subject, NAMES);
          const property = fc.asyncProperty(randomRequest(sources), (request) => check(asked, sources, request));
          await fc.assert(property, { numRuns: queries, seed: seed + run });
        } finally {
          await subject.close();
        }
      }
    },
    60_000 + runs * 30_000,
  );
}

async function check(
  asked: Asked,
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
  request: SearchRequest,
): Promise<void> {
  const answers = await asked.answers(request);
  const isRanked = request.sort?.by === 'relevance';
  for (const [i, scope] of request.sources.entries()) {
    const expected = naiveHits(request, scope, new NaiveCase(sources.get(scope.source)!));
    const found = await hitsOf(answers[i]!);
    const told = `${request.query.kind === 'unparsed' ? request.query.text : showQuery(request.query)} in ${scope.source}`;
    expect([told, answers[i]!.count]).toEqual([told, expected.length]);
    const { limit = expected.length } = request;
    if (!isRanked) {
      const ids = expected.map(({ id }) => id).filter((id) => id > (scope.after?.id ?? -1));
      expect([told, ...found.map(({ id }) => id)]).toEqual([told, ...ids.slice(0, limit)]);
      continue;
    }
    // Lengths are rounded in an index: scores are near, and of near ones any may be first.
    expect([told, found.length]).toEqual([told, Math.min(limit, expected.length)]);
    const scores = new Map(expected.map(({ id, score }) => [id, score]));
    for (const [rank, { id, score }] of found.entries()) {
      expect([told, id, isNear(score, scores.get(id)!)]).toEqual([told, id, true]);
      expect([told, rank, isNear(score, expected[rank]!.score)]).toEqual([told, rank, true]);
    }
  }
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(b));
}

function randomRequest(sources: ReadonlyMap<string, readonly NaiveItem[]>): fc.Arbitrary<SearchRequest> {
  const ids = [...sources.values()].flatMap((items) => items.map(({ id }) => id));
  const scope = fc.constantFrom(...NAMES);
  const members = fc
    .uniqueArray(fc.constantFrom(...ids, 1, 2, 50_000))
    .map((some) => Uint32Array.from(some).sort() as Uint32Array);
  const set = (name: string): fc.Arbitrary<OutsideSet> =>
    fc
      .dictionary(
        scope,
        fc.oneof({ weight: 4, arbitrary: members }, { weight: 1, arbitrary: fc.constant('all' as const) }),
      )
      .map((items) => ({ name, items: new Map(Object.entries(items)) }));
  const cases = [...sources.values()].map((items) => new NaiveCase(items));
  const query = (any: fc.Arbitrary<Query>): fc.Arbitrary<Query> => {
    const plain = any.map((one) => fittedQuery(one, cases));
    return fc.oneof(
      { weight: 3, arbitrary: plain },
      { weight: 2, arbitrary: fc.tuple(plain, setClause()).map(combined) },
    );
  };
  const after = fc.option(fc.constantFrom(-1, ...ids, 45), { nil: undefined });
  const shared = {
    filters: fc.array(query(randomQuery()), { maxLength: 2 }),
    sets: fc.tuple(set('kept'), set('other')),
    limit: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  };
  const byId = fc.record({
    ...shared,
    query: query(randomQuery()),
    sources: fc.array(
      fc.tuple(scope, after).map(([source, id]) => scoped(source, id)),
      { maxLength: 4 },
    ),
  });
  const byRelevance = fc.record({
    ...shared,
    query: query(rankedQuery()),
    sources: fc.array(
      scope.map((source) => ({ source })),
      { maxLength: 4 },
    ),
    sort: fc.constant({ by: 'relevance' } as const),
  });
  return fc.oneof(byId, byRelevance).map(({ limit, ...request }) => ({
    ...request,
    want: EVERYTHING,
    ...(limit === undefined ? {} : { limit }),
  }));
}

function scoped(source: string, id: number | undefined): SearchRequest['sources'][number] {
  return id === undefined ? { source } : { source, after: { key: [], id } };
}

function setClause(): fc.Arbitrary<readonly ['must' | 'should' | 'mustNot', string]> {
  return fc.tuple(fc.constantFrom('must', 'should', 'mustNot'), fc.constantFrom('kept', 'other'));
}

function combined([query, [occur, name]]: readonly [
  Query,
  ReturnType<typeof setClause> extends fc.Arbitrary<infer C> ? C : never,
]): Query {
  const clauses = [
    { occur: occur === 'should' ? 'should' : 'must', query } as const,
    { occur, query: { kind: 'set', name } } as const,
  ];
  return { kind: 'boolean', clauses, minimumMatch: 0 };
}

/** Random requests over random sources: an engine answers them as the naive evaluator does. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Query } from '../../grammar/ast.ts';
import type { ItemStore } from '../../src/search/item-store.ts';
import type { RowForm, RowsRequest } from '../../src/search/rows.ts';
import type { FacetCount, SourceAnswer } from '../../src/search/search-answer.ts';
import type {
  Facet,
  OutsideSet,
  Position,
  SearchRequest,
  SortKey,
  SortValue,
  SourceScope,
} from '../../src/search/search-request.ts';
import { fittedQuery } from '../property/fitted-query.ts';
import { FIELD_NAMES, randomCase } from '../property/random-case.ts';
import { randomQuery, rankedQuery } from '../property/random-query.ts';
import { showQuery } from '../property/show-query.ts';
import { hitsOf } from '../support/asked-source.ts';
import { NaiveCase, type NaiveItem } from '../support/naive/naive-case.ts';
import { keptOf, hitsOf as naiveHits } from '../support/naive/naive-engine.ts';
import { naiveFamilyRoot } from '../support/naive/naive-families.ts';
import { facetOf, isBehind, keyOf, ordered } from '../support/naive/naive-orders.ts';
import { naiveRows } from '../support/naive/naive-rows.ts';
import { Asked, codeOf, EVERYTHING, type OpenSubject, type Subject } from './subject.ts';

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
          const property = fc.asyncProperty(randomRequest(sources), async (request) => {
            await check(asked, sources, request);
            // From what was kept, as far as it was.
            if (request.isKept === true) await check(asked, sources, request);
          });
          await fc.assert(property, { numRuns: queries, seed: seed + run });
          await checkRows(subject, sources, seed + run);
        } finally {
          await subject.close();
        }
      }
    },
    60_000 + runs * 30_000,
  );
}

/** All items of all sources, in three forms, some of them bookmarked: row by row as their records are printed naively. */
async function checkRows(
  { engine, items }: Subject,
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
  seed: number,
): Promise<void> {
  const names = fc.sample(fc.subarray([...FIELD_NAMES, 'size', 'modificationDate', 'odd']), { numRuns: 2, seed });
  const forms: RowForm[] = [
    { kind: 'json', properties: null },
    { kind: 'json', properties: names[0]! },
    { kind: 'csv', columns: [...names[0]!.map((name) => [name]), names[1]!] },
    { kind: 'dat', columns: [names[1]!, ...names[0]!.map((name) => [name])] },
  ];
  const lists = [[], ['=1+1', 'b, "c"'], ['\u0001']];
  for (const [source, all] of sources) {
    const ids = Uint32Array.from(all, ({ id }) => id).reverse();
    const bookmarks = { lists, of: ids.map((id) => id % lists.length) };
    const records = await items.records([...ids].map((id) => ({ source, id })));
    const byId = new Map(records.map((record) => [record!.id, record!]));
    const roots = await items.familyRoots(source, ids);
    expect([source, [...roots]]).toEqual([source, [...ids].map((id) => naiveFamilyRoot(all, id))]);
    const [fields] = await engine.fields([source]);
    const dates = new Set(
      fields?.kind === 'value' ? fields.value.filter(({ type }) => type === 'date').map(({ name }) => name) : [],
    );
    const naive = {
      rows: async (asked: RowsRequest) =>
        naiveRows(
          asked,
          (id) => byId.get(id) ?? null,
          (name) => dates.has(name),
        ),
    };
    for (const form of forms) {
      const asked = { source, label: `-${source}`, ids, form, bookmarks };
      expect(await allRows(items, asked)).toEqual(await allRows(naive, asked));
    }
  }
}

async function allRows(items: Pick<ItemStore, 'rows'>, request: RowsRequest): Promise<readonly string[]> {
  const { ids, bookmarks } = request;
  const found: string[] = [];
  while (found.length < ids.length) {
    const of = bookmarks!.of.subarray(found.length);
    const rows = await items.rows({ ...request, ids: ids.subarray(found.length), bookmarks: { ...bookmarks!, of } });
    const bytes = Buffer.from(rows.bytes);
    found.push(...[...rows.ends].map((end, i) => bytes.subarray(rows.ends[i - 1] ?? 0, end).toString()));
  }
  return found;
}

async function check(
  asked: Asked,
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
  request: SearchRequest,
): Promise<void> {
  if (refusesTexts(request)) {
    expect(await codeOf(asked.answers(request))).toEqual(request.sources.length === 0 ? [] : 'INVALID_REQUEST');
    return;
  }
  const answers = await asked.answers(request);
  const kept = keptOf(
    request,
    request.sources.map(({ source }) => new NaiveCase(sources.get(source)!)),
  );
  const isRanked = request.sort?.by === 'relevance';
  for (const [i, scope] of request.sources.entries()) {
    const expected = naiveHits(request, scope, new NaiveCase(sources.get(scope.source)!), kept[i]);
    const told = `${request.query.kind === 'unparsed' ? request.query.text : showQuery(request.query)} in ${scope.source}`;
    expect([told, answers[i]!.count]).toEqual([told, expected.length]);
    await checkFacets(told, request, answers[i]!, expected, new NaiveCase(sources.get(scope.source)!));
    const { limit = expected.length } = request;
    const { skip = 0 } = scope;
    if (request.sort?.by === 'fields') {
      await checkOrder(told, request, request.sort.keys, scope, answers[i]!, expected, sources);
      continue;
    }
    const found = await hitsOf(answers[i]!);
    if (!isRanked) {
      const ids = expected.map(({ id }) => id).filter((id) => id > (scope.after?.id ?? -1));
      expect([told, ...found.map(({ id }) => id)]).toEqual([told, ...ids.slice(skip, skip + limit)]);
      continue;
    }
    // Lengths are rounded in an index: scores are near, and of near ones any may be first.
    expect([told, found.length]).toEqual([told, Math.min(limit, Math.max(0, expected.length - skip))]);
    const scores = new Map(expected.map(({ id, score }) => [id, score]));
    for (const [rank, { id, score }] of found.entries()) {
      expect([told, id, isNear(score, scores.get(id)!)]).toEqual([told, id, true]);
      expect([told, rank, isNear(score, expected[skip + rank]!.score)]).toEqual([told, rank, true]);
    }
  }
}

/** Whether it orders or counts by what has no column. */
function refusesTexts({ sort, facets = [], collapse }: SearchRequest): boolean {
  const counted = facets.flatMap((facet) => (facet.kind === 'values' ? [facet.field] : []));
  const sorted = sort?.by === 'fields' ? sort.keys.map(({ field }) => field) : [];
  if (collapse !== undefined && ['content', 'id', 'parentId'].includes(collapse)) return true;
  return counted.some((field) => ['content', 'id', 'parentId'].includes(field)) || sorted.includes('content');
}

async function checkOrder(
  told: string,
  { limit }: SearchRequest,
  keys: readonly SortKey[],
  scope: SourceScope,
  answer: SourceAnswer,
  expected: readonly { readonly id: number }[],
  sources: ReadonlyMap<string, readonly NaiveItem[]>,
): Promise<void> {
  const hits = ordered(
    expected.map(({ id }) => id),
    keys,
    new NaiveCase(sources.get(scope.source)!),
  ).filter((hit) => scope.after === undefined || isBehind(hit, scope.after, keys));
  const found: { id: number; keys: SortValue[] }[] = [];
  for await (const batch of answer.items ?? []) {
    for (const [i, id] of batch.ids.entries()) {
      const own = Array.from({ length: keys.length }, (_, n) => batch.keys![i * keys.length + n]!);
      found.push({ id, keys: own });
    }
  }
  const { skip = 0 } = scope;
  expect([told, keys, ...found]).toEqual([told, keys, ...hits.slice(skip, skip + (limit ?? hits.length))]);
}

async function checkFacets(
  told: string,
  { facets = [] }: SearchRequest,
  answer: SourceAnswer,
  expected: readonly { readonly id: number }[],
  items: NaiveCase,
): Promise<void> {
  expect(answer.facets.length).toBe(facets.length);
  for (const [i, facet] of facets.entries()) {
    const naive = facetOf(
      expected.map(({ id }) => id),
      facet,
      items,
    );
    const { counts, ...rest } = answer.facets[i]!;
    const found: FacetCount[] = [];
    for await (const some of counts) found.push(...some);
    const shown = found.map(({ key, items: count, spellings }) => {
      if (facet.kind === 'values') return { key, items: count, spellings };
      const label = spellings[0]?.value.replace(/(T\d\d:00).*/, '$1') ?? key;
      return { key: label, items: count, spellings: [] };
    });
    expect([told, facet, { ...rest, counts: shown }]).toEqual([told, facet, naive]);
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
      .map((items) => ({ name, items: new Map(Object.entries(items)), version: JSON.stringify(items) }));
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
      fc.tuple(scope, fc.nat(5)).map(([source, skip]) => ({ source, skip })),
      { maxLength: 4 },
    ),
    sort: fc.constant({ by: 'relevance' } as const),
  });
  const byName = new Map([...sources].map(([name, items]) => [name, new NaiveCase(items)]));
  const byFields = fc
    .record({
      ...shared,
      query: query(randomQuery()),
      keys: fc.array(sortKey(), { minLength: 1, maxLength: 3 }),
      scopes: fc.array(fc.tuple(scope, fc.option(fc.tuple(scope, fc.nat(60), fc.constantFrom(-1, 0, 1)))), {
        maxLength: 4,
      }),
    })
    .map(({ keys, scopes, ...rest }) => ({
      ...rest,
      sources: scopes.map(([source, after]) =>
        after === null ? { source, skip: keys.length } : { source, after: positionOf(after, keys, byName) },
      ),
      sort: { by: 'fields', keys } as const,
    }));
  return fc
    .tuple(
      fc.oneof(byId, byRelevance, byFields),
      fc.oneof(fc.constant([]), fc.array(randomFacet(), { maxLength: 3 })),
      fc.option(field(), { freq: 3, nil: undefined }),
      fc.boolean(),
    )
    .map(([{ limit, ...request }, facets, collapse, isKept]) => ({
      ...request,
      isKept,
      ...(collapse === undefined ? {} : { collapse }),
      want: EVERYTHING,
      ...(facets.length === 0 ? {} : { facets }),
      ...(limit === undefined ? {} : { limit }),
    }));
}

/** The position of an item of some source, or one beside it. */
function positionOf(
  [source, n, beside]: readonly [string, number, number],
  keys: readonly SortKey[],
  cases: ReadonlyMap<string, NaiveCase>,
): Position {
  const items = cases.get(source)!;
  const item = items.items[n % items.items.length]!;
  const known = keys.map((key) => (key.field === 'content' ? null : keyOf(item, key, items)));
  return { key: known, id: item.id + beside };
}

const COUNTED = [
  'category',
  'ext',
  'name',
  'path',
  'hash',
  'length',
  'size',
  'modified',
  'rank',
  'taken',
  'year',
  'flag',
];

const field = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...COUNTED, 'title', 'author', 'nowhere', 'treeNode', 'my field') },
    { weight: 1, arbitrary: fc.constantFrom(...FIELD_NAMES) },
  );

const sortKey = (): fc.Arbitrary<SortKey> =>
  fc.record({
    field: fc.oneof({ weight: 6, arbitrary: field() }, { weight: 1, arbitrary: fc.constantFrom('id', 'parentId') }),
    direction: fc.constantFrom('asc', 'desc'),
  });

function randomFacet(): fc.Arbitrary<Facet> {
  const dates = fc.constantFrom('modified', 'modificationDate', 'created', 'taken', 'rank', 'nowhere');
  const zones = fc.constantFrom('UTC', 'UTC', 'Europe/Lisbon', 'America/St_Johns', 'Pacific/Apia');
  const values = fc.record(
    {
      kind: fc.constant('values' as const),
      field: field(),
      prefix: fc.constantFrom('', 'i', 'A', '2', 'disk1/home/'),
      contains: fc.constantFrom('', 'a', '1', 'ÇÃ', '.'),
      first: fc.record({ count: fc.nat(4), order: fc.constantFrom('count', 'value') }),
    },
    { requiredKeys: ['kind', 'field'] },
  );
  const interval = fc.record({
    kind: fc.constant('interval' as const),
    field: dates,
    interval: fc.constantFrom('year', 'quarter', 'month', 'week', 'day'),
    timeZone: zones,
  });
  const hours = fc.record({
    kind: fc.constant('interval' as const),
    field: dates,
    interval: fc.constant('hour' as const),
    timeZone: fc.constant('UTC'),
  });
  const ranges = fc.record({
    kind: fc.constant('ranges' as const),
    field: fc.constantFrom('length', 'size', 'rank', 'year', 'id', 'nowhere'),
    bounds: fc
      .uniqueArray(fc.integer({ min: -5, max: 3000 }), { minLength: 1, maxLength: 4 })
      .map((some) => some.sort((a, b) => a - b)),
  });
  return fc.oneof({ weight: 4, arbitrary: values }, interval, hours, ranges) as fc.Arbitrary<Facet>;
}

function scoped(source: string, id: number | undefined): SearchRequest['sources'][number] {
  return id === undefined ? { source, skip: source.length } : { source, after: { key: [], id } };
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

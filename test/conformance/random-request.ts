/** Makes random requests over random sources: queries, sets, orders, facets, expansions and collapsing. */
import fc from 'fast-check';
import type { Query } from '../../grammar/ast.ts';
import type { Facet, OutsideSet, Position, SearchRequest, SortKey } from '../../src/search/search-request.ts';
import { fittedQuery } from '../property/fitted-query.ts';
import { FIELD_NAMES } from '../property/random-case.ts';
import { randomQuery, rankedQuery } from '../property/random-query.ts';
import { NaiveCase, type NaiveItem } from '../support/naive/naive-case.ts';
import { keyOf } from '../support/naive/naive-orders.ts';
import { EVERYTHING } from './subject.ts';

/** The sources of a random group. */
export const NAMES = ['one', 'two', 'three'];

export function randomRequest(sources: ReadonlyMap<string, readonly NaiveItem[]>): fc.Arbitrary<SearchRequest> {
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
      randomWider(),
      fc.boolean(),
    )
    .map(([{ limit, ...request }, facets, collapse, wider, isKept]) => ({
      ...request,
      ...wider,
      isKept,
      ...(collapse === undefined ? {} : { collapse, ...seenIn(request.sources) }),
      want: EVERYTHING,
      ...(facets.length === 0 ? {} : { facets }),
      ...(limit === undefined ? {} : { limit }),
    }));
}

/** Returns the parts of an item that other engines store. */
function seenIn([first]: SearchRequest['sources']): Pick<SearchRequest, 'seen'> {
  return first === undefined ? {} : { seen: [[first.source, ['abc', '00ff', 'pdf', 'images', '5']]] };
}

/** How a set is expanded and narrowed; mostly not at all. */
function randomWider(): fc.Arbitrary<Pick<SearchRequest, 'expand' | 'bbox' | 'equal'>> {
  const expand = fc.uniqueArray(fc.constantFrom('children', 'parents', 'family', 'duplicates'), { minLength: 1 });
  const bbox = fc.constantFrom(
    { west: -10, south: -10, east: 10, north: 40 },
    { west: 170, south: -20, east: -170, north: 90 },
    { west: 0, south: 0, east: 0, north: 0 },
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: expand.map((some) => ({ expand: some })) },
    {
      weight: 1,
      arbitrary: fc.constant({
        expand: ['duplicates'] as const,
        equal: [['duplicates', ['abc', '00ff', 'd41d8']]] as const,
      }),
    },
    { weight: 1, arbitrary: fc.record({ expand: expand, bbox }) },
    { weight: 1, arbitrary: bbox.map((box) => ({ bbox: box })) },
  );
}

/** Returns the position of an item of a source, or a position near it. */
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
  fc
    .record({
      field: fc.oneof({ weight: 6, arbitrary: field() }, { weight: 1, arbitrary: fc.constantFrom('id', 'parentId') }),
      direction: fc.constantFrom('asc', 'desc'),
      isNatural: fc.boolean(),
    })
    .map(({ isNatural, ...key }) => (isNatural ? { ...key, isNatural } : key));

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
  const places = fc.record({ kind: fc.constant('places' as const), zoom: fc.constantFrom(0, 1, 2, 5, 24) });
  const events = fc.record({
    kind: fc.constant('events' as const),
    interval: fc.constantFrom('year', 'month', 'day'),
    timeZone: zones,
  });
  const sets = fc.record({
    kind: fc.constant('sets' as const),
    sets: fc.subarray([
      { set: 'kept', value: 'Kept' },
      { set: 'other', value: 'kept' },
    ]),
    prefix: fc.constantFrom('', 'KE', 'x'),
  });
  return fc.oneof(
    { weight: 4, arbitrary: values },
    interval,
    hours,
    ranges,
    places,
    events,
    sets,
  ) as fc.Arbitrary<Facet>;
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

/** A set is found once and sorted once for each order, for all requests. The cache is limited in bytes. */
import { beforeAll, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import { FoundDocs } from '../../../src/query/operators/found-docs.ts';
import { CachedSet, SetCache, setKeyOf } from '../../../src/query/set-cache.ts';
import type { SearchRequest, Sort } from '../../../src/search/search-request.ts';
import { tuning } from '../../../src/shared/thresholds.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { writeIndex } from '../engine/synthetic-index.ts';

const COUNT = 70_000;
const BY_RANK: Sort = { by: 'fields', keys: [{ field: 'rank', direction: 'desc' }] };
const dir = temporaryDir();
let index: IndexReader;
let other: IndexReader;
beforeAll(async () => {
  const docs = Array.from({ length: COUNT }, (_, doc) => ({
    doc,
    text: doc % 2 === 0 ? 'heron' : 'coot',
    fields: { rank: [String((doc * 7919) % COUNT)], group: [`g${doc % 5}`] },
  }));
  await writeIndex(dir, docs);
  index = closedAtEnd(await IndexReader.open(dir));
  other = closedAtEnd(await IndexReader.open(dir));
});

function opened(): { readonly engine: EmbeddedEngine; readonly sets: SetCache } {
  const sets = new SetCache();
  return { sets, engine: new EmbeddedEngine(new OpenIndexes(new Map([['one', index]])), undefined, sets) };
}

const request = (q: string, more: Partial<SearchRequest> & { skip?: number } = {}): SearchRequest => {
  const { skip, ...rest } = more;
  const scope = { source: 'one', ...(skip === undefined ? {} : { skip }) };
  return { query: parseQuery(q), sources: [scope], want: ['count', 'ids', 'keys'], isKept: true, limit: 3, ...rest };
};

async function ask(engine: EmbeddedEngine, asked: SearchRequest): Promise<{ ids: number[]; keys: unknown[] }> {
  const [outcome] = await engine.search(asked);
  if (outcome?.kind !== 'value') throw new Error('no answer');
  const found = { ids: [] as number[], keys: [] as unknown[] };
  for await (const { ids, keys } of outcome.value.items ?? []) {
    found.ids.push(...ids);
    found.keys.push(...(keys ?? []));
  }
  return found;
}

test('pages, counts and orders of one set compute it once', async () => {
  const { engine, sets } = opened();
  const first = await ask(engine, request('heron', { sort: BY_RANK }));
  expect(sets.computed).toEqual({ sets: 1, orders: 1 });
  const after = { key: [first.keys.at(-1) as number], id: first.ids.at(-1)! };
  const second = await ask(engine, request('heron', { sort: BY_RANK, sources: [{ source: 'one', after }] }));
  expect(await ask(engine, request('heron', { sort: BY_RANK, skip: 3 }))).toEqual(second);
  await engine.search(request('heron', { want: ['count'], facets: [{ kind: 'values', field: 'group' }] }));
  await ask(engine, request('heron', { sort: { by: 'id' } }));
  await ask(engine, request('heron', { sort: { by: 'relevance' } }));
  expect(sets.computed).toEqual({ sets: 1, orders: 1 });
  // For a page beyond the beginning, the complete order is made once.
  const far = await ask(engine, request('heron', { sort: BY_RANK, skip: 30_000 }));
  await ask(engine, request('heron', { sort: BY_RANK, skip: 34_999 }));
  expect(sets.computed).toEqual({ sets: 1, orders: 2 });
  const { engine: fresh } = opened();
  expect(await ask(fresh, request('heron', { sort: BY_RANK, skip: 30_000, isKept: false }))).toEqual(far);
  await ask(engine, request('coot', { sort: BY_RANK }));
  expect(sets.computed).toEqual({ sets: 2, orders: 3 });
});

test('a first page by relevance counts without a set, which facets and further pages compute', async () => {
  const { engine, sets } = opened();
  const byRelevance = { sort: { by: 'relevance' } } as const;
  const ranked = request('heron OR coot', byRelevance);
  const [first] = await engine.search(ranked);
  expect(first).toMatchObject({ kind: 'value', value: { count: COUNT } });
  expect(sets.computed.sets).toBe(0);
  const page = await ask(engine, ranked);
  const after = { key: [page.keys.at(-1) as number], id: page.ids.at(-1)! };
  const next = await ask(engine, { ...ranked, sources: [{ source: 'one', after }] });
  expect(sets.computed.sets).toBe(1);
  expect([...page.ids, ...next.ids]).toEqual((await ask(engine, { ...ranked, limit: 6, isKept: false })).ids);
  expect(await ask(engine, ranked)).toEqual(page);
  const facets: SearchRequest['facets'] = [{ kind: 'values', field: 'group' }];
  await engine.search(request('coot', { ...byRelevance, facets }));
  await engine.search(request('heron', { ...byRelevance, skip: 2 }));
  expect(sets.computed.sets).toBe(3);
});

test('requests to other sources beside it share its set', async () => {
  const sets = new SetCache();
  const engine = new EmbeddedEngine(
    new OpenIndexes(
      new Map([
        ['one', index],
        ['two', other],
      ]),
    ),
    undefined,
    sets,
  );
  await engine.search(request('heron', { sources: [{ source: 'two' }, { source: 'one' }] }));
  expect(sets.computed.sets).toBe(2);
  await engine.search(request('heron'));
  expect(sets.computed.sets).toBe(2);
});

test('concurrent requests compute it once', async () => {
  const { engine, sets } = opened();
  const asked = [request('heron', { sort: BY_RANK }), request('heron', { want: ['count'] }), request('heron')];
  await Promise.all(asked.map((one) => engine.search(one)));
  expect(sets.computed.sets).toBe(1);
  // A cancelled request leaves the work to the next one.
  const given = engine.search(request('coot'), AbortSignal.abort());
  const [refused, answered] = await Promise.allSettled([given, engine.search(request('coot'))]);
  expect([refused.status, answered.status]).toEqual(['rejected', 'fulfilled']);
});

test('parts that determine the set change the key, and others do not', () => {
  const key = setKeyOf(request('heron'));
  for (const same of [{ sort: BY_RANK }, { limit: 9 }, { skip: 2 }, { want: [] }, { facets: [] }]) {
    expect(setKeyOf(request('heron', same))).toBe(key);
  }
  const set = (version?: string) => ({ name: 's', items: new Map(), ...(version === undefined ? {} : { version }) });
  const others = [
    request('coot'),
    request('heron', { filters: [parseQuery('coot')] }),
    request('heron', { collapse: 'group' }),
    request('heron', { expand: ['children'] }),
    request('heron', { defaultFields: ['name'] }),
    request('heron', { sets: [set('1')] }),
    request('heron', { sets: [set('2')] }),
  ].map(setKeyOf);
  expect(new Set([key, ...others]).size).toBe(others.length + 1);
  expect(others).not.toContain(null);
  // The remaining items of one source depend on the others only if the request says so.
  const beside = [{ source: 'one' }, { source: 'two' }];
  for (const more of [{ collapse: 'group' }, { expand: ['duplicates'] as const }]) {
    expect(setKeyOf(request('heron', { ...more, sources: beside }))).not.toBe(setKeyOf(request('heron', more)));
  }
  expect(setKeyOf(request('heron', { sources: beside }))).toBe(key);
  expect(setKeyOf(request('heron', { isKept: false }))).toBeNull();
  expect(setKeyOf(request('heron', { sets: [set()] }))).toBeNull();
});

test('users share the space: the user with most loses the oldest', () => {
  const sets = new SetCache();
  const sized = (part: number) => new CachedSet(FoundDocs.ofDocs(new Uint32Array(tuning.setsKept / 4 / part)));
  const known = (...keys: string[]) => keys.filter((key) => sets.get(index, key) !== null);
  sets.keep(index, 'mine', sized(8), 'ana');
  const theirs = Array.from({ length: 20 }, (_, i) => `greedy ${i}`);
  for (const key of theirs) sets.keep(index, key, sized(8), 'ben');
  expect(known('mine', ...theirs)).toEqual(['mine', ...theirs.slice(-6)]);
  // A set that another request uses stays.
  expect(known('mine')).toEqual(['mine']);
  sets.keep(index, 'large', sized(2), 'ana');
  expect(known('large', ...theirs)).toEqual(['large', ...theirs.slice(-3)]);
  expect(sets.bytes).toBeLessThanOrEqual(tuning.setsKept);
});

test('the least recently used go first, and a set larger than the cache is not stored', () => {
  const sets = new SetCache();
  const quarter = tuning.setsKept / 4;
  const sized = (bytes: number) =>
    new CachedSet(FoundDocs.ofDocs(new Uint32Array(new ArrayBuffer(bytes - (bytes % 4)))));
  for (const key of ['a', 'b', 'c']) sets.keep(index, key, sized(quarter));
  expect(sets.get(index, 'a')).not.toBeNull();
  sets.keep(index, 'd', sized(quarter));
  expect(['a', 'b', 'c', 'd'].map((key) => sets.get(index, key) !== null)).toEqual([true, false, true, true]);
  const grown = sets.get(index, 'a')!;
  grown.orders.set('[]', { docs: new Uint32Array(quarter / 4), isWhole: true });
  sets.keep(index, 'a', grown);
  expect(['a', 'c', 'd'].map((key) => sets.get(index, key) !== null)).toEqual([true, false, true]);
  expect(sets.bytes).toBeLessThanOrEqual(tuning.setsKept);
  sets.keep(index, 'e', sized(5 * quarter));
  expect([sets.get(index, 'e'), sets.bytes <= tuning.setsKept]).toEqual([null, true]);
});

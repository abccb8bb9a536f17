/**
 * Orders and counts of a few items, with handwritten answers: several values of one item, spellings of one value, aliases,
 * ties.
 */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { docGroups } from '../../../src/engine/columns/doc-groups.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { wholeValues } from '../../../src/query/columns/field-columns.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { runToCompletion } from '../../../src/query/execute.ts';
import { markTexts } from '../../../src/query/families/equal-values.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import type { Facet, SearchRequest, SortKey, SourceScope } from '../../../src/search/search-request.ts';
import { closedAtEnd, temporaryDir } from '../../support/endings.ts';
import { writeCase } from '../../support/tiny-case.ts';

const DOCS: readonly Readonly<Record<string, readonly string[]>>[] = [
  { rank: ['5', '20'], tag: ['Blue', 'BLUE', 'red'], length: ['40'], hash: ['fee'] },
  { rank: ['10'], tag: ['green'], size: ['7'], hash: ['0d1'] },
  { rank: ['1'], tag: ['Red'], length: ['3', '90'], hash: ['2021-'] },
  { tag: ['green'], hash: ['ABC'] },
  { rank: ['10', '11'], tag: ['blue', 'x'], size: ['41'], hash: ['12345'] },
  { rank: ['10'] },
];

const dir = temporaryDir();
let index: IndexReader;
let engine: EmbeddedEngine;
beforeAll(async () => {
  // Enough names with a common prefix, in no order.
  const named = Array.from({ length: 70 }, (_, i) => ({ name: [`/disk/home/file-${(i * 27) % 70}`] }));
  const all = [...DOCS.map((properties) => ({ ...properties, kind: ['a'] })), ...named];
  const casePath = await writeCase(
    join(dir, 'case'),
    all.map((properties, id) => ({ id, properties })),
  );
  const { indexPath } = await buildIndex({ casePath, dataDir: join(dir, 'data') });
  index = closedAtEnd(await IndexReader.open(indexPath));
  engine = new EmbeddedEngine(new OpenIndexes(new Map([['one', index]])));
});

async function ordered(keys: readonly SortKey[], more: Partial<SearchRequest & SourceScope> = {}): Promise<unknown[]> {
  const { after, limit = 100, q = 'kind:a', isKept = false } = more as typeof more & { q?: string };
  const sources = [{ source: 'one', ...(after === undefined ? {} : { after }) }];
  const sort = { by: 'fields', keys } as const;
  const [outcome] = await engine.search({ query: parseQuery(q), sources, sort, want: ['ids', 'keys'], limit, isKept });
  if (outcome?.kind !== 'value') throw new Error('no answer');
  const found: unknown[] = [];
  for await (const { ids, keys: own } of outcome.value.items ?? []) {
    for (const [i, id] of ids.entries()) found.push([id, own![i * keys.length]]);
  }
  return found;
}

async function counted(facet: Facet): Promise<unknown[]> {
  const [outcome] = await engine.search({
    query: parseQuery('kind:a'),
    sources: [{ source: 'one' }],
    want: [],
    facets: [facet],
  });
  if (outcome?.kind !== 'value') throw new Error('no answer');
  const found: unknown[] = [];
  for await (const counts of outcome.value.facets[0]!.counts) {
    for (const { key, items } of counts) found.push([key, items]);
  }
  return found;
}

const up = (field: string): SortKey[] => [{ field, direction: 'asc' }];
const down = (field: string): SortKey[] => [{ field, direction: 'desc' }];

test('the least value of an item counts when ascending, the greatest when descending, and none comes last', async () => {
  expect(await ordered(up('rank'))).toEqual([
    ...[[2, 1], [0, 5], [1, 10], [4, 10], [5, 10]], // biome-ignore format: pairs
    [3, null],
  ]);
  const falling = [[0, 20], [4, 11], [1, 10], [5, 10], [2, 1], [3, null]]; // biome-ignore format: pairs
  expect(await ordered(down('rank'))).toEqual(falling);
  for (let limit = 1; limit < falling.length; limit++) {
    expect(await ordered(down('rank'), { limit })).toEqual(falling.slice(0, limit));
  }
});

test('numbers of an alias are in order with those of the field', async () => {
  const rising = [[2, 3], [1, 7], [0, 40], [4, 41], [3, null], [5, null]]; // biome-ignore format: pairs
  expect(await ordered(up('size'))).toEqual(rising);
  expect(await counted({ kind: 'ranges', field: 'size', bounds: [0, 40, 41] })).toEqual([
    ['000000', 2],
    ['000001', 1],
    ['000002', 2],
  ]);
});

test('a position is after its own item, between values and among kinds in order', async () => {
  for (const isKept of [false, true]) {
    const behind = async (key: unknown, id: number): Promise<unknown[]> =>
      (await ordered(up('rank'), { after: { key: [key], id }, isKept } as object)).map((row) => (row as number[])[0]);
    expect(await behind(10, 1)).toEqual([4, 5, 3]);
    expect(await behind(7, 9)).toEqual([1, 4, 5, 3]);
    expect(await behind('text', 0)).toEqual([3]);
    expect(await behind(null, 3)).toEqual([]);
  }
});

test('an item counts once per value, and once per range', async () => {
  expect(await counted({ kind: 'values', field: 'tag' })).toEqual([
    ['blue', 2],
    ['green', 2],
    ['red', 2],
    ['x', 1],
  ]);
  expect(await counted({ kind: 'values', field: 'tag', first: { count: 2, order: 'count' } })).toEqual([
    ['blue', 2],
    ['green', 2],
  ]);
  expect(await counted({ kind: 'ranges', field: 'rank', bounds: [0, 10] })).toEqual([
    ['000000', 2],
    ['000001', 4],
  ]);
});

test('values are as written: digits, and names with a common beginning', async () => {
  const hashes = await ordered(up('hash'));
  expect(hashes).toEqual([[1, '0d1'], [4, '12345'], [2, '2021-'], [3, 'abc'], [0, 'fee'], [5, null]]); // biome-ignore format: pairs
  const names = (await ordered(up('name'), { q: 'name:*' } as object)).map((row) => (row as string[])[1]!);
  expect(names).toEqual([...names].sort());
  expect(names).toHaveLength(70);
  // A few of this many values are looked up one by one.
  const values = runToCompletion(wholeValues(index, 'name'))!;
  const marked = new Uint8Array(values.valueCount);
  runToCompletion(markTexts(values, new Set(['/disk/home/file-3a']), marked));
  expect(marked).not.toContain(1);
  runToCompletion(markTexts(values, new Set(['/disk/home/file-3']), marked));
  expect(marked.indexOf(1)).toBe(names.indexOf('/disk/home/file-3'));
});

test('documents are walked in the order of their values, from either end, a few at a time', () => {
  const values = runToCompletion(wholeValues(index, 'name'))!;
  const walked = (isDescending: boolean): number[] => {
    const walk = values.walk(isDescending);
    const docs: number[] = [];
    for (let some = walk.next(7); some !== null; some = walk.next(7)) docs.push(...some);
    return docs;
  };
  const forwards = walked(false);
  expect(forwards).toHaveLength(70);
  expect(walked(true)).toEqual([...forwards].reverse());
});

test('with more groups than 16 bits can number, documents have no groups', () => {
  const groupsOf = (count: number) =>
    runToCompletion(
      docGroups({ isSingle: true, ordinals: Uint32Array.from({ length: count }, (_, doc) => doc + 1) }, count, null),
    );
  expect(groupsOf(60_000)!.of).toHaveLength(60_000);
  expect(groupsOf(70_000)).toBeNull();
});

/**
 * Orders and counts of an index of some hundred documents, for random sets, compared with the obvious way to compute the same.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { EmbeddedEngine } from '../../../src/query/embedded-engine.ts';
import { OpenIndexes } from '../../../src/query/open-indexes.ts';
import type { Facet, SearchRequest, SortKey } from '../../../src/search/search-request.ts';
import { temporaryDir } from '../../support/endings.ts';
import { seeded } from '../../support/seeded.ts';
import { writeCase } from '../../support/tiny-case.ts';

const COUNT = 300;
const DAY = 86_400_000;
/** Some documents lack a field, some have several values of it, with equal and different spellings. */
type Fields = Readonly<Record<string, readonly string[]>>;
type Random = ReturnType<typeof seeded>;
const below = (random: Random, most: number): number => Math.floor(random() * most);

interface Doc {
  readonly id: number;
  readonly word: string;
  readonly fields: Fields;
}

function docsOf(random: Random, isPermuted: boolean): readonly Doc[] {
  const several = (most: number, value: () => string): readonly string[] =>
    Array.from({ length: below(random, most + 1) }, value);
  const date = (): string => new Date(Date.UTC(2018, 0, 1) + below(random, 1500) * DAY).toISOString();
  const number = (): string => String(below(random, 60));
  return Array.from({ length: COUNT }, (_, doc) => {
    const fields: Record<string, readonly string[]> = {
      rank: several(2, number),
      modified: several(3, date),
      tag: several(3, () => `${below(random, 2) === 0 ? 't' : 'T'}${below(random, 2)}`),
      rare: doc % 11 === 0 ? [number()] : [],
      mid: [`m${below(random, 90)}`],
      // A value has some dozens of documents. Each of its spellings has documents of its own.
      spelled: [`${below(random, 2) === 0 ? 's' : 'S'}${below(random, 12)}`],
      side: [doc % 2 === 0 ? 'a' : 'b'],
      // Two names of one field.
      [doc % 3 === 0 ? 'size' : 'length']: several(1, number),
    };
    const filled = Object.fromEntries(Object.entries(fields).filter(([, values]) => values.length > 0));
    return { id: isPermuted ? (doc * 7) % COUNT : doc, word: doc % 2 === 0 ? 'heron' : 'coot', fields: filled };
  });
}

const NUMBERS: ReadonlySet<string> = new Set(['rank', 'rare', 'length']);

/** The part of a document that counts in an order, or null. */
function keyOf({ fields }: Doc, { field, direction }: SortKey): number | string | null {
  const values = field === 'length' ? (fields.size ?? fields.length ?? []) : (fields[field] ?? []);
  const keys = values.map((value) =>
    NUMBERS.has(field) ? Number(value) : field === 'modified' ? Date.parse(value) : value.toLowerCase(),
  );
  const sorted = keys.sort(compare);
  return (direction === 'asc' ? sorted[0] : sorted.at(-1)) ?? null;
}

function compare(a: number | string | null, b: number | string | null): number {
  return a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
}

function inOrder(docs: readonly Doc[], keys: readonly SortKey[]): readonly number[] {
  const sorted = [...docs].sort((a, b) => {
    for (const key of keys) {
      const [first, second] = [keyOf(a, key), keyOf(b, key)];
      const order = compare(first, second);
      if (order !== 0) return key.direction === 'asc' || first === null || second === null ? order : -order;
    }
    return a.id - b.id;
  });
  return sorted.map(({ id }) => id);
}

/** Keyed by folded value, or by the beginning of the year: items. */
function counted(docs: readonly Doc[], facet: Facet): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { fields } of docs) {
    const own = facet.kind === 'values' ? fields[facet.field] : fields.modified;
    const classes = (own ?? []).map((value) =>
      facet.kind === 'values' ? value.toLowerCase() : `${value.slice(0, 4)}-01-01T00:00:00.000Z`,
    );
    for (const one of new Set(classes)) counts[one] = (counts[one] ?? 0) + 1;
  }
  return counts;
}

const FACETS: readonly Facet[] = [
  { kind: 'values', field: 'tag' },
  { kind: 'values', field: 'mid' },
  { kind: 'interval', field: 'modified', interval: 'year', timeZone: 'UTC' },
];
const SETS: readonly (readonly [q: string, has: (doc: Doc) => boolean])[] = [
  ['*:*', () => true],
  ['heron', ({ word }) => word === 'heron'],
  ['heron OR mid:m1*', ({ word, fields }) => word === 'heron' || fields.mid![0]!.startsWith('m1')],
  ['modified:[2020-06-01 TO *]', ({ fields }) => fields.modified?.some((date) => date >= '2020-06') ?? false],
  ['mid:m7', ({ fields }) => fields.mid![0] === 'm7'],
];
const FIELDS = ['rank', 'rare', 'modified', 'tag', 'mid', 'spelled', 'side', 'length', 'absent'];

export async function agreesOnLargeSets(seed: number, questions: number): Promise<void> {
  const random = seeded(seed);
  const dir = temporaryDir();
  const docs = docsOf(random, seed % 2 === 1);
  const casePath = await writeCase(
    join(dir, 'case'),
    docs.map(({ id, word, fields }) => ({ id, text: word, properties: fields })),
  );
  const { indexPath } = await buildIndex({ casePath, dataDir: join(dir, 'data') });
  const index = await IndexReader.open(indexPath);
  const engine = new EmbeddedEngine(new OpenIndexes(new Map([['one', index]])));
  try {
    for (let n = 0; n < questions; n++) {
      await asks(engine, docs, random);
      await collapses(engine, docs, random);
    }
  } finally {
    await index.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function asks(engine: EmbeddedEngine, docs: readonly Doc[], random: Random): Promise<void> {
  const [q, has] = SETS[below(random, SETS.length)]!;
  const keys = Array.from({ length: below(random, 3) }, (): SortKey => {
    return { field: FIELDS[below(random, FIELDS.length)]!, direction: below(random, 2) === 0 ? 'asc' : 'desc' };
  });
  const limit = 1 + below(random, below(random, 2) === 0 ? 5 : 90);
  const skip = below(random, 2) === 0 ? 0 : below(random, 120);
  const request: SearchRequest = {
    query: parseQuery(q),
    sources: [{ source: 'one', skip }],
    sort: { by: 'fields', keys },
    want: ['count', 'ids', 'keys'],
    limit,
    isKept: below(random, 3) > 0,
    facets: below(random, 2) === 0 ? [] : FACETS,
  };
  const [outcome] = await engine.search(request);
  if (outcome?.kind !== 'value') throw new Error('no answer');
  const { count, items, facets } = outcome.value;
  const ids: number[] = [];
  for await (const batch of items!) ids.push(...batch.ids);
  const hits = docs.filter(has);
  const asked = { q, keys, skip, limit };
  expect({ asked, count, ids }).toEqual({
    asked,
    count: hits.length,
    ids: inOrder(hits, keys).slice(skip, skip + limit),
  });
  for (const [i, facet] of facets.entries()) {
    const found: Record<string, number> = {};
    for await (const some of facet.counts) for (const { key, items: own } of some) found[key] = own;
    const expected = counted(hits, FACETS[i]!);
    expect({ q, facet: FACETS[i], found }).toEqual({ q, facet: FACETS[i], found: expected });
    const field = FACETS[i]!.kind === 'values' ? (FACETS[i] as { field: string }).field : 'modified';
    expect(facet.items).toBe(hits.filter(({ fields }) => fields[field] !== undefined).length);
  }
}

/**
 * Checks collapsing to one item for each value, the one with the least id. There are as many items as values, or only a few.
 */
async function collapses(engine: EmbeddedEngine, docs: readonly Doc[], random: Random): Promise<void> {
  const from = below(random, COUNT);
  const to = from + below(random, below(random, 2) === 0 ? 30 : COUNT);
  const collapse = ['mid', 'tag', 'side', 'rare', 'absent'][below(random, 5)]!;
  const query = parseQuery(`id:[${from} TO ${to}]`);
  const [outcome] = await engine.search({ query, sources: [{ source: 'one' }], collapse, want: ['ids'] });
  if (outcome?.kind !== 'value') throw new Error('no answer');
  const ids: number[] = [];
  for await (const batch of outcome.value.items!) ids.push(...batch.ids);
  const seen = new Set<string>();
  const hits = docs.filter(({ id }) => id >= from && id <= to).sort((a, b) => a.id - b.id);
  const kept = hits.filter(({ fields }) => {
    const [value] = (fields[collapse] ?? []).map((one) => one.toLowerCase()).sort();
    if (value === undefined) return true;
    return !seen.has(value) && seen.add(value).size > 0;
  });
  expect({ collapse, from, to, ids }).toEqual({ collapse, from, to, ids: kept.map(({ id }) => id) });
}

/**
 * The facet of matched words and texts, for queries with expressions over texts, compared with a plain count over the items:
 * random queries, one source or two, all values or the first ones.
 */
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../bench/random.ts';
import { Service } from '../support/http-service.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = 60;
const random = new Random(SEED);
const WORDS = ['card', 'cart', 'Cargo', 'heron', 'HERON', 'foo', 'food', 'x1', 'x22', 'x333'];
const NAMES = ['card one', 'x1', 'heron food', 'other'];

interface Item {
  readonly id: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

function madeItems(count: number): Item[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    properties: { name: random.pick(NAMES), ...(id % 2 === 0 ? { kind: 'even' } : {}) },
    text: Array.from({ length: random.below(7) }, () => random.pick(WORDS)).join(random.pick([' ', ', ', '\n'])),
  }));
}

/** As many simultaneous readers as engine processes. */
const engines = () => Array.from({ length: 3 }, (_, pid) => ({ pid, state: 'ready' as const, memory: 0 }));
const cases = { one: madeItems(80), two: madeItems(30) };

/** A clause, the items with it, and the values of an item that it counts, as `field text-or-word`. */
interface Part {
  readonly q: string;
  readonly has: (item: Item) => boolean;
  readonly values: (item: Item) => readonly string[];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function pattern(q: string, regexp: RegExp): Part {
  const found = ({ text }: Item): string[] => wordsOf(text).filter((word) => regexp.test(word));
  return {
    q,
    has: (item) => found(item).length > 0,
    values: (item) => found(item).map((word) => `content ${word} word`),
  };
}

function expression(source: string, field: 'content' | 'name'): Part {
  const fieldOf = ({ text, properties }: Item): string => (field === 'content' ? text : properties['name']!);
  const found = (item: Item): string[] => [...fieldOf(item).matchAll(new RegExp(source, 'giu'))].map(([one]) => one);
  return {
    q: `${field === 'name' ? 'name:' : ''}text:/${source}/`,
    has: (item) => found(item).length > 0,
    values: (item) => found(item).map((one) => `${field} ${one.toLowerCase()} text`),
  };
}

const word = (q: string): Part => ({ q, has: ({ text }) => wordsOf(text).includes(q), values: () => [] });

const EXPRESSIONS = [
  ...['ar[td]', 'card.{1,2}\\w', 'x\\d+', 'fo+', '(?:he|fo)', 'heron', 'zzz'].map((one) => expression(one, 'content')),
  ...['^\\w+', 'o'].map((one) => expression(one, 'name')),
];
const PATTERNS = [pattern('car*', /^car/), pattern('x?', /^x.$/), pattern('*oo*', /oo/), pattern('/her.n/', /^her.n$/)];
const PLAIN = [word('foo'), word('card'), word('nowhere')];

/** A random query with an expression in it. */
function madeQuery(): Part {
  const one = random.pick(EXPRESSIONS);
  const other = random.pick([...EXPRESSIONS, ...PATTERNS, ...PATTERNS, ...PLAIN]);
  const values = (item: Item): readonly string[] => [...one.values(item), ...other.values(item)];
  switch (random.below(5)) {
    case 0:
      return one;
    case 1:
      return { q: `(${one.q}) OR (${other.q})`, has: (item) => one.has(item) || other.has(item), values };
    case 2:
      return { q: `(${one.q}) AND (${other.q})`, has: (item) => one.has(item) && other.has(item), values };
    case 3:
      return {
        q: `(${one.q})^2 NOT (${other.q})`,
        has: (item) => one.has(item) && !other.has(item),
        values: one.values,
      };
    default:
      return { q: `*:* OR ${other.q} OR ${one.q}`, has: () => true, values };
  }
}

function plainly(items: readonly Item[], { has, values }: Part, limit: number): unknown {
  const set = items.filter(has);
  const counts = new Map<string, number>();
  for (const item of set) for (const key of new Set(values(item))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const all = [...counts.values()].sort((a, b) => b - a);
  return {
    total: set.length,
    distinct: counts.size,
    missing: set.filter((item) => values(item).length === 0).length,
    first: all.slice(0, limit),
    other: all.slice(limit).reduce((sum, count) => sum + count, 0),
    counts,
  };
}

describe.each(['inline', 'file'] as const)('texts that are %s', (textAs) => {
  const service = Service.beforeTests({ cases, caseOptions: { textAs }, server: { engines } });

  test(`${ROUNDS} random queries (SEED=${SEED})`, async () => {
    let shown = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const query = madeQuery();
      const sourceID = random.pick([['one'], ['two'], ['one', 'two']] as const);
      const items = sourceID.flatMap((id) => cases[id]);
      const limit = random.pick([1, 3, 1000]);
      const isFiltered = random.below(3) === 0;
      const body = { q: query.q, sourceID, ...(isFiltered ? { filter: ['kind:even'] } : {}) };
      const facets = [{ matches: true, limit }, { field: 'kind' }];
      const { status, json } = await service.post('/facets', { ...body, facets });
      expect([query.q, status, json.error]).toEqual([query.q, 200, undefined]);
      const [facet] = json.facets;
      const keys = facet.values.map(
        ({ field, value, isText }: { field: string; value: string; isText?: true }) =>
          `${field} ${value} ${isText === true ? 'text' : 'word'}`,
      );
      const own = isFiltered ? items.filter(({ properties }) => properties['kind'] === 'even') : items;
      const { counts, ...expected } = plainly(own, query, limit) as { counts: ReadonlyMap<string, number> };
      const first = facet.values.map(({ items: count }: { items: number }) => count);
      const { distinct, missing, other } = facet;
      expect([query.q, { total: json.total, distinct, missing, first, other }]).toEqual([query.q, expected]);
      for (const [i, key] of keys.entries()) expect([query.q, key, counts.get(key)]).toEqual([query.q, key, first[i]]);
      for (const { isText, q, value } of facet.values) {
        expect([value, q === undefined]).toEqual([value, isText === true]);
        shown++;
      }
    }
    expect(shown).toBeGreaterThan(ROUNDS);
  });
});

test('more distinct texts than the memory of a query holds are refused', async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `n${i}`).join(' ');
  const items = Array.from({ length: 3 }, (_, id) => ({ id, text: text.replaceAll('n', `n${id}`) }));
  const service = await Service.start({
    cases: { one: items },
    server: { queryMebibytes: 8 },
  });
  const { status, json } = await service.post('/facets', { q: 'text:/n\\d+/', facets: [{ matches: true }] });
  expect([status, json.error]).toEqual([400, expect.stringContaining('distinct texts that the query matched')]);
  const few = await service.post('/facets', { q: 'text:/n0\\d/', facets: [{ matches: true }] });
  expect([few.status, few.json.facets[0].distinct]).toEqual([200, 10]);
});

test('several readers count each item once, also one with texts in several parts', async () => {
  const long = (id: number): string =>
    Array.from({ length: 10_000 }, (_, i) => `n${(id * 1000 + i) % 12_000}`).join(' ');
  const items = Array.from({ length: 500 }, (_, id) => ({
    id,
    text: id % 60 === 0 ? long(id / 60) : `n${id} N${id} n1`,
  }));
  const service = await Service.start({ cases: { one: items, two: items.slice(0, 130) }, server: { engines } });
  const counts = new Map<string, number>();
  let findings = 0;
  for (const { text } of [...items, ...items.slice(0, 130)]) {
    const texts = text.toLowerCase().split(' ');
    findings += texts.length;
    for (const one of new Set(texts)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const { json } = await service.post('/facets', { q: 'text:/n\\d+/', facets: [{ matches: true, limit: 1 }] });
  const [facet] = json.facets;
  expect([json.total, facet.distinct, facet.missing, facet.values[0].items]).toEqual([
    630,
    counts.size,
    0,
    counts.get('n1'),
  ]);
  const { text: body } = await service.post('/findings', { q: 'text:/n\\d+/', group: 'text' });
  const lines = String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toEqual({ done: true, findings, items: 630, complete: true });
  expect(new Map(lines.slice(0, -1).map(({ text, items: own }) => [text, own]))).toEqual(counts);
});

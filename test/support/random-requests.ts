/**
 * Random requests about one source, over the words and values of `growing-case.ts`. Their answers do not depend on how the index
 * of the source is divided into parts.
 */
import { GROWING_CATEGORIES, GROWING_HASHES, GROWING_WORDS } from './growing-case.ts';

export interface RandomRequest {
  readonly path: string;
  /** Missing for GET. */
  readonly body?: object;
}

type Random = () => number;

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));

const FIELDS = ['name', 'rank', 'created', 'modified', 'note', 'category', 'hash', 'length'];
const SORTS = [
  ...['id', 'relevance', 'name:asc', 'name:desc', 'name:natural', 'rank:asc', 'rank:desc', 'created:asc'],
  ...['created:desc', 'modified:desc', 'category:asc,length:desc', 'hash:desc', 'length:natural-desc', 'note:asc'],
];
/** A set is found in a different way if relatives or equal items are added, or left out. */
const SETS: readonly (readonly [string, string])[] = [
  ...(['children', 'parents', 'family', 'duplicates', 'thread'] as const).map((by) => ['expand', by] as const),
  ...(['hash', 'category', 'name'] as const).map((by) => ['collapse', by] as const),
];

/** A query of our own language. */
export function randomText(random: Random, depth = 2): string {
  if (depth === 0 || random() < 0.4) return leaf(random);
  const [a, b] = [randomText(random, depth - 1), randomText(random, depth - 1)];
  return pick(random, [
    `${a} ${b}`,
    `(${a}) AND (${b})`,
    `(${a}) OR (${b})`,
    `+(${a}) (${b})^3`,
    `(${a}) NOT (${b})`,
    `NOT (${a})`,
  ]);
}

function leaf(random: Random): string {
  const word = (): string => pick(random, GROWING_WORDS);
  const plain = (): string => pick(random, ['heron', 'stork', 'crane', 'ibis']);
  const first = upTo(random, 40);
  const year = 2020 + upTo(random, 3);
  return pick(random, [
    word,
    word,
    () => `"${word()} ${word()}"`,
    () => `"${word()} * ${word()}"`,
    () => `"${plain()} ${plain()} ${plain()}"~${upTo(random, 4)}`,
    () => `"${plain().slice(0, 3)}* ${plain()}"`,
    () => `${plain().slice(0, 1 + upTo(random, 2))}*`,
    () => `*${plain().slice(2)}`,
    () => `?${plain().slice(1)}`,
    () => `${plain().slice(0, 3)}x~${1 + upTo(random, 1)}`,
    () => `${plain()}~`,
    () => `/[a-i].*[ns]/`,
    () => `text:/her[aio]n/`,
    () => `${plain()} NEAR/${1 + upTo(random, 4)} ${plain()}`,
    () => `${plain()} BEFORE/3 (${plain()} OR ${plain().slice(0, 2)}*)`,
    () => `${plain()} NOT NEAR/2 ${plain()}`,
    () => `rank:[${first} TO ${first + upTo(random, 20)}]`,
    () => `length:{${50 * first} TO *]`,
    () => `created:[${year} TO ${year + 1}]`,
    () => `modified:${year}-0${1 + upTo(random, 8)}`,
    () => `id:[${first} TO ${first + upTo(random, 60)}]`,
    () => `${pick(random, FIELDS)}:*`,
    () => `name:${plain()}`,
    () => `name:*.txt`,
    () => `name:="${plain()} ${plain()}.txt"`,
    () => `note:"${plain()} ${plain()}"`,
    () => `category:${pick(random, GROWING_CATEGORIES)}`,
    () => `category:${pick(random, GROWING_CATEGORIES).slice(0, 2)}*`,
    () => `hash:${pick(random, GROWING_HASHES)}`,
    () => `hash:[${pick(random, GROWING_HASHES)} TO *]`,
    // Hints name the nearest field, or fields that have the word.
    () => `nmae:${plain()}`,
    () => `title:${plain()}`,
    () => `nowhere${upTo(random, 9)}`,
    () => `...`,
    () => '*:*',
  ])();
}

export function randomRequest(random: Random, ids: readonly number[]): RandomRequest {
  const q = randomText(random);
  const set: [string, string][] = [['q', q]];
  if (random() < 0.2) set.push(['filter', leaf(random)]);
  if (random() < 0.15) set.push(['defaultOperator', 'AND']);
  if (random() < 0.2) set.push([...pick(random, SETS)]);
  const id = pick(random, [...ids, 0, 1]);
  const doc = `/sources/one/docs/${id}`;
  const sort = pick(random, SORTS);
  return pick(random, [
    () => search(set.slice(0, 1), random),
    () => hits(set, sort, random),
    () => hits(set, sort, random),
    () => facets(set, random),
    () => events(set, random),
    () => get('/export', [...set, ['format', pick(random, ['csv', 'ndjson'])], ['sort', sort]]),
    () => get('/findings', [...set, ['context', '12'], ...grouped(random)]),
    () => keywords(random),
    () => get(`/sources/one/tree/${pick(random, ['root', id])}`, [...set, ...treePage(random)]),
    () => get(`/sources/one/tree/${pick(random, ['root', id])}`, treePage(random)),
    () => get(doc, []),
    () => get(`${doc}/text`, []),
    () => get(`${doc}/matches`, [['q', q]]),
    () => get(`${doc}/family`, []),
    () => get(`${doc}/similar`, []),
    () => get('/suggest', [...suggestedField(random), ['prefix', pick(random, GROWING_WORDS).slice(0, 2)]]),
    () => ({ path: pick(random, ['/fields', '/categories', '/people']) }),
    () => ({ path: '/records', body: { docs: ids.slice(0, 20).map((one) => ({ source: 'one', id: one })) } }),
  ])();
}

function get(path: string, parameters: readonly (readonly [string, string])[]): RandomRequest {
  const text = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return { path: text === '' ? path : `${path}?${text}` };
}

function search(set: readonly [string, string][], random: Random): RandomRequest {
  return get('/search', [
    ...set,
    ...pick(random, [[], [['sort', 'relevance'] as const, ['limit', String(upTo(random, 30))] as const]]),
  ]);
}

function hits(set: readonly [string, string][], sort: string, random: Random): RandomRequest {
  const limit = pick(random, [0, 1, 5, 20, 500]);
  return get('/hits', [
    ...set,
    ['sort', sort],
    ['limit', String(limit)],
    ...pick(random, [[], [['offset', String(upTo(random, 30))] as const]]),
    ['properties', pick(random, ['*', 'none', 'name,rank,length'])],
    ['snippets', String(upTo(random, 2))],
  ]);
}

function facets(set: readonly [string, string][], random: Random): RandomRequest {
  const { q, ...others } = Object.fromEntries(set);
  const lists = Object.entries(others).map(([name, value]) => [
    name,
    name === 'filter' || name === 'expand' ? [value] : value,
  ]);
  const all = [
    { field: 'category' },
    { field: 'category', order: 'value', limit: 2 },
    { field: 'name', contains: 'her', limit: 5 },
    { field: 'name', prefix: 'i', limit: 500 },
    { field: 'hash', limit: 500 },
    { field: 'note' },
    { field: 'rank', ranges: [0, 10, 25] },
    { field: 'length', interval: 'log' },
    { field: 'created', interval: pick(random, ['year', 'month', 'auto']) },
    { field: 'modified', interval: 'week', timeZone: 'America/Sao_Paulo' },
    { place: true, zoom: upTo(random, 6) },
    { events: true, interval: 'year' },
    { matches: true, limit: 50 },
    { field: 'source' },
  ];
  const from = upTo(random, all.length - 1);
  return { path: '/facets', body: { q, ...Object.fromEntries(lists), facets: all.slice(from, from + 3) } };
}

function events(set: readonly [string, string][], random: Random): RandomRequest {
  return get('/events', [
    ...set,
    ['order', pick(random, ['asc', 'desc'])],
    ['limit', String(pick(random, [1, 7, 500]))],
    ...pick(random, [[], [['offset', String(upTo(random, 20))] as const], [['from', '2021-01-01'] as const]]),
  ]);
}

function grouped(random: Random): readonly (readonly [string, string])[] {
  return pick(random, [[], [['group', 'text'] as const]]);
}

function keywords(random: Random): RandomRequest {
  const queries = Array.from({ length: 1 + upTo(random, 5) }, () => randomText(random, 1));
  const others = pick(random, [{}, { collapse: 'hash' }, { expand: ['family'] }, { within: leaf(random) }]);
  return { path: '/keywords', body: { queries, ...others } };
}

function treePage(random: Random): readonly (readonly [string, string])[] {
  return [
    ['limit', String(pick(random, [3, 60, 500]))],
    ['offset', String(pick(random, [0, 0, upTo(random, 40)]))],
    ...pick(random, [[], [['only', 'hits'] as const]]),
  ];
}

function suggestedField(random: Random): readonly (readonly [string, string])[] {
  return pick(random, [[], [['field', pick(random, FIELDS)] as const]]);
}

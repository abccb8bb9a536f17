/**
 * `node dist/bench/interface/engine-lines.js CASE DATA`: our engine under the commands of bench/peers/lucene's Interface, one
 * per line, in this process and without HTTP. It does the same work as the peers. Sets are cached as in a server. Prints the
 * answer, then microseconds.
 */
import { createInterface } from 'node:readline';
import { parseQuery } from '../../grammar/parse.ts';
import type { FacetAnswer, Outcome, SourceAnswer } from '../../src/search/search-answer.ts';
import type { Facet, Position, SearchRequest, SortValue } from '../../src/search/search-request.ts';
import { openSource } from '../../src/sources/open-source.ts';
import { byCodePoint, FACETED_VALUES, type SortedField, since } from './side.ts';

const [casePath, dataDir] = process.argv.slice(2);
if (casePath === undefined || dataDir === undefined) throw new RangeError('CASE DATA');
const source = await openSource(casePath, { dataDir, buildIfNeeded: false });
const sources = [{ source: source.name }];
const DIRECTIONS = { modified: 'desc', name: 'asc' } as const;
const FACETS: readonly Facet[] = [
  { kind: 'values', field: 'category', first: { count: FACETED_VALUES, order: 'count' } },
  { kind: 'interval', field: 'modified', interval: 'year', timeZone: 'UTC' },
];
let last: Position | undefined;

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const [command, ...words] = line.split('\t') as [string, ...string[]];
  const start = process.hrtime.bigint();
  const shown = await answered(command, words);
  const microseconds = Number(process.hrtime.bigint() - start) / 1000;
  process.stdout.write(`${shown()}\t${microseconds.toFixed(1)}\n`);
}
await source.close();

/** Formats an answer, which is not timed. */
async function answered(command: string, words: readonly string[]): Promise<() => string> {
  switch (command) {
    case 'FACETS':
      return facets(Number(words[0]));
    case 'SORT':
      return page(words[0] as SortedField, Number(words[1]), Number(words[2]), Number(words[3]));
    case 'NEXT':
      return page(words[0] as SortedField, Number(words[1]), 0, Number(words[2]), last);
    case 'SNIPPETS':
      return snippets(words[0]!, Number(words[1]), Number(words[2]));
    default:
      throw new Error(`unknown command ${command}`);
  }
}

async function search(q: string, request: Omit<SearchRequest, 'query' | 'sources'>, after?: Position, skip?: number) {
  const scopes = [
    { source: source.name, ...(after === undefined ? {} : { after }), ...(skip === undefined ? {} : { skip }) },
  ];
  const outcomes = await source.engine.search({ query: parseQuery(q), sources: scopes, isKept: true, ...request });
  return answerOf(outcomes);
}

function answerOf([outcome]: readonly Outcome<SourceAnswer>[]): SourceAnswer {
  if (outcome?.kind === 'value') return outcome.value;
  throw outcome?.fault ?? new Error('no answer');
}

async function facets(from: number): Promise<() => string> {
  const { count, facets: answers } = await search(since(from), { want: ['count'], facets: FACETS });
  const [category, year] = await Promise.all(answers.map(countsOf));
  return () =>
    [
      category!.map(([label, items]) => `${label}=${items}`),
      year!.map(([label, items]) => `${label.slice(0, 4)}=${items}`),
      [`bench=${count}`],
    ]
      .map((values) => values.sort(byCodePoint).join(','))
      .join(';');
}

async function countsOf({ counts }: FacetAnswer): Promise<readonly (readonly [string, number])[]> {
  const all: [string, number][] = [];
  for await (const some of counts) for (const { key, items } of some) all.push([key, items]);
  return all;
}

async function page(field: SortedField, from: number, offset: number, limit: number, after?: Position) {
  const { count, items } = await search(
    since(from),
    { want: ['count', 'ids', 'keys'], sort: { by: 'fields', keys: [{ field, direction: DIRECTIONS[field] }] }, limit },
    after,
    after === undefined ? offset : undefined,
  );
  const ids: number[] = [];
  let key: SortValue = null;
  for await (const batch of items!) {
    ids.push(...batch.ids);
    key = (batch.keys as readonly SortValue[]).at(-1)!;
  }
  if (after === undefined && ids.length > 0) last = { key: [key], id: ids.at(-1)! };
  return () => `${count};${ids.join(',')}`;
}

async function snippets(word: string, limit: number, most: number): Promise<() => string> {
  const query = parseQuery(`content:${word}`);
  const { items } = answerOf(
    await source.engine.search({ query, sources, sort: { by: 'relevance' }, limit, want: ['ids', 'keys'] }),
  );
  const session = await source.engine.matching({
    source: source.name,
    query,
    areHits: true,
    want: { kind: 'snippets', most, properties: [] },
  });
  const ids: number[] = [];
  for await (const batch of items!) ids.push(...batch.ids);
  let parts = ids.map((id) => ({ id, text: 'stored', isLast: true }) as const);
  let marked = 0;
  for (let isDone = false; !isDone; parts = []) {
    const answer = await session.scan(parts);
    for (const found of answer.found) if (found.kind === 'snippets' && found.snippets.length > 0) marked++;
    isDone = answer.isDone;
  }
  session.end();
  return () => `${ids.length};${marked}`;
}

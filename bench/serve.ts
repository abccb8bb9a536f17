/**
 * Our engine under the line protocol of bench/README.md, in-process:
 *
 *     npm run -s bench:serve -- --case DIR [--data DIR] [--iterations N]
 *
 * Reading the query is not in the time; planning, reading the index, collecting and whatever has to be awaited are. `OPEN` tells how long opening
 * took. The index is built first where it is missing.
 */
import { parseArgs } from 'node:util';
import type { Query } from '../grammar/ast.ts';
import { parseQuery } from '../grammar/parse.ts';
import type { SourceAnswer } from '../src/search/search-answer.ts';
import type { SearchRequest } from '../src/search/search-request.ts';
import { openSource } from '../src/sources/open-source.ts';
import { serveLines } from './serve-lines.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    data: { type: 'string', default: 'case-access-data' },
    iterations: { type: 'string', default: '10' },
  },
});
if (values.case === undefined) {
  console.error('bench:serve wants --case DIR');
  process.exit(2);
}
const start = performance.now();
const source = await openSource(values.case, { dataDir: values.data, buildIfNeeded: true });
const openMicroseconds = (performance.now() - start) * 1000;

const sources = [{ source: source.name }];
const COUNT: Omit<SearchRequest, 'query'> = { sources, want: ['count'] };
const IDS: Omit<SearchRequest, 'query'> = { sources, want: ['ids'] };
const TOP_10: Omit<SearchRequest, 'query'> = { sources, sort: { by: 'relevance' }, limit: 10, want: ['ids', 'keys'] };
const TOP_10_COUNT: Omit<SearchRequest, 'query'> = { ...TOP_10, want: ['count', 'ids', 'keys'] };

await serveLines((text) => {
  if (text === '') return openOnly;
  const query = parseQuery(text);
  return async (command) => {
    switch (command) {
      case 'COUNT':
        return (await ask(query, COUNT)).count!;
      case 'IDS':
      case 'SET':
        return idsOf(await ask(query, IDS));
      case 'TOP_10':
        return (await idsOf(await ask(query, TOP_10))).length;
      case 'TOP_10_COUNT': {
        const answer = await ask(query, TOP_10_COUNT);
        await idsOf(answer);
        return answer.count!;
      }
      default:
        throw new Error(`unknown command ${command}`);
    }
  };
}, Number(values.iterations));

await source.close();

async function ask(query: Query, wanted: Omit<SearchRequest, 'query'>): Promise<SourceAnswer> {
  const [outcome] = await source.engine.search({ query, ...wanted });
  if (outcome?.kind !== 'value') throw outcome?.fault ?? new Error('no answer');
  return outcome.value;
}

/** All ids of an answer: a batch that is all of them as it is, several put together. */
async function idsOf({ items }: SourceAnswer): Promise<Uint32Array> {
  let ids = new Uint32Array(0);
  let count = 0;
  for await (const batch of items ?? []) {
    if (count + batch.ids.length > ids.length) {
      const grown = new Uint32Array(Math.max(ids.length * 2, count + batch.ids.length));
      grown.set(ids.subarray(0, count));
      ids = grown;
    }
    ids.set(batch.ids, count);
    count += batch.ids.length;
  }
  return ids.subarray(0, count);
}

/** `OPEN` with no query: the answer is how many microseconds opening took. */
async function openOnly(command: string): Promise<number> {
  if (command !== 'OPEN') throw new Error('an empty query');
  return Math.round(openMicroseconds);
}

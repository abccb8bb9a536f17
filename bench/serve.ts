/**
 * Our engine under the line protocol of bench/README.md, in-process:
 *
 *     npm run -s bench:serve -- --case DIR [--data DIR] [--iterations N]
 *
 * Planning, reading the index, collecting and all waiting are timed; parsing the query is not. `OPEN` reports how long opening
 * took, and `REOPEN` opens the index again. The index is built first if it is missing.
 */
import { parseArgs } from 'node:util';
import { parseQuery } from '../grammar/parse.ts';
import type { Outcome, SourceAnswer } from '../src/search/search-answer.ts';
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
const casePath = values.case;
const start = performance.now();
const open = () => openSource(casePath, { dataDir: values.data, buildIfNeeded: true });
let source = await open();
const openMicroseconds = (performance.now() - start) * 1000;

const sources = [{ source: source.name }];
const COUNT: Omit<SearchRequest, 'query'> = { sources, want: ['count'] };
const IDS: Omit<SearchRequest, 'query'> = { sources, want: ['ids'] };
const TOP_10: Omit<SearchRequest, 'query'> = { sources, sort: { by: 'relevance' }, limit: 10, want: ['ids', 'keys'] };
const TOP_10_COUNT: Omit<SearchRequest, 'query'> = { ...TOP_10, want: ['count', 'ids', 'keys'] };
const HUNDRED = { limit: 100 };

await serveLines((text) => {
  if (text === '') return openOnly;
  const query = parseQuery(text);
  const requests = { count: { query, ...COUNT }, ids: { query, ...IDS } };
  const ranked = { top: { query, ...TOP_10 }, counted: { query, ...TOP_10_COUNT } };
  const hundred = { top: { ...ranked.top, ...HUNDRED }, counted: { ...ranked.counted, ...HUNDRED } };
  return (command) => {
    switch (command) {
      case 'COUNT':
        return count(requests.count);
      case 'IDS':
      case 'SET':
        return ids(requests.ids);
      case 'TOP_10':
        return top(ranked.top);
      case 'TOP_10_COUNT':
        return top(ranked.counted);
      case 'TOP_100':
        return top(hundred.top);
      case 'TOP_100_COUNT':
        return top(hundred.counted);
      default:
        throw new Error(`unknown command ${command}`);
    }
  };
}, Number(values.iterations));

await source.close();

async function count(request: SearchRequest): Promise<number> {
  return answered(await source.engine.search(request)).count!;
}

async function ids(request: SearchRequest): Promise<Uint32Array> {
  const { items } = answered(await source.engine.search(request));
  return items?.whole?.ids ?? allIds(items);
}

/** Returns the number of matches or, if it was not requested, the number of top items. */
async function top(request: SearchRequest): Promise<number> {
  const answer = answered(await source.engine.search(request));
  const best = answer.items?.whole?.ids ?? (await allIds(answer.items));
  return answer.count ?? best.length;
}

function answered([outcome]: readonly Outcome<SourceAnswer>[]): SourceAnswer {
  if (outcome?.kind === 'value') return outcome.value;
  throw outcome?.fault ?? new Error('no answer');
}

/** Returns all ids of an answer in several batches. */
async function allIds(items: SourceAnswer['items']): Promise<Uint32Array> {
  let found = new Uint32Array(0);
  let length = 0;
  for await (const batch of items ?? []) {
    if (length + batch.ids.length > found.length) {
      const grown = new Uint32Array(Math.max(found.length * 2, length + batch.ids.length));
      grown.set(found.subarray(0, length));
      found = grown;
    }
    found.set(batch.ids, length);
    length += batch.ids.length;
  }
  return found.subarray(0, length);
}

/**
 * Handles lines without a query. The answer to `OPEN` is how many microseconds opening took. `REOPEN` closes the index and
 * opens it again with empty caches.
 */
async function openOnly(command: string): Promise<number> {
  if (command === 'REOPEN') {
    await source.close();
    source = await open();
    return 0;
  }
  if (command !== 'OPEN') throw new Error('an empty query');
  return Math.round(openMicroseconds);
}

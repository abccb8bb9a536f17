/**
 * Our engine under the line protocol of bench/README.md, in-process:
 *
 *     npm run -s bench:serve -- --case DIR [--data DIR] [--iterations N]
 *
 * Reading the query is not in the time; planning, reading the index and collecting are. `OPEN` tells how long opening
 * took. The index is built first where it is missing.
 */
import { parseArgs } from 'node:util';
import { parseQuery } from '../grammar/parse.ts';
import { openIndexSearch } from '../src/sources/open-source.ts';
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
const { search, caseReader } = await openIndexSearch(values.case, { dataDir: values.data, buildIfNeeded: true });
const openMicroseconds = (performance.now() - start) * 1000;

await serveLines((text) => {
  if (text === '') return openOnly;
  const query = parseQuery(text);
  return (command) => {
    switch (command) {
      case 'COUNT':
        return search.count(query);
      case 'IDS':
      case 'SET':
        return search.ids(query);
      case 'TOP_10':
        return search.topOnly(query, 10).length;
      case 'TOP_10_COUNT':
        return search.top(query, 10).count;
      default:
        throw new Error(`unknown command ${command}`);
    }
  };
}, Number(values.iterations));

await search.index.close();
await caseReader.close();

/** `OPEN` with no query: the answer is how many microseconds opening took. */
function openOnly(command: string): number {
  if (command !== 'OPEN') throw new Error('an empty query');
  return Math.round(openMicroseconds);
}

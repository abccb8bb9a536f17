/**
 * `node dist/bench/game/serve.js DIRECTORY`: answers the public search-benchmark-game. Reads lines of a command, a tab and a
 * query, and writes a line for each: the number of matches, 1 for the top k without a count, `UNSUPPORTED` for unsupported
 * commands.
 */
import './without-pairs.ts';

import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { parseQuery } from '../../grammar/parse.ts';
import { RefusedQueryError } from '../../src/search/refused-query.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { openSource } from '../../src/sources/open-source.ts';

const COMMAND = /^(?:(?<counts>COUNT|UNOPTIMIZED_COUNT)|TOP_(?<best>10|100|1000)(?<counted>_COUNT)?)$/;
const UNSUPPORTED = 'UNSUPPORTED';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('serve.js needs the directory that make-index.js made');
const source = await openSource(join(directory, 'case'), { dataDir: join(directory, 'data'), buildIfNeeded: false });
const sources = [{ source: source.name }];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const tab = line.indexOf('\t');
  process.stdout.write(`${await answer(line.slice(0, tab), line.slice(tab + 1))}\n`);
}
await source.close();

async function answer(command: string, text: string): Promise<number | typeof UNSUPPORTED> {
  const { counts, best, counted } = COMMAND.exec(command)?.groups ?? {};
  if (counts === undefined && best === undefined) return UNSUPPORTED;
  try {
    const query = parseQuery(text);
    if (counts !== undefined) return (await search({ query, sources, want: ['count'] })).count!;
    const top = { query, sources, sort: { by: 'relevance' }, limit: Number(best) } as const;
    const want = counted === undefined ? (['ids', 'keys'] as const) : (['count', 'ids', 'keys'] as const);
    const { count, items } = await search({ ...top, want });
    if (items!.whole === undefined) for await (const _ of items!);
    return count ?? 1;
  } catch (fault) {
    // The query language does not support this query. Any other error ends the run.
    if (fault instanceof RefusedQueryError || fault instanceof QuerySyntaxError) return UNSUPPORTED;
    throw fault;
  }
}

async function search(request: SearchRequest) {
  const [outcome] = await source.engine.search(request);
  if (outcome!.kind === 'damaged') throw outcome!.fault;
  return outcome!.value;
}

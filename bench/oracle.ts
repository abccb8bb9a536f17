/**
 * Writes the answers of the Lucene peer on the library case (test/shared/library-content.tsv). `make shared-check` compares the
 * engine with them.
 *
 *   node dist/bench/oracle.js --case DIRECTORY [--table FILE] [--index DIRECTORY]
 *
 * Reads the queries from the current table: class, query, number of items, and a hash of their ids (bench/README.md). Prints
 * each row whose answer changed, with the number of items before and after. Builds the index if it is missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { luceneCommand } from './engines/engines.ts';
import { notInstalled, workDirectory } from './engines/installed.ts';
import { LineProcess } from './engines/line-process.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    table: { type: 'string', default: join('test', 'shared', 'library-content.tsv') },
    index: { type: 'string', default: join(workDirectory, 'indexes', 'oracle') },
  },
});
if (values.case === undefined) throw new Error('name the case: --case DIRECTORY');
const reason = notInstalled('lucene');
if (reason !== null) throw new Error(`the Lucene peer is missing: ${reason}`);

if (!existsSync(values.index)) {
  const [java, ...rest] = [...luceneCommand, 'build', values.case, values.index, '1', '--merge'];
  execFileSync(java!, rest, { stdio: ['ignore', 'inherit', 'ignore'] });
}
const [header, ...rows] = readFileSync(values.table, 'utf8').trimEnd().split('\n');
const peer = new LineProcess([...luceneCommand, 'serve', values.index, '1']);
const answered: string[] = [];
for (const row of rows) answered.push(await answeredRow(row));
await peer.end();
writeFileSync(values.table, `${[header, ...answered].join('\n')}\n`);
console.log(`${values.table}: ${rows.length} rows, ${answered.filter((row, i) => row !== rows[i]).length} changed`);

async function answeredRow(row: string): Promise<string> {
  const [name, query, before] = row.split('\t');
  const answer = await peer.ask('SET', query!);
  if (answer.kind !== 'answer') throw new Error(`${query}: ${answer.reason}`);
  const own = [name, query, answer.count, answer.hash].join('\t');
  if (own !== row) console.log(`${name}\t${query}\t${before} → ${answer.count}`);
  return own;
}

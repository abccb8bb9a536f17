/**
 * `node dist/bench/interface.js --case DIR [--work DIR] [--rounds N] [--only TEXT] [--warm N] [--smoke]`: counts, orders,
 * pages, pieces of text, keyword lists and exports of one case, by our server over HTTP, by our engine in a process without
 * HTTP, by Lucene (its facets, sorted pages and unified highlighter) and by tantivy (its aggregations and orders); `make
 * bench-peers` installs these. Answers are compared, and each task is warmed up before its time counts. Each round of a task
 * uses another set of about half of the items, so that nothing is cached from the previous round. --only: tasks whose names
 * have the text, and no lists or exports.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listeningProcess } from './http/listening-process.ts';
import { exportColumns } from './interface/export-columns.ts';
import { inTurn, TIMES_HEAD, timesRow } from './interface/in-turn.ts';
import { lineSide } from './interface/line-side.ts';
import { luceneSide } from './interface/lucene-side.ts';
import { post, serverSide } from './interface/server-side.ts';
import type { Answered, Side } from './interface/side.ts';
import { tantivySide } from './interface/tantivy-side.ts';
import { writeSyntheticCase } from './synthetic/write-case.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    work: { type: 'string', default: 'bench/.work/interface' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string' },
    warm: { type: 'string', default: '1000' },
    smoke: { type: 'boolean', default: false },
  },
});
const rounds = values.smoke ? 1 : Number(values.rounds);
/** Warm-up rounds; fewer for far pages, because peers take seconds for one. */
const WARM = values.smoke ? 1 : Number(values.warm);
const WARM_FAR = values.smoke ? 1 : 3;
const PAGE = 50;
const FAR_OFFSET = 500_000;
const KEYWORDS = values.smoke ? [100] : [10_000, 100_000];
const cli = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));

mkdirSync(values.work, { recursive: true });
const casePath = values.case ?? join(values.work, 'smoke-case');
if (values.case === undefined) {
  if (!values.smoke) throw new Error('name the case: --case DIR');
  await writeSyntheticCase(casePath, { items: 300, seed: 1, words: 60, vocabulary: 2000 });
}
const name = basename(resolve(casePath));
const columns = join(values.work, `${name}.tsv`);
const drawn = await exportColumns(casePath, columns);
const data = join(values.work, `${name}-data`);
const server = await startServer();
const lines = fileURLToPath(new URL('./interface/engine-lines.js', import.meta.url));
const sides: Side[] = [];
try {
  sides.push(serverSide(server.url));
  sides.push(lineSide('engine', [process.execPath, lines, casePath, data]));
  const lucene = luceneSide(columns, join(values.work, `${name}-lucene-index`));
  const tantivy = tantivySide(columns, join(values.work, `${name}-tantivy-index`));
  for (const peer of [lucene, tantivy]) if (peer !== null) sides.push(peer);
  console.log(`${name}: ${drawn.items} items, ${rounds} rounds; load ${loadavg()[0]!.toFixed(1)}`);
  console.log(TIMES_HEAD);
  await compare();
  if (values.only === undefined) {
    for (const count of KEYWORDS) await keywords(count);
    for (const format of ['ndjson', 'csv']) for (const sort of ['id', 'name:asc']) await exported(format, sort);
  }
} finally {
  await Promise.all(sides.map((side) => side.end()));
  server.process.kill('SIGTERM');
}

async function startServer() {
  const sources = join(values.work, `${name}-sources.json`);
  writeFileSync(sources, JSON.stringify([{ id: 'bench', path: resolve(casePath) }]));
  const flags = ['--sources', sources, '--host', '127.0.0.1', '--port', '0', '--data', data];
  const started = await listeningProcess(['node', cli, 'serve', ...flags]);
  while ((await fetch(`${started.url}/search?limit=1&q=*:*`)).status !== 200) await sleep(200);
  return started;
}

/** Each round of each task uses its own set, so that nothing is cached from the previous round. */
async function compare(): Promise<void> {
  const { dates, fewest, words } = drawn;
  const far = Math.min(FAR_OFFSET, Math.max(0, fewest - 2 * PAGE));
  let asked = 0;
  const measured = async (
    what: string,
    warm: number,
    ask: (side: Side, from: number, round: number) => Promise<Answered | null>,
  ): Promise<void> => {
    if (values.only !== undefined && !what.includes(values.only)) return;
    const first = asked;
    asked += warm + rounds;
    const date = (round: number): number => dates[(first + round) % dates.length]!;
    const times = await inTurn(sides, { warm, timed: rounds }, (side, round) => ask(side, date(round), round));
    console.log(timesRow(what, times));
  };
  await measured('counts by category, year and source', WARM, (side, from) => side.facets(from));
  for (const field of ['modified', 'name'] as const) {
    await measured(`first page by ${field}`, WARM, (side, from) => side.page(field, from, 0, PAGE));
    const last = dates[(asked - 1) % dates.length]!;
    await measured(`its next page by ${field}`, WARM, (side) => side.next(field, last, PAGE));
    await measured(`page at offset ${far} by ${field}`, WARM_FAR, (side, from) => side.page(field, from, far, PAGE));
  }
  const word = (round: number): string => words[Math.min(20 + round, words.length - 1)]!;
  await measured(`${PAGE} hits with 3 snippets each`, WARM, (side, _from, round) =>
    side.snippets(word(round), PAGE, 3),
  );
}

async function keywords(count: number): Promise<void> {
  const queries = Array.from({ length: count }, (_, n) => drawn.words[n % drawn.words.length]!);
  let last = '';
  const { milliseconds, status } = await post(`${server.url}/keywords`, { queries }, (piece) => {
    last = (last + piece.toString('latin1')).slice(-500);
  });
  const end = last.trimEnd().split('\n').at(-1)!;
  if (status !== 200 || !end.includes('"complete":true')) throw new Error(`keywords: ${status} ${end}`);
  console.log(timesRow(`report on ${count} keywords`, ofServer(milliseconds)));
}

async function exported(format: string, sort: string): Promise<void> {
  const properties = ['name', 'path', 'category', 'length', 'modified'];
  let lines = 0;
  const body = { q: '*:*', format, sort: [sort], properties };
  const { milliseconds, status } = await post(`${server.url}/export`, body, (piece) => {
    for (const byte of piece) if (byte === 10) lines++;
  });
  if (status !== 200 || lines < drawn.items) throw new Error(`export as ${format}: ${status}, ${lines} lines`);
  console.log(timesRow(`export of all items as ${format} by ${sort}`, ofServer(milliseconds)));
}

function ofServer(milliseconds: number) {
  return new Map([[{ name: 'HTTP' }, [milliseconds]]]);
}

/**
 * `node dist/bench/interface.js --case DIR [--work DIR] [--rounds N] [--smoke]`: counts, orders, pages, pieces of text, keyword
 * lists and exports of one case, asked of our server over HTTP, and of Lucene in its own process (its facets, sorted pages and
 * unified highlighter; `make bench-peers` installs it). Answers are compared first. Each round asks for another set of about half
 * of the items, so that nothing is kept from the round before. Ours are whole answers with HTTP and JSON, Lucene's are its own work.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listeningProcess } from './http/listening-process.ts';
import { exportColumns } from './interface/export-columns.ts';
import { luceneSide } from './interface/lucene-side.ts';
import { post, serverSide } from './interface/server-side.ts';
import type { Answered, Side } from './interface/side.ts';
import { writeSyntheticCase } from './synthetic/write-case.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    work: { type: 'string', default: 'bench/.work/interface' },
    rounds: { type: 'string', default: '7' },
    smoke: { type: 'boolean', default: false },
  },
});
const rounds = values.smoke ? 1 : Number(values.rounds);
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
const lucene = luceneSide(columns, join(values.work, `${name}-lucene`));
const server = await startServer();
const ours = serverSide(server.url);
try {
  console.log(`${name}: ${drawn.items} items, ${rounds} rounds; load ${loadavg()[0]!.toFixed(1)}`);
  await compareWithLucene();
  for (const count of KEYWORDS) await keywords(count);
  for (const format of ['ndjson', 'csv']) for (const sort of ['id', 'name:asc']) await exported(format, sort);
} finally {
  await Promise.all([ours.end(), lucene?.end()]);
  server.process.kill('SIGTERM');
}

async function startServer() {
  const sources = join(values.work, `${name}-sources.json`);
  writeFileSync(sources, JSON.stringify([{ id: 'bench', path: resolve(casePath) }]));
  const flags = [
    '--sources',
    sources,
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--data',
    join(values.work, `${name}-data`),
  ];
  const started = await listeningProcess([cli, 'serve', ...flags]);
  while ((await fetch(`${started.url}/search?limit=1&q=*:*`)).status !== 200) await sleep(200);
  return started;
}

async function compareWithLucene(): Promise<void> {
  const half = drawn.dates.length >> 1;
  /** Another one each round. */
  const from = (round: number): number => drawn.dates[Math.max(0, half - 1 - round)]!;
  const far = Math.min(FAR_OFFSET, Math.max(0, half - PAGE));
  const word = (round: number): string => drawn.words[Math.min(20 + round, drawn.words.length - 1)]!;
  await task('counts by category and year, half of the items', (side, round) => side.facets(from(round)));
  for (const field of ['modified', 'name'] as const) {
    await task(`first page by ${field}`, (side, round) => side.page(field, from(round), 0, PAGE));
    await task('its next page', (side) => side.next(field, from(rounds - 1), PAGE));
    await task(`page at offset ${far} by ${field}`, (side, round) => side.page(field, from(round + 10), far, PAGE));
  }
  await task(`${PAGE} hits with 3 snippets each`, (side, round) => side.snippets(word(round), PAGE, 3));
}

/** Both in turn; the first round warms up and compares. */
async function task(what: string, ask: (side: Side, round: number) => Promise<Answered>): Promise<void> {
  const times = new Map<Side, number[]>();
  const sides = lucene === null ? [ours] : [ours, lucene];
  for (let round = -1; round < rounds; round++) {
    const answers: string[] = [];
    for (const side of sides) {
      const { answer, milliseconds } = await ask(side, round < 0 ? rounds + 1 : round);
      answers.push(answer);
      if (round >= 0) times.set(side, [...(times.get(side) ?? []), milliseconds]);
    }
    if (new Set(answers).size > 1) {
      throw new Error(`${what}: answers differ:\n${answers.map((answer) => answer.slice(0, 500)).join('\n')}`);
    }
  }
  const [own, theirs] = sides.map((side) => times.get(side)!.sort((a, b) => a - b));
  const shown = [`${what}: median ${median(own!)} ms, best ${own![0]!.toFixed(1)}`];
  if (theirs !== undefined) {
    shown.push(`Lucene ${median(theirs)}, ${theirs[0]!.toFixed(1)}`);
    shown.push(
      `ratio ${(Number(median(own!)) / Number(median(theirs))).toFixed(2)}, ${(own![0]! / theirs[0]!).toFixed(2)}`,
    );
  }
  console.log(shown.join('; '));
}

function median(sorted: readonly number[]): string {
  return sorted[sorted.length >> 1]!.toFixed(1);
}

async function keywords(count: number): Promise<void> {
  const queries = Array.from({ length: count }, (_, n) => drawn.words[n % drawn.words.length]!);
  let last = '';
  const { milliseconds, status } = await post(`${server.url}/keywords`, { queries }, (piece) => {
    last = (last + piece.toString('latin1')).slice(-500);
  });
  const end = last.trimEnd().split('\n').at(-1)!;
  if (status !== 200 || !end.includes('"complete":true')) throw new Error(`keywords: ${status} ${end}`);
  console.log(`${count} keywords with unique: ${(milliseconds / 1000).toFixed(2)} s`);
}

async function exported(format: string, sort: string): Promise<void> {
  const properties = ['name', 'path', 'category', 'length', 'modified'];
  let lines = 0;
  const body = { q: '*:*', format, sort: [sort], properties };
  const { milliseconds, bytes, status } = await post(`${server.url}/export`, body, (piece) => {
    for (const byte of piece) if (byte === 10) lines++;
  });
  if (status !== 200 || lines < drawn.items) throw new Error(`export as ${format}: ${status}, ${lines} lines`);
  const rate = (drawn.items / milliseconds) * 1000;
  console.log(
    `export as ${format} by ${sort}: ${rate.toFixed(0)} items/s, ${(bytes / milliseconds / 1000).toFixed(1)} MB/s`,
  );
}

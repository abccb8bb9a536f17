/**
 * Measures the cost of unordered ids: writes the first items of a case twice, in order of ids and shuffled, builds both
 * in turn, each in its own process, and queries both over HTTP in turn.
 *
 *   node dist/bench/id-order.js --case DIRECTORY [--items 200000] [--rounds 3] [--out DIRECTORY]
 *
 * Answers must be equal. For each build and request, the best round counts.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIndex } from '../src/indexing/build-index.ts';
import { caseRecords } from './corpus/case-lines.ts';
import { listeningProcess } from './http/listening-process.ts';
import { Random } from './random.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    items: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string' },
    build: { type: 'string' },
  },
});
if (values.case === undefined && values.build === undefined) throw new Error('name the case: --case DIRECTORY');

const NAMES = ['ordered', 'shuffled'] as const;
/** A round repeats a request for about this long. */
const ROUND_MILLISECONDS = 300;

interface Built {
  readonly milliseconds: number;
  readonly processors: number;
  readonly megabytes: number;
}

/** Description, path and body; without a body it is a GET. */
const REQUESTS: readonly (readonly [what: string, path: string, body: object | null])[] = [
  ['`*:*`, all ids', '/search?q=*:*', null],
  ['half of the items, all ids', '/search?q=modified:%5B2020-01-01%20TO%20*%5D', null],
  ['of a type, all ids', '/search?q=type:pdf', null],
  ['count and first ids', '/hits', { q: '*:*', limit: 100, properties: ['none'] }],
  ['a late page', '/hits', { q: '*:*', offset: 150_000, limit: 100, properties: ['name'] }],
  ['by date, a page', '/hits', { q: '*:*', sort: ['modified:desc'], limit: 100, properties: ['name'] }],
  [
    'by name, a late page',
    '/hits',
    { q: '*:*', sort: ['name:asc'], offset: 150_000, limit: 100, properties: ['name'] },
  ],
  ['counts by category', '/facets', { q: '*:*', facets: [{ field: 'category', limit: 10 }] }],
  ['export of all items, CSV', '/export', { q: '*:*', format: 'csv', properties: ['name', 'modified'] }],
];

if (values.build !== undefined) console.log(JSON.stringify(await build(values.build)));
else await compare(values.case!, values.out ?? mkdtempSync(join(tmpdir(), 'id-order-')));

async function build(directory: string): Promise<Built> {
  const casePath = join(directory, 'case');
  const report = await buildIndex({ casePath, dataDir: join(directory, 'data'), isForced: true });
  const { user, system } = process.cpuUsage();
  const { milliseconds, peakMemoryBytes } = report;
  return { milliseconds, processors: (user + system) / 1000, megabytes: peakMemoryBytes / 2 ** 20 };
}

async function compare(casePath: string, directory: string): Promise<void> {
  const rounds = Number(values.rounds);
  await writeCases(casePath, directory);
  const table = ['| | in order | shuffled | ratio |', '| --- | --: | --: | --: |'];
  const add = (what: string, [ordered, shuffled]: readonly number[]): void => {
    const shown = [ordered!, shuffled!].map((value) => value.toFixed(value < 100 ? 1 : 0));
    table.push(`| ${what} | ${shown.join(' | ')} | ${(shuffled! / ordered!).toFixed(2)} |`);
  };
  const built: Built[][] = NAMES.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [n, name] of NAMES.entries()) {
      const own = [fileURLToPath(import.meta.url), '--build', join(directory, name)];
      built[n]!.push(JSON.parse(execFileSync('node', own, { encoding: 'utf8' })) as Built);
    }
  }
  const best = (key: keyof Built): number[] => built.map((all) => Math.min(...all.map((one) => one[key])));
  add('build, ms', best('milliseconds'));
  add('build, processor ms', best('processors'));
  add('build, peak MB', best('megabytes'));
  const servers = await Promise.all(NAMES.map((name) => served(join(directory, name))));
  try {
    for (const [what, path, body] of REQUESTS) {
      add(
        `${what}, ms`,
        await inTurn(
          servers.map(({ url }) => url + path),
          body,
          rounds,
        ),
      );
    }
  } finally {
    for (const server of servers) server.process.kill();
  }
  console.log(table.join('\n'));
  if (values.out === undefined) rmSync(directory, { recursive: true });
}

async function writeCases(casePath: string, directory: string): Promise<void> {
  const records: string[] = [];
  for await (const record of caseRecords(casePath)) {
    if (records.push(JSON.stringify(record)) >= Number(values.items)) break;
  }
  for (const name of NAMES) {
    const own = join(directory, name, 'case');
    mkdirSync(own, { recursive: true });
    const lines = name === 'ordered' ? records : new Random(1).shuffled(records);
    writeFileSync(join(own, 'items.jsonl'), `${lines.join('\n')}\n`);
    writeFileSync(
      join(own, 'case.json'),
      JSON.stringify({ format: 'case-directory', version: 1, items: ['items.jsonl'] }),
    );
    writeFileSync(join(directory, name, 'sources.json'), JSON.stringify([{ id: 'case', path: own }]));
  }
}

async function served(directory: string): Promise<Awaited<ReturnType<typeof listeningProcess>>> {
  const main = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
  const files = ['--sources', join(directory, 'sources.json'), '--data', join(directory, 'data')];
  const server = await listeningProcess(['node', main, 'serve', ...files, '--host', '127.0.0.1', '--port', '0']);
  while ((await fetch(`${server.url}/search?q=id:0`)).status === 503) await setTimeout(50);
  return server;
}

/** Returns the shortest times of both. Throws if answers differ. */
async function inTurn(urls: readonly string[], body: object | null, rounds: number): Promise<number[]> {
  const best = urls.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    const answers: string[] = [];
    for (const [n, url] of urls.entries()) {
      const end = performance.now() + ROUND_MILLISECONDS;
      do {
        const { milliseconds, digest } = await asked(url, body);
        best[n] = Math.min(best[n]!, milliseconds);
        answers[n] = digest;
      } while (performance.now() < end);
    }
    if (answers[0] !== answers[1]) throw new Error(`${urls[0]} and ${urls[1]} answer differently`);
  }
  return best;
}

function asked(url: string, body: object | null): Promise<{ milliseconds: number; digest: string }> {
  const start = performance.now();
  const options = { method: body === null ? 'GET' : 'POST', headers: { 'Content-Type': 'application/json' } };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject);
      response.on('end', () => {
        const milliseconds = performance.now() - start;
        const answer = Buffer.concat(pieces);
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}: ${answer}`));
        else resolve({ milliseconds, digest: createHash('sha256').update(comparable(answer)).digest('hex') });
      });
    });
    sent.on('error', reject);
    sent.end(body === null ? undefined : JSON.stringify(body));
  });
}

/** Removes everything that differs between indexes or moments. */
function comparable(answer: Buffer): string {
  return answer.toString('latin1').replace(/"next":"[^"]*"|"tookMs":[\d.]+/g, '');
}

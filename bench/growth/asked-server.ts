/**
 * Measures requests to a server over one case, the first time and repeated, in processor time of the server and its processes.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownBytesOf, withChildren } from '../engines/measured-process.ts';
import { listeningProcess } from '../http/listening-process.ts';
import { processorTime } from '../interface/processor-time.ts';
import { post } from '../interface/server-side.ts';

const cli = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const REPEATS = 5;
const SAMPLE_MS = 100;
const PAGE = 50;

/** Processor milliseconds, or bytes of memory, by name and in order. */
export type Measures = Record<string, number>;

interface Request {
  readonly name: string;
  readonly path: '/hits' | '/facets' | '/export' | '/search';
  readonly body: object;
}

/** Measures the time of requests, and the memory of the server's processes without mapped files. */
export async function askServer(casePath: string, dataDirectory: string, items: number): Promise<Measures> {
  const sources = join(dataDirectory, 'growth-sources.json');
  writeFileSync(sources, JSON.stringify([{ id: 'growth', path: resolve(casePath) }]));
  const flags = ['--sources', sources, '--host', '127.0.0.1', '--port', '0', '--data', dataDirectory];
  const server = await listeningProcess(['node', cli, 'serve', ...flags]);
  const pid = server.process.pid!;
  const measures: Measures = {};
  try {
    await ready(server.url);
    measures['MB of the server, opened'] = memoryOf(pid) / 1e6;
    for (const request of requestsOf(items)) {
      const first = await timed(server.url, pid, request);
      measures[`${request.name}: first, ms`] = first.processorMs;
      if (request.path === '/export') {
        measures[`${request.name}: MB more while it runs`] = (first.peakBytes - first.bytesBefore) / 1e6;
        continue;
      }
      let best = Number.POSITIVE_INFINITY;
      for (let n = 0; n < REPEATS; n++) best = Math.min(best, (await timed(server.url, pid, request)).processorMs);
      measures[`${request.name}: again, ms`] = best;
    }
    measures['MB of the server, at the end'] = memoryOf(pid) / 1e6;
  } finally {
    server.process.kill('SIGTERM');
    await new Promise((resolveEnd) => server.process.once('close', resolveEnd));
  }
  return measures;
}

/** Only the requests for pages far from the beginning depend on the number of items. */
function requestsOf(items: number): readonly Request[] {
  const hits = (name: string, body: object): Request => ({
    name,
    path: '/hits',
    body: { limit: PAGE, properties: ['name'], ...body },
  });
  const deep = Math.floor(items * 0.9);
  const properties = ['name', 'category', 'length', 'modified'];
  return [
    hits('best of a word', { q: 'water', sort: ['relevance'] }),
    hits('best of OR of 5', { q: 'water OR king OR file OR house OR river', sort: ['relevance'] }),
    hits('best of AND of 3', { q: 'water AND king AND house', sort: ['relevance'] }),
    hits('best of a phrase', { q: '"the name of"', sort: ['relevance'] }),
    hits('prefix', { q: 'wat*' }),
    hits('infix', { q: '*ater*' }),
    hits('fuzzy', { q: 'watter~1' }),
    hits('date range', { q: 'modified:[2012 TO 2014]' }),
    hits('all by date', { q: '*:*', sort: ['modified:desc'] }),
    hits('all by name', { q: '*:*', sort: ['name:asc'] }),
    hits('page at 90 % by id', { q: '*:*', offset: deep }),
    hits('page at 90 % by date', { q: '*:*', sort: ['modified:desc'], offset: deep }),
    hits('page at 90 % by name', { q: '*:*', sort: ['name:asc'], offset: deep }),
    { name: 'counts by category', path: '/facets', body: { q: '*:*', facets: [{ field: 'category' }] } },
    { name: 'counts by year', path: '/facets', body: { q: '*:*', facets: [{ field: 'modified', interval: 'year' }] } },
    { name: 'counts by name', path: '/facets', body: { q: 'water', facets: [{ field: 'name' }] } },
    { name: 'CSV of all by id', path: '/export', body: { q: '*:*', format: 'csv', sort: ['id'], properties } },
    { name: 'CSV of all by name', path: '/export', body: { q: '*:*', format: 'csv', sort: ['name:asc'], properties } },
  ];
}

async function timed(url: string, pid: number, { name, path, body }: Request) {
  const bytesBefore = memoryOf(pid);
  const before = processorTime(pid)!;
  let peakBytes = bytesBefore;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, memoryOf(pid));
  }, SAMPLE_MS);
  let said = '';
  try {
    const { status } = await post(url + path, body, (piece) => {
      if (said.length < 500) said += piece.toString('latin1', 0, 500);
    });
    if (status !== 200) throw new Error(`${name}: ${status} ${said.slice(0, 500)}`);
  } finally {
    clearInterval(timer);
  }
  return { processorMs: processorTime(pid)! - before, bytesBefore, peakBytes };
}

function memoryOf(pid: number): number {
  return withChildren(pid).reduce((sum, one) => sum + ownBytesOf(one), 0);
}

async function ready(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/search?limit=1&q=id:1`);
    await response.text();
    if (response.status === 200) return;
    await sleep(100);
  }
}

/**
 * `node dist/bench/clients.js --case DIR [--work DIR] [--clients 1,2,4,8] [--queries N] [--warm N] [--rounds N] [--other MAIN]
 * [--json FILE]`: throughput over HTTP with several clients at once on all cores, compared with a server over Lucene that only
 * searches (bench/peers/lucene, `HttpLoop`).
 *
 * Every query is new to the servers. It requests the number of items, or that number and the ten best items. Both servers get
 * the same block of `--queries` queries in turn, and each round has other queries. The clients are connections of this process,
 * so its processor time slows both sides alike. Answers to the queries of the warm-up are compared. `--other` is the `main.js`
 * of another build, which is measured as well.
 */
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClientsResult, Throughput } from './clients/clients-result.ts';
import { exportCorpus } from './corpus/export.ts';
import { classEngines, luceneCommand } from './engines/engines.ts';
import { notInstalled, workDirectory } from './engines/installed.ts';
import { keptIndex } from './engines/kept-index.ts';
import { cpuMsOf } from './engines/measured-process.ts';
import { bringIntoCache } from './engines/system-cache.ts';
import { serveCase } from './http/case-server.ts';
import { type ListeningProcess, listeningProcess } from './http/listening-process.ts';
import { RawClient } from './http/raw-client.ts';
import { processorTime } from './interface/processor-time.ts';
import { median } from './mean.ts';
import { largeQueries } from './queries/large-classes.ts';
import { Random } from './random.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    work: { type: 'string', default: workDirectory },
    clients: { type: 'string', default: '1,2,4,8' },
    queries: { type: 'string', default: '1000' },
    warm: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    other: { type: 'string' },
    json: { type: 'string' },
  },
});
if (values.case === undefined) throw new RangeError('name the case: --case DIR; make bench-real-case makes one');
const casePath = resolve(values.case);
const name = basename(casePath);
const clientCounts = values.clients.split(',').map(Number);
const [perBlock, warm, rounds] = [values.queries, values.warm, values.rounds].map(Number) as [number, number, number];
const COMPARED = 200;
const DIFFERING_PART_MAX = 0.05;
const LIMIT = 10;

type Request = 'count' | 'ten best';

interface Side {
  readonly name: string;
  readonly server: ListeningProcess;
  readonly isPeer: boolean;
  path(request: Request, query: string): string;
}

const corpus = await exportCorpus(name, casePath, join(values.work, 'corpora', name));
const queries = new Random(2)
  .shuffled(largeQueries(corpus.profile, Math.ceil((warm + perBlock * rounds * clientCounts.length * 2) / 10), 2))
  .filter(({ tree }) => tree.kind !== 'near')
  .map(({ text }) => text);
let taken = 0;
const sides: Side[] = [];
try {
  sides.push(...(await started()));
  const warming = take(warm);
  await compareAnswers(warming.slice(0, COMPARED));
  for (const side of sides) {
    for (const request of ['count', 'ten best'] as const) await throughput(side, request, warming, 2);
  }
  console.log(
    `${name}: ${corpus.profile.items} items, ${perBlock} queries in each of ${rounds} blocks; load ${loadavg()[0]!.toFixed(1)}`,
  );
  const rows: Throughput[] = [];
  for (const request of ['count', 'ten best'] as const) {
    for (const clients of clientCounts) rows.push(await measure(request, clients));
  }
  const result: ClientsResult = { items: corpus.profile.items, queries: perBlock * rounds, rows };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result)}\n`);
} finally {
  for (const { server } of sides) server.process.kill('SIGTERM');
}

function take(count: number): readonly string[] {
  const some = queries.slice(taken, taken + count);
  if (some.length < count) throw new RangeError(`the texts give only ${queries.length} queries; ask for fewer`);
  taken += count;
  return some;
}

async function started(): Promise<Side[]> {
  const [ours, lucene] = await Promise.all([builtIndex('case-access'), builtIndex('lucene')]);
  const all: Side[] = [];
  const page = `limit=${LIMIT}&sort=relevance&properties=none`;
  const path = (request: Request, query: string) =>
    `/hits?${request === 'count' ? 'limit=0' : page}&q=${encodeURIComponent(query)}`;
  all.push({ name: 'ours', isPeer: false, server: await serveCase(casePath, ours!), path });
  if (values.other !== undefined) {
    const copied = join(values.work, 'clients-other');
    if (!existsSync(copied)) cpSync(join(ours!, 'indexes'), join(copied, 'indexes'), { recursive: true });
    all.push({
      name: 'other build',
      isPeer: false,
      server: await serveCase(casePath, copied, [], resolve(values.other)),
      path,
    });
  }
  if (lucene === null) {
    console.error(`lucene: ${notInstalled('lucene')}`);
    return all;
  }
  for (const [side, best] of [
    ['lucene', 'BEST'],
    ['lucene, two searches', 'BEST_APART'],
  ] as const) {
    const server = await listeningProcess([...luceneCommand, 'http', lucene]);
    const pathOf = (request: Request, query: string) =>
      `/${request === 'count' ? 'COUNT' : best}?${encodeURIComponent(query)}`;
    all.push({ name: side, isPeer: true, server, path: pathOf });
  }
  return all;
}

/** Returns the directory of an engine's index, which is built if it is missing; null if the engine is not installed. */
async function builtIndex(engineName: string): Promise<string | null> {
  const engine = classEngines().find((some) => some.name === engineName)!;
  if (engine.unavailable(corpus) !== null) return null;
  const directory = await keptIndex(engine, corpus, values.work);
  bringIntoCache(directory);
  return directory;
}

/**
 * Throws if our builds count different numbers of hits, or if a peer does so for more than a small part of the queries. The
 * input of peers lacks line breaks (bench/known-differences.tsv).
 */
async function compareAnswers(some: readonly string[]): Promise<void> {
  let differing = 0;
  for (const query of some) {
    for (const request of ['count', 'ten best'] as const) {
      const counts: (number | undefined)[] = [];
      for (const { server, path } of sides) {
        const answer = await fetch(`${server.url}${path(request, query)}`);
        const { count, total } = (await answer.json()) as { count?: number; total?: number };
        counts.push(count ?? total);
      }
      const isOther = (count: number | undefined, n: number): boolean =>
        count === undefined || (count !== counts[0] && !sides[n]!.isPeer);
      if (counts.some(isOther)) throw new Error(`${request} of ${query} differs: ${counts.join()}`);
      if (new Set(counts).size > 1) differing++;
    }
  }
  console.log(`${differing} of ${some.length * 2} compared answers differ`);
  if (differing > some.length * 2 * DIFFERING_PART_MAX) throw new Error('too many answers differ');
}

async function measure(request: Request, clients: number): Promise<Throughput> {
  const perSecond = new Map(sides.map(({ name: side }) => [side, [] as number[]]));
  const processorMs = new Map(sides.map(({ name: side }) => [side, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    const block = take(perBlock);
    for (const side of new Random(taken).shuffled(sides)) {
      const before = processorMsOf(side);
      perSecond.get(side.name)!.push(await throughput(side, request, block, clients));
      processorMs.get(side.name)!.push((processorMsOf(side) - before) / perBlock);
    }
  }
  const shown = sides.map(({ name: side }) => ({
    side,
    perSecond: median(perSecond.get(side)!),
    processorMs: median(processorMs.get(side)!),
  }));
  const columns = shown.map(
    ({ side, perSecond: each, processorMs: ms }) => `${side} ${each.toFixed(0)}/s (${ms.toFixed(2)} ms)`,
  );
  console.log(`${request}, ${clients} clients: ${columns.join('; ')}`);
  return { request, clients, sides: shown };
}

/** Our server has child processes. Lucene's threads may end, and the finer clock loses the time of threads that have ended. */
function processorMsOf({ isPeer, server: { process: server } }: Side): number {
  return isPeer ? cpuMsOf(server.pid) : (processorTime(server.pid!) ?? 0);
}

/** Returns requests per second, until the last query is answered. */
async function throughput(side: Side, request: Request, block: readonly string[], clients: number): Promise<number> {
  let next = 0;
  const connections = Array.from({ length: clients }, () => new RawClient(side.server.url));
  const start = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (next < block.length) {
        const query = block[next++]!;
        const status = await connection.get(side.path(request, query));
        if (status !== 200) throw new Error(`${side.name}: ${status} for ${query}`);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.end();
  return block.length / seconds;
}

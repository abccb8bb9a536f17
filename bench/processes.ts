/**
 * `node dist/bench/processes.js [--items N] [--seconds N] [--rounds N] [--work DIR] [--smoke]`: the benefit and cost of engine
 * processes. Measures servers with 0, 1 and 2 of them in turn: throughput of heavy queries, and the median time of light ones.
 * For comparison it measures the maximum of two cores on this machine: two servers that share nothing, each with half of the
 * clients. It also records the load of the machine, because on busy cores two processes share one. Fails if answers differ.
 */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ListeningProcess, listeningProcess } from './http/listening-process.ts';
import { timedResponse } from './http/timed-response.ts';
import { median } from './mean.ts';
import { writeSyntheticCase } from './synthetic/write-case.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    work: { type: 'string', default: 'bench/.work/processes' },
    smoke: { type: 'boolean', default: false },
  },
});
const items = Number(values.items ?? (values.smoke ? 300 : 100_000));
const seconds = Number(values.seconds ?? (values.smoke ? 0.05 : 5));
const rounds = Number(values.rounds ?? (values.smoke ? 1 : 5));

const PROCESSES = [0, 1, 2];
/** Six expressions that are tried on nearly every term, different each time so that nothing is cached. */
const heavy = (n: number): string =>
  [0, 1, 2, 3, 4, 5].map((more) => `/.*[aeiou].*[b-y].*[aeiou].*.{${(n + more) % 7}}/`).join(' OR ');
const LIGHT = 'the';
/** Twice the number of queries that two cores can work on, so that a query is waiting whenever a process becomes idle. */
const HEAVY_CLIENTS = 4;
const cli = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));

interface Measured {
  readonly server: ListeningProcess;
  readonly heavyPerSecond: number[];
  readonly lightMs: number[];
}

const casePath = join(values.work, `case-${items}`);
if (!existsSync(join(casePath, 'case.json'))) {
  await writeSyntheticCase(casePath, { items, seed: 1, words: 60, vocabulary: values.smoke ? 2000 : 100_000 });
}
const measured = new Map<number, Measured>();
/** The throughput of two concurrent servers together, divided by that of one alone: 2 if neither slows the other. */
const apart: number[] = [];
try {
  for (const count of PROCESSES) {
    measured.set(count, { server: await startServer(count), heavyPerSecond: [], lightMs: [] });
  }
  await compareAnswers();
  for (let round = 0; round < rounds; round++) {
    apart.push(await throughputApart());
    for (const { server, heavyPerSecond, lightMs } of measured.values()) {
      heavyPerSecond.push(await throughput(server.url));
      lightMs.push(await lightMedian(server.url));
    }
  }
  tell();
} finally {
  for (const { server } of measured.values()) server.process.kill('SIGTERM');
}

/** Starts a server. Each has its own data directory, and the index of the first one is copied for the others. */
async function startServer(count: number): Promise<ListeningProcess> {
  const data = join(values.work, `data-${items}-${count}`);
  const built = join(values.work, `data-${items}-${PROCESSES[0]}`, 'indexes');
  if (!existsSync(data) && existsSync(built)) {
    mkdirSync(data, { recursive: true });
    cpSync(built, join(data, 'indexes'), { recursive: true });
  }
  const sources = join(values.work, `sources-${count}.json`);
  writeFileSync(sources, JSON.stringify([{ id: 'bench', path: resolve(casePath) }]));
  const flags = ['--sources', sources, '--host', '127.0.0.1', '--port', '0', '--data', data];
  const server = await listeningProcess(['node', cli, 'serve', ...flags, '--engine-processes', String(count)]);
  for (let attempt = 0; attempt < 3000; attempt++) {
    if ((await fetch(urlOf(server.url, LIGHT))).status === 200) return server;
    await sleep(100);
  }
  throw new Error('the source was not ready within five minutes');
}

function urlOf(url: string, query: string): string {
  return `${url}/search?limit=10&q=${encodeURIComponent(query)}`;
}

async function compareAnswers(): Promise<void> {
  for (const query of [heavy(1), heavy(5), LIGHT]) {
    const answers = new Set<string>();
    for (const { server } of measured.values()) answers.add(await (await fetch(urlOf(server.url, query))).text());
    if (answers.size !== 1) throw new Error(`${query} has different answers`);
  }
}

async function throughputApart(): Promise<number> {
  const urls = [0, 1].map((count) => measured.get(count)!.server.url);
  const alone: number[] = [];
  for (const url of urls) alone.push(await throughput(url, HEAVY_CLIENTS / 2));
  const together = await Promise.all(urls.map((url) => throughput(url, HEAVY_CLIENTS / 2)));
  return together[0]! / alone[0]! + together[1]! / alone[1]!;
}

/** Heavy queries per second. */
async function throughput(url: string, clientCount = HEAVY_CLIENTS): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clientCount });
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  const clients = Array.from({ length: clientCount }, async () => {
    while (performance.now() < end) await timedResponse(urlOf(url, heavy(done++)), agent);
  });
  await Promise.all(clients);
  agent.destroy();
  return (done / (performance.now() - start)) * 1000;
}

/** Returns the median of sequential queries, in milliseconds. */
async function lightMedian(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const end = performance.now() + (seconds * 1000) / 2;
  while (performance.now() < end) times.push((await timedResponse(urlOf(url, LIGHT), agent)).totalMs);
  agent.destroy();
  return median(times);
}

function tell(): void {
  console.log(`${items} items, ${rounds} rounds; load ${loadavg()[0]!.toFixed(1)}`);
  for (const [count, { heavyPerSecond, lightMs }] of measured) {
    const [throughputs, light] = [median(heavyPerSecond), median(lightMs)];
    console.log(
      `${count} engine processes: ${throughputs.toFixed(2)} heavy queries/s, light p50 ${light.toFixed(2)} ms`,
    );
  }
  const { 0: none, 1: one, 2: two } = Object.fromEntries(measured);
  const ratios = two!.heavyPerSecond.map((perSecond, round) => perSecond / one!.heavyPerSecond[round]!);
  const more = two!.lightMs.map((ms, round) => ms - none!.lightMs[round]!);
  console.log(`two independent servers: ${median(apart).toFixed(2)} x the throughput of one`);
  console.log(
    `throughput of 2: ${median(ratios).toFixed(2)} x that of 1; light p50 of 2: ${median(more).toFixed(2)} ms more than of 0`,
  );
}

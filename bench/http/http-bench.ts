import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { resolve as absolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { cpuMsOf, ownBytesOf, peakBytesOf, residentBytesOf } from '../engines/measured-process.ts';
import { type LargeAnswer, largeAnswer } from './large-answer.ts';
import { type ListeningProcess, listeningProcess } from './listening-process.ts';
import { type ResponseTime, timedResponse } from './timed-response.ts';

export interface HttpResult {
  /** Loads of GET /search, whose responses are read to the end. */
  readonly loads: readonly HttpLoad[];
  /** GET /search of all items without other requests: the times of the body's first and last byte, and the result. */
  readonly allItems: ResponseTime;
  /** The same request, repeated and compared with its unavoidable costs. Missing in older runs. */
  readonly largeAnswer?: LargeAnswer;
  /**
   * The 99th percentile of a light query: without other requests, while all items are streamed repeatedly, and while a heavy
   * expression runs.
   */
  readonly lightP99Ms: { readonly idle: number; readonly whileStreaming: number; readonly whileHeavy: number };
  /** CPU time of the server in the half second after the client of a heavy query has disconnected. */
  readonly cpuMsAfterClientLeft: number;
  /** `own` is the memory at the end without mapped files. It is missing in older runs. */
  readonly residentBytes: { readonly afterOpening: number; readonly peak: number; readonly own?: number };
}

export interface HttpLoad {
  readonly query: string;
  readonly clients: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytesPerSecond: number;
  readonly failures: number;
}

export interface HttpBenchOptions {
  readonly casePath: string;
  readonly dataDirectory: string;
  readonly seconds: number;
  /** How often a large answer is read, to find the shortest and the median time. */
  readonly rounds: number;
  /** Queries that 1 client, and then 32 clients, send repeatedly. */
  readonly loads: readonly string[];
  /** A query with few hits. */
  readonly light: string;
}

/** A query that is slow on any corpus, because the expression is tried on nearly every term, and most terms match. */
const HEAVY = '/.*[aeiou].*[b-y].*[aeiou].*/';

/** Starts the server on a free port and measures it from outside. */
export async function httpBench(options: HttpBenchOptions): Promise<HttpResult> {
  const server = await startServer(options);
  try {
    const url = (query: string) => `${server.url}/search?q=${encodeURIComponent(query)}`;
    const afterOpening = residentBytesOf(server.process.pid);
    const allItems = await timedResponse(url('*:*'));
    const { casePath, dataDirectory, seconds, rounds } = options;
    const measured = { casePath, dataDirectory, seconds, rounds, query: '*:*' };
    const large = await largeAnswer(url('*:*'), server.process.pid, measured);
    const loads: HttpLoad[] = [];
    for (const query of options.loads) {
      for (const clients of [1, 32]) loads.push(await load(url(query), query, clients, options.seconds));
    }
    const idle = await lightP99(url(options.light), options.seconds);
    const whileStreaming = await beside(url('*:*'), () => lightP99(url(options.light), options.seconds));
    const whileHeavy = await beside(url(HEAVY), () => lightP99(url(options.light), options.seconds));
    const cpuMsAfterClientLeft = await cpuAfterLeaving(url(HEAVY), server.process.pid);
    const { pid } = server.process;
    const residentBytes = { afterOpening, peak: peakBytesOf(pid), own: ownBytesOf(pid) };
    const lightP99Ms = { idle, whileStreaming, whileHeavy };
    return { loads, allItems, largeAnswer: large, lightP99Ms, cpuMsAfterClientLeft, residentBytes };
  } finally {
    server.process.kill('SIGTERM');
  }
}

const cli = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

async function startServer(options: HttpBenchOptions): Promise<ListeningProcess> {
  const sources = join(options.dataDirectory, 'bench-sources.json');
  writeFileSync(sources, JSON.stringify([{ id: 'bench', path: absolute(options.casePath) }]));
  const flags = ['--sources', sources, '--host', '127.0.0.1', '--port', '0', '--data', options.dataDirectory];
  const server = await listeningProcess(['node', cli, 'serve', ...flags]);
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await fetch(`${server.url}/search?q=${encodeURIComponent(options.light)}&sourceID=bench`);
    await response.text();
    if (response.status === 200) return server;
    await sleep(100);
  }
  server.process.kill('SIGTERM');
  throw new Error('the source was not ready within a minute');
}

async function load(url: string, query: string, clients: number, seconds: number): Promise<HttpLoad> {
  // The load generator counts whole seconds.
  const result = await autocannon({ url, connections: clients, duration: Math.max(1, seconds) });
  return {
    query,
    clients,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    bytesPerSecond: result.throughput.average,
    failures: result.errors + result.timeouts + result.non2xx,
  };
}

/** Runs `measure` while two clients, in a separate process, request `url` repeatedly. */
async function beside(url: string, measure: () => Promise<number>): Promise<number> {
  const script = fileURLToPath(new URL('./ask-again.js', import.meta.url));
  const client = spawn('node', [script, url, '2'], { stdio: 'ignore' });
  await sleep(300);
  try {
    return await measure();
  } finally {
    client.kill('SIGTERM');
  }
}

/** Sends a request, disconnects after 50 ms, gives the server 100 ms to notice, and reads its CPU time over the next 500 ms. */
async function cpuAfterLeaving(url: string, pid: number | undefined): Promise<number> {
  const request = get(url).on('error', () => undefined); // our own leaving
  await sleep(50);
  request.destroy();
  await sleep(100);
  const before = cpuMsOf(pid);
  await sleep(500);
  return cpuMsOf(pid) - before;
}

async function lightP99(url: string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) times.push((await timedResponse(url, agent)).totalMs);
  agent.destroy();
  times.sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))]!;
}

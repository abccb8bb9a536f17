import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { resolve as absolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { cpuMsOf, peakBytesOf, residentBytesOf } from '../engines/measured-process.ts';

export interface HttpResult {
  /** Whole responses of GET /search, read to the end. */
  readonly loads: readonly HttpLoad[];
  /** GET /search of all items, alone: to the first byte of the body, to the last, and what came. */
  readonly allItems: { readonly firstByteMs: number; readonly totalMs: number; readonly bytes: number };
  /** p99 of a light query: alone, while all items stream again and again, while a heavy expression runs. */
  readonly lightP99Ms: { readonly idle: number; readonly whileStreaming: number; readonly whileHeavy: number };
  /** CPU time that the server spends in half a second after the client of a heavy query has gone away. */
  readonly cpuMsAfterClientLeft: number;
  readonly residentBytes: { readonly afterOpening: number; readonly peak: number };
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
  /** Queries to load the server with, from 1 and from 32 clients. */
  readonly loads: readonly string[];
  /** A query of few hits, and one that works long. */
  readonly light: string;
  readonly heavy: string;
}

/** Starts the server on a free port and measures it from outside. */
export async function httpBench(options: HttpBenchOptions): Promise<HttpResult> {
  const server = await startServer(options);
  try {
    const url = (query: string) => `${server.url}/search?q=${encodeURIComponent(query)}`;
    const afterOpening = residentBytesOf(server.process.pid);
    const allItems = await timeResponse(url('*:*'));
    const loads: HttpLoad[] = [];
    for (const query of options.loads) {
      for (const clients of [1, 32]) loads.push(await load(url(query), query, clients, options.seconds));
    }
    const idle = await lightP99(url(options.light), options.seconds);
    const whileStreaming = await beside(url('*:*'), () => lightP99(url(options.light), options.seconds));
    const whileHeavy = await beside(url(options.heavy), () => lightP99(url(options.light), options.seconds));
    const cpuMsAfterClientLeft = await cpuAfterLeaving(url(options.heavy), server.process.pid);
    const residentBytes = { afterOpening, peak: peakBytesOf(server.process.pid) };
    return { loads, allItems, lightP99Ms: { idle, whileStreaming, whileHeavy }, cpuMsAfterClientLeft, residentBytes };
  } finally {
    server.process.kill('SIGTERM');
  }
}

const cli = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

async function startServer(options: HttpBenchOptions): Promise<{ process: ChildProcess; url: string }> {
  const sources = join(options.dataDirectory, 'bench-sources.json');
  writeFileSync(sources, JSON.stringify([{ id: 'bench', path: absolute(options.casePath) }]));
  const flags = ['--sources', sources, '--host', '127.0.0.1', '--port', '0', '--data', options.dataDirectory];
  const server = spawn('node', [cli, 'serve', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (text: string) => {
      said = (said + text).slice(-2000); // the request log comes here too
      const found = /listens on (http:\S+)/.exec(said);
      if (found !== null) resolve(found[1]!.replace(/\/$/, ''));
    };
    server.stdout.setEncoding('utf8').on('data', listen);
    server.stderr.setEncoding('utf8').on('data', listen);
    server.on('error', reject).on('close', (code) => reject(new Error(`the server ended (${code}): ${said}`)));
  });
  for (let attempt = 0; attempt < 600; attempt++) {
    const response = await fetch(`${url}/search?q=${encodeURIComponent(options.light)}&sourceID=bench`);
    await response.text();
    if (response.status === 200) return { process: server, url };
    await sleep(100);
  }
  server.kill('SIGTERM');
  throw new Error('the source was not ready within a minute');
}

async function load(url: string, query: string, clients: number, seconds: number): Promise<HttpLoad> {
  const result = await autocannon({ url, connections: clients, duration: seconds });
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

/** Runs `measure` while two clients, in a process of their own, ask for `url` again and again. */
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

/** Asks, leaves after 50 ms, gives the server 100 ms to notice, and reads its CPU time over the next 500 ms. */
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
  while (performance.now() < end) times.push((await timeResponse(url, agent)).totalMs);
  agent.destroy();
  times.sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))]!;
}

function timeResponse(url: string, agent?: Agent): Promise<HttpResult['allItems']> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    let firstByteMs = 0;
    let bytes = 0;
    get(url, agent === undefined ? {} : { agent }, (response) => {
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - start;
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ firstByteMs, totalMs: performance.now() - start, bytes }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

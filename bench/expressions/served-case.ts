/** A server over one case. It gets requests for expressions and, at the same time, for its health. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listeningProcess } from '../http/listening-process.ts';
import { processorTime } from '../interface/processor-time.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const HEALTH_EVERY_MS = 20;
const OPENING_MS = 10 * 60_000;
/** A process counts as idle if it has used less than this fraction of a processor within a moment. */
const IDLE_SHARE = 0.2;
const MOMENT_MS = 10;
/** How long an expression runs before it is cancelled. */
const BEFORE_CANCEL_MS = 300;

/** An answer, with its time and its processor time. */
export interface Measured {
  readonly items: number;
  readonly milliseconds: number;
  readonly processor: number;
}

export interface ServedCase {
  readonly url: string;
  readonly pid: number;
  /**
   * Returns how many items a query finds. Each time the expression has a different number of flags, so that no answer comes
   * from a cache.
   */
  count(query: string): Promise<Measured>;
  healthP99(): number;
  stop(): Promise<void>;
}

export async function listening(path: string, data: string): Promise<ServedCase> {
  const folder = mkdtempSync(join(tmpdir(), 'case-access-served-'));
  const sources = join(folder, 'sources.json');
  writeFileSync(sources, JSON.stringify([{ id: 'case', path: resolve(path) }]));
  const options = ['--sources', sources, '--data', data, '--port', '0', '--host', '127.0.0.1'];
  const { process: server, url } = await listeningProcess(['node', MAIN, 'serve', ...options]);
  const pid = server.pid!;
  const health: number[] = [];
  let asked = 0;
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => server.on('close', done));
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await opened(url);
  } catch (fault) {
    await stop();
    throw fault;
  }
  return {
    url,
    pid,
    stop,
    async count(query) {
      const q = query.replace('text:/', `text:/${'(?i)'.repeat(++asked)}`);
      const looks = setInterval(() => {
        const start = performance.now();
        void fetch(`${url}/health`)
          .then((answer) => answer.text())
          .then(() => health.push(performance.now() - start));
      }, HEALTH_EVERY_MS);
      const before = processorTime(pid) ?? 0;
      const start = performance.now();
      const total = await totalOf(url, q);
      const milliseconds = performance.now() - start;
      clearInterval(looks);
      return { items: total, milliseconds, processor: (processorTime(pid) ?? 0) - before };
    },
    healthP99: () => health.sort((a, b) => a - b)[Math.floor(0.99 * health.length)] ?? 0,
  };
}

async function totalOf(url: string, q: string, signal?: AbortSignal): Promise<number> {
  const answer = await fetch(`${url}/hits`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ q, limit: 1, properties: ['none'] }),
    ...(signal === undefined ? {} : { signal }),
  });
  const body = (await answer.json()) as { total: number };
  if (answer.status !== 200) throw new Error(`${q}: ${answer.status} ${JSON.stringify(body).slice(0, 300)}`);
  return body.total;
}

async function opened(url: string): Promise<void> {
  const end = performance.now() + OPENING_MS;
  while (performance.now() < end) {
    const { status } = await fetch(`${url}/hits?q=case&limit=1`);
    if (status === 200) return;
    await delay(100);
  }
  throw new Error('the case was not open in time');
}

/** Returns the milliseconds from the end of an abandoned request until no process works for it any longer. */
export async function cancelled({ url, pid }: ServedCase, query: string): Promise<number> {
  const controller = new AbortController();
  const asked = totalOf(url, query, controller.signal).catch(() => undefined);
  await delay(BEFORE_CANCEL_MS);
  controller.abort();
  await asked;
  const start = performance.now();
  for (let last = processorTime(pid) ?? 0; ; ) {
    const from = performance.now();
    await delay(MOMENT_MS);
    const now = processorTime(pid) ?? 0;
    const wall = performance.now() - from;
    if (now - last < IDLE_SHARE * wall) return Math.round(from - start);
    last = now;
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

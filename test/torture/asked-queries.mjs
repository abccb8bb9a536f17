/**
 * Asks one query of a served case and says what it cost: time until the answer or the refusal, peak memory of the engine
 * process, and how long `/health` took meanwhile.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Times } from './clients.mjs';
import { writtenOut } from './repeated-text.mjs';
import { ServedProcess } from './served-process.mjs';

const MEBIBYTE = 2 ** 20;
const healthEveryMs = 5;

export class AskedQueries {
  #server;
  #client;
  #health;
  #pid = 0;

  /** One engine process: what a query takes of memory is seen there, and nothing else runs in it. */
  static async start({ root, path, searchTimeout = 20 }) {
    const options = ['--engine-processes', '1', '--search-timeout', String(searchTimeout)];
    return new AskedQueries(await ServedProcess.start({ root, sources: [{ id: 'hostile', path }], options }));
  }

  constructor(server) {
    this.#server = server;
    this.#client = new Client(server.url);
    this.#health = new Client(server.url);
  }

  /** `{status, error, hits, ms, mebibytes, healthMs}`; `mebibytes` is what the peak is above the memory before. */
  async ask({ q, parameters }) {
    const body = bodyOf(q, parameters);
    const before = await this.#restingMemory();
    const probe = { isDone: false };
    const latency = this.#healthMs(probe);
    const { status, bytes, ms } = await this.#client.ask('POST', '/search', body, { msMax: 120_000 });
    const peak = memoryOf(this.#pid, 'VmHWM');
    probe.isDone = true;
    const answer = JSON.parse(bytes);
    return {
      status,
      error: answer.error ?? null,
      hits: answer.docs?.length ?? null,
      ms: Math.round(ms),
      mebibytes: Math.max(0, Math.round((peak - before) / MEBIBYTE)),
      healthMs: await latency,
    };
  }

  async stop() {
    this.#client.close();
    this.#health.close();
    return this.#server.kill('SIGTERM');
  }

  /** Of the engine process, whose mark of the most so far is set back. */
  async #restingMemory() {
    for (;;) {
      const [pid] = await this.#server.engines();
      if (pid !== undefined) {
        this.#pid = pid;
        writeFileSync(`/proc/${pid}/clear_refs`, '5');
        return memoryOf(pid, 'VmRSS');
      }
      await sleep(20);
    }
  }

  /** The 99th percentile of one `/health` after the other. */
  async #healthMs(probe) {
    const times = new Times();
    while (!probe.isDone) {
      times.add((await this.#health.get('/health')).ms);
      await sleep(healthEveryMs);
    }
    return times.quantile(0.99);
  }
}

export function bodyOf(q, parameters) {
  const body = { q: writtenOut(q) };
  for (const [name, value] of new URLSearchParams(parameters)) {
    body[name] = name === 'limit' ? Number(value) : writtenOut(value);
  }
  return body;
}

/** In bytes; 0 where the process has ended. */
function memoryOf(pid, name) {
  try {
    return (
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    );
  } catch {
    return 0;
  }
}

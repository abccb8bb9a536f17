/**
 * Sends one query after the other to a served case and reports the cost of each: time until the answer or the refusal,
 * processor time and peak memory of the engine process. Limits should be on processor time, because that is about the same on a
 * busy machine. `/health` is polled meanwhile.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './clients.mjs';
import { HealthWatch } from './health-watch.mjs';
import { writtenOut } from './repeated-text.mjs';
import { cpuMsOf, ServedProcess } from './served-process.mjs';

const MEBIBYTE = 2 ** 20;

export class AskedQueries {
  #server;
  #client;
  #health;
  #pid = 0;

  /** One engine process, so that the memory of a query is visible, and nothing else runs in it. */
  static async start({ root, path, searchTimeout = 120 }) {
    const options = ['--engine-processes', '1', '--search-timeout', String(searchTimeout)];
    const server = await ServedProcess.start({ root, sources: [{ id: 'hostile', path }], options });
    return new AskedQueries(server, await HealthWatch.start(server.url));
  }

  constructor(server, health) {
    this.#server = server;
    this.#client = new Client(server.url);
    this.#health = health;
  }

  /**
   * Returns `{status, error, hits, ms, cpuMs, mebibytes}`. `mebibytes` is the difference between the peak and the memory
   * before.
   */
  async ask({ q, parameters }) {
    const body = bodyOf(q, parameters);
    const before = await this.#restingMemory();
    const worked = cpuMsOf(this.#pid);
    const { status, bytes, ms } = await this.#client.ask('POST', 'facets' in body ? '/facets' : '/search', body, {
      msMax: 120_000,
    });
    // If the process ended, its costs are unknown. Its status is 503.
    const peak = memoryOf(this.#pid, 'VmHWM');
    const answer = JSON.parse(bytes);
    return {
      status,
      error: answer.error ?? null,
      hits: answer.docs?.length ?? null,
      ms: Math.round(ms),
      cpuMs: peak === 0 ? 0 : cpuMsOf(this.#pid) - worked,
      mebibytes: Math.max(0, Math.round((peak - before) / MEBIBYTE)),
    };
  }

  health() {
    return this.#health.figures();
  }

  async stop() {
    await this.#health.stop();
    this.#client.close();
    return this.#server.kill('SIGTERM');
  }

  /** For the engine process, whose memory peak is reset. */
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
}

/** `parameters` are those of `/search`, or `facets=matches` for the words that the query matched. */
export function bodyOf(q, parameters) {
  const body = { q: writtenOut(q) };
  for (const [name, value] of new URLSearchParams(parameters)) {
    if (name === 'facets') body.facets = [{ [value]: true }];
    else body[name] = name === 'limit' ? Number(value) : writtenOut(value);
  }
  return body;
}

/** In bytes; 0 if the process has ended. */
function memoryOf(pid, name) {
  try {
    return (
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    );
  } catch {
    return 0;
  }
}

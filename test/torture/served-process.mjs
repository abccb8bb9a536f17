/** A server in a separate process on a loopback port, observed from outside: memory, handles and time from /proc. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** A guard against hangs: a busy machine builds and opens indexes slowly. */
const START_MS_MAX = 300_000;
const REST_MS_MAX = 15_000;
const restingLooks = 6;

/** User and system time of a process. */
export function cpuMsOf(pid) {
  const columns = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(columns[11]) + Number(columns[12])) * 10;
}

function within(ms) {
  const end = performance.now() + ms;
  return () => performance.now() < end;
}

function statusOf(pid, name) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

export class ServedProcess {
  #child;
  #ended;
  #log;

  constructor(child, log) {
    this.#child = child;
    this.#log = log;
    this.#ended = new Promise((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
  }

  /**
   * `sources` is a list of `{id, path}`, and `options` are further options of `serve`. Resolves when each source can be
   * searched. If one is not ready in time, the process is killed before this rejects.
   */
  static async start({
    root,
    dataDir = join(root, 'data'),
    sources,
    options = [],
    main = MAIN,
    isInTime = within(START_MS_MAX),
  }) {
    const file = join(root, 'sources.json');
    writeFileSync(file, JSON.stringify(sources));
    const flags = ['--sources', file, '--host', '127.0.0.1', '--port', '0', '--data', dataDir, ...options];
    // A file, because a pipe that is read late would block the server.
    const log = join(root, 'serve.log');
    const handle = openSync(log, 'w');
    const child = spawn(process.execPath, [main, 'serve', ...flags], { stdio: ['ignore', handle, handle] });
    closeSync(handle);
    const served = new ServedProcess(child, log);
    try {
      await served.#waitUntilReady(isInTime);
    } catch (error) {
      await served.kill('SIGKILL');
      throw error;
    }
    return served;
  }

  /** Lines of its log that report a fault. */
  faults() {
    return this.#said()
      .split('\n')
      .filter((line) => /^\{"level":[56]0/.test(line));
  }

  get pid() {
    return this.#child.pid;
  }

  /** Resolves with `{code, signal}` when the process has ended, in any way. */
  get ended() {
    return this.#ended;
  }

  kill(signal) {
    this.#child.kill(signal);
    return this.#ended;
  }

  get hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async status() {
    return (await fetch(`${this.url}/status`)).json();
  }

  /** Process ids of its engine processes that are ready. */
  async engines() {
    const { engines } = await this.status();
    return engines.filter(({ state }) => state === 'ready').map(({ pid }) => pid);
  }

  /** Returns the ids once there are `count`, because ended processes are replaced. */
  async allEngines(count) {
    const end = performance.now() + START_MS_MAX;
    for (; performance.now() < end; await sleep(10)) {
      const pids = await this.engines();
      if (pids.length >= count) return pids;
    }
    throw new Error(`not ${count} engine processes after ${START_MS_MAX} ms`);
  }

  residentBytes() {
    return this.#status('VmRSS');
  }

  /** Private memory, without pages of mapped files. */
  anonymousBytes() {
    return this.#status('RssAnon');
  }

  /** Private memory of the processes that it has started. */
  anonymousBytesBelow() {
    return this.#children().reduce((sum, pid) => sum + statusOf(pid, 'RssAnon'), 0);
  }

  handles() {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  handlesBelow() {
    return [...this.handlesByChild().values()].reduce((sum, count) => sum + count, 0);
  }

  /** The handles of each running process that it has started, by process id. */
  handlesByChild() {
    return new Map(this.#children().map((pid) => [pid, readdirSync(`/proc/${pid}/fd`).length]));
  }

  /**
   * Returns the number of handles when it is stable and at most `most`. By then, connections closed by clients are gone,
   * however busy the machine is. After `REST_MS_MAX` the present number counts in any case.
   */
  async restingHandles(most = Number.POSITIVE_INFINITY) {
    const end = performance.now() + REST_MS_MAX;
    let count = this.handles();
    for (let still = 0; (still < restingLooks || count > most) && performance.now() < end; ) {
      await sleep(50);
      const before = count;
      count = this.handles();
      still = count === before ? still + 1 : 0;
    }
    return count;
  }

  cpuMs() {
    return cpuMsOf(this.pid);
  }

  /** The fraction of one core that it uses over the next `ms`. */
  async load(ms) {
    const before = this.cpuMs();
    const started = performance.now();
    await sleep(ms);
    return (this.cpuMs() - before) / (performance.now() - started);
  }

  #status(name) {
    return statusOf(this.pid, name);
  }

  #children() {
    return readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  }

  #said() {
    return readFileSync(this.#log, 'utf8');
  }

  async #waitUntilReady(isInTime) {
    for (; isInTime(); await sleep(50)) {
      if (this.#child.exitCode !== null) throw new Error(`the server ended: ${this.#said()}`);
      this.url ??= /listens on (http:\S+)/.exec(this.#said())?.[1];
      if (this.url === undefined) continue;
      const { sources } = await this.status();
      const failed = sources.find(({ state }) => state === 'failed');
      if (failed !== undefined) throw new Error(`source ${failed.id} does not open: ${failed.reason}`);
      if (sources.every(({ state }) => state === 'ready')) return;
    }
    throw new Error('the sources were not ready in time');
  }
}

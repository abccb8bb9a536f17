/** A server in a process of its own on a loopback port, seen from outside: memory, handles and time by /proc. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const startMsMax = 60_000;

export class ServedProcess {
  #child;
  #ended;
  /** Lines of its log that tell of a fault. */
  faults = [];

  constructor(child) {
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
  }

  /** `sources` is a list of `{id, path}`. Resolves when each of them can be searched. */
  static async start({ root, dataDir = join(root, 'data'), sources }) {
    const file = join(root, 'sources.json');
    writeFileSync(file, JSON.stringify(sources));
    const flags = ['--sources', file, '--host', '127.0.0.1', '--port', '0', '--data', dataDir];
    const child = spawn(process.execPath, [MAIN, 'serve', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
    const served = new ServedProcess(child);
    served.url = await served.#listen();
    await served.#waitUntilReady();
    return served;
  }

  get pid() {
    return this.#child.pid;
  }

  /** Resolves with `{code, signal}` when the process has ended, however it did. */
  get ended() {
    return this.#ended;
  }

  kill(signal) {
    this.#child.kill(signal);
    return this.#ended;
  }

  residentBytes() {
    return this.#status('VmRSS');
  }

  /** Memory that is its own, pages of mapped files aside. */
  anonymousBytes() {
    return this.#status('RssAnon');
  }

  handles() {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** User and system time. */
  cpuMs() {
    const columns = readFileSync(`/proc/${this.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(columns[11]) + Number(columns[12])) * 10;
  }

  /** Share of one core that it takes over the next `ms`. */
  async load(ms) {
    const before = this.cpuMs();
    const started = performance.now();
    await sleep(ms);
    return (this.cpuMs() - before) / (performance.now() - started);
  }

  #status(name) {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
  }

  #listen() {
    return new Promise((resolve, reject) => {
      let said = '';
      let rest = '';
      const hear = (text) => {
        said = (said + text).slice(-4000);
        const found = /listens on (http:\S+)/.exec(said);
        if (found !== null) resolve(found[1].replace(/\/$/, ''));
        const lines = (rest + text).split('\n');
        rest = lines.pop();
        for (const line of lines) if (/^\{"level":[56]0/.test(line) && this.faults.length < 100) this.faults.push(line);
      };
      this.#child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
      this.#child.stderr.setEncoding('utf8').on('data', hear);
      void this.#ended.then(({ code }) => reject(new Error(`the server ended (${code}): ${said}`)));
    });
  }

  async #waitUntilReady() {
    const end = performance.now() + startMsMax;
    while (performance.now() < end) {
      const { sources } = await (await fetch(`${this.url}/status`)).json();
      const failed = sources.find(({ state }) => state === 'failed');
      if (failed !== undefined) throw new Error(`source ${failed.id} does not open: ${failed.reason}`);
      if (sources.every(({ state }) => state === 'ready')) return;
      await sleep(50);
    }
    throw new Error('the sources were not ready in time');
  }
}

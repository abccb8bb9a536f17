/**
 * The costs of a process and all that it has started: processor time from /proc, including ended processes, and private memory.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const MEMORY_EVERY_MS = 20;
/** Work has ended once less than this fraction of one processor was used for a while. */
const IDLE_SHARE = 0.05;
const IDLE_MS = 400;

export class ProcessTree {
  #pid;
  #timer;
  #peak = 0;

  constructor(pid) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#look(), MEMORY_EVERY_MS);
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** Milliseconds of all processors. */
  cpuMs() {
    return this.#all().reduce((sum, pid) => sum + ticksOf(pid) * 10, 0);
  }

  /** Forgets the peak. Returns the present memory, in bytes. */
  restart() {
    this.#peak = 0;
    this.#look();
    return this.#peak;
  }

  /** The peak of private memory of one process since `restart`, without pages of mapped files. */
  get peak() {
    this.#look();
    return this.#peak;
  }

  /** Resolves when no process works, not even after its answer. Returns false if that takes longer. */
  async idle(msMax) {
    const end = performance.now() + msMax;
    while (performance.now() < end) {
      const before = this.cpuMs();
      const started = performance.now();
      await sleep(IDLE_MS);
      if (this.cpuMs() - before <= IDLE_SHARE * (performance.now() - started) + 10) return true;
    }
    return false;
  }

  #look() {
    for (const pid of this.#all()) this.#peak = Math.max(this.#peak, anonymousOf(pid));
  }

  #all() {
    const found = [this.#pid];
    for (let i = 0; i < found.length; i++) found.push(...childrenOf(found[i]));
    return found;
  }
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** User and system time of a process, and of its children that have ended and were waited for. */
function ticksOf(pid) {
  try {
    const columns = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return columns.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

function anonymousOf(pid) {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * Work on hostile bytes in processes of its own: what crashes, or exceeds its memory or time, costs only that process and
 * that answer. A process does one piece of work at a time and is kept for the next; how many there are, and how many
 * callers may wait, is limited. confined-host.ts is the other side.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../shared/errors.ts';
import { residentBytes } from './resident-memory.ts';

export interface ConfinedLimits {
  /** Processes at the same time, and callers that may wait for one before the next is refused. */
  readonly processes: number;
  readonly waiting: number;
  /** For one piece of work, from its last message on. */
  readonly seconds: number;
  /** Resident, where the system reports it. */
  readonly memoryBytes: number;
  /** A process without work ends after this time. */
  readonly idleSeconds: number;
}

export type FromConfined =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: string };

/** Why there is no answer, in words that fit behind a name: `took more than 20 s`. */
export class ConfinedFault extends Error {
  override readonly name = 'ConfinedFault';
}

const MEMORY_ASKED_MILLISECONDS = 50;

interface Worker {
  readonly child: ChildProcess;
  /** What it worked on last: it may still have that open. */
  key: string | null;
  timer: NodeJS.Timeout | null;
}

export class ConfinedProcesses<Message, Answer> {
  readonly #entry: URL;
  readonly #limits: ConfinedLimits;
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];
  #count = 0;

  constructor(entry: URL, limits: ConfinedLimits) {
    this.#entry = entry;
    this.#limits = limits;
  }

  /**
   * Sends the messages and resolves with the answer. `key` names what the work is about: a process that has worked on
   * that gets it, if one is free. Throws ConfinedFault, or AppError OVERLOADED if too many wait.
   */
  async ask(messages: Iterable<Message> | AsyncIterable<Message>, key: string | null = null): Promise<Answer> {
    const worker = await this.#take(key);
    const answer = this.#answerOf(worker);
    // It is awaited below; sending may fail first, because the process has ended.
    answer.catch(() => undefined);
    try {
      for await (const message of messages) await send(worker.child, { message });
      await send(worker.child, { end: true });
      return (await answer) as Answer;
    } catch (error) {
      // The messages ended early: the process waits for more of them.
      if (!(error instanceof ConfinedFault)) worker.child.kill('SIGKILL');
      throw error;
    }
  }

  close(): void {
    for (const worker of this.#idle.splice(0)) this.#end(worker);
  }

  async #take(key: string | null): Promise<Worker> {
    const known = this.#idle.findIndex((worker) => worker.key === key);
    const worker = this.#idle.splice(known >= 0 ? known : this.#idle.length - 1, 1)[0] ?? (await this.#another());
    if (worker.timer !== null) clearTimeout(worker.timer);
    worker.child.removeAllListeners();
    worker.key = key;
    return worker;
  }

  async #another(): Promise<Worker> {
    if (this.#count < this.#limits.processes) {
      this.#count++;
      const child = fork(this.#entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      return { child, key: null, timer: null };
    }
    if (this.#waiting.length >= this.#limits.waiting) {
      throw new AppError('OVERLOADED', 'Too many requests wait for the contents of items; ask again later.');
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #answerOf(worker: Worker): Promise<unknown> {
    const { memoryBytes, seconds } = this.#limits;
    const { child } = worker;
    hold(child);
    return new Promise((resolve, reject) => {
      let reason = 'ended the program that reads it';
      const kill = (why: string): void => {
        reason = why;
        child.kill('SIGKILL');
      };
      const late = setTimeout(() => kill(`took more than ${seconds} s to read`), seconds * 1000);
      const watch = setInterval(async () => {
        if ((await residentBytes(child.pid)) > memoryBytes) {
          kill(`took more than ${memoryBytes} bytes of memory to read`);
        }
      }, MEMORY_ASKED_MILLISECONDS);
      const settle = (): void => {
        clearTimeout(late);
        clearInterval(watch);
        child.removeAllListeners();
        // Ignore anything after the answer.
        child.on('error', () => undefined);
      };
      child.once('message', (message: FromConfined) => {
        settle();
        this.#keep(worker);
        if (message.kind === 'answer') resolve(message.value);
        else reject(new ConfinedFault(message.reason));
      });
      const ended = (): void => {
        settle();
        this.#forget();
        reject(new ConfinedFault(reason));
      };
      child.once('error', ended);
      child.once('exit', ended);
      // It died before anyone listened.
      if (child.exitCode !== null || child.signalCode !== null) ended();
    });
  }

  /** For whoever waits, or for a while. A process without work does not keep the program running. */
  #keep(worker: Worker): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(worker);
      return;
    }
    const end = (): void => {
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#end(worker);
    };
    worker.child.once('exit', end);
    worker.timer = setTimeout(end, this.#limits.idleSeconds * 1000).unref();
    release(worker.child);
    this.#idle.push(worker);
  }

  #end(worker: Worker): void {
    if (worker.timer !== null) clearTimeout(worker.timer);
    worker.child.removeAllListeners();
    worker.child.on('error', () => undefined);
    worker.child.kill('SIGKILL');
    this.#forget();
  }

  /** A process fewer: whoever waits longest gets another. */
  #forget(): void {
    this.#count--;
    const next = this.#waiting.shift();
    if (next !== undefined) void this.#another().then(next);
  }
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Resolves when it has been sent; a process that has ended is noticed by its exit. */
function send(child: ChildProcess, message: object): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(message, () => resolve());
    else resolve();
  });
}

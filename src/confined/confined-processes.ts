/**
 * Runs work on hostile bytes in separate processes. Work that crashes, or exceeds its memory or time, costs only its process
 * and its answer. A process does one task at a time and is reused. The numbers of processes and of waiting callers are limited.
 * confined-host.ts is the other side.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../shared/errors.ts';
import { residentBytes } from '../shared/platform.ts';

export interface ConfinedLimits {
  /** Concurrent processes, and callers that may wait for one before the next is refused. */
  readonly processes: number;
  readonly waiting: number;
  /** For one task, from its last message on. */
  readonly seconds: number;
  /** Resident memory, if the system reports it. */
  readonly memoryBytes: number;
  /** A process without work ends after this time. */
  readonly idleSeconds: number;
}

export type FromConfined =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: string };

/** Why there is no answer, in words that fit after a name: `took more than 20 s`. */
export class ConfinedFault extends Error {
  override readonly name = 'ConfinedFault';
}

const MEMORY_ASKED_MILLISECONDS = 50;

interface Worker {
  readonly child: ChildProcess;
  /** Its last task, whose data it may still have open. */
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
   * Sends the messages and resolves with the answer. `key` names the subject: a free process that worked on the same one is
   * preferred. Throws ConfinedFault, or AppError OVERLOADED if too many callers wait.
   */
  async ask(messages: Iterable<Message> | AsyncIterable<Message>, key: string | null = null): Promise<Answer> {
    const worker = await this.#take(key);
    const answer = this.#answerOf(worker);
    // It is awaited below. Sending may fail first, because the process has ended.
    answer.catch(() => undefined);
    try {
      for await (const message of messages) await send(worker.child, { message });
      await send(worker.child, { end: true });
      return (await answer) as Answer;
    } catch (error) {
      // The messages ended early, but the process still waits for more.
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
      throw new AppError('OVERLOADED', 'Too many requests are waiting for contents of items; try again later.');
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
        // Ignores errors after the answer.
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
      // It may have died before the listener was added.
      if (child.exitCode !== null || child.signalCode !== null) ended();
    });
  }

  /** Passes the process to the next waiter, or keeps it for a while. An idle process does not keep the program running. */
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

  /** One process fewer: the longest waiter gets a new one. */
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

/** Resolves when the message has been sent. The exit event reports a process that has ended. */
function send(child: ChildProcess, message: object): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(message, () => resolve());
    else resolve();
  });
}

/**
 * The server's side of one engine process: sends calls, matches answers to them, and fails them when the process ends.
 * Distinguishes a process that the server ended, because a call did not yield, from one that ended by itself.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LostEngineError } from '../search/lost-engine.ts';
import { onAbort } from '../shared/ends/end-listeners.ts';
import { AppError } from '../shared/errors.ts';
import { weightOf } from '../shared/value-weight.ts';
import { decodeFault } from './faults.ts';
import type { CallName, Calls, FromEngine, ToEngine, WireStream, WireValue } from './protocol.ts';
import { joinedValue, PART_WEIGHT, valueParts } from './value-parts.ts';

/** How long a cancelled call may continue before its process is ended. */
const GRACE_MILLISECONDS = 60;

/** The process ended before it answered: by order, because of another call, or by itself. */
export class EngineEndedError extends LostEngineError {
  readonly isOrdered: boolean;

  constructor(isOrdered: boolean, ending: string) {
    super(ending);
    this.isOrdered = isOrdered;
  }
}

interface Pending {
  resolve(result: unknown): void;
  reject(fault: Error): void;
  /** Cancelled: the caller is gone, and only the process has not answered yet. */
  isGivenUp: boolean;
}

export interface EngineChannelOptions {
  readonly entry: URL;
  /** Memory that one query may use, in MiB. */
  readonly queryMebibytes: number;
  onEnd(channel: EngineChannel, isOrdered: boolean, ending: string): void;
}

export class EngineChannel {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isOrdered = false;
  #hasEnded = false;
  #isReady = false;
  /** Resident memory in bytes, as last reported by the process. */
  memory = 0;

  constructor({ entry, queryMebibytes, onEnd }: EngineChannelOptions) {
    this.#child = fork(entry, [String(queryMebibytes)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message) => this.#receive(message as FromEngine));
    const end = (ending: string): void => {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      for (const pending of this.#pending.values()) pending.reject(new EngineEndedError(this.#isOrdered, ending));
      this.#pending.clear();
      onEnd(this, this.#isOrdered, ending);
    };
    this.#child.on('error', (fault) => end(fault.message));
    this.#child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether it has started and answers calls. */
  get isReady(): boolean {
    return this.#isReady;
  }

  call<N extends CallName>(
    name: N,
    argument: Calls[N]['arguments'],
    signal?: AbortSignal,
  ): Promise<Calls[N]['result']> {
    if (weightOf(argument, PART_WEIGHT) > PART_WEIGHT) return this.#callInParts(name, argument, signal);
    return this.#ask(++this.#lastId, (id) => ({ kind: 'call', id, name, argument }) as ToEngine, signal);
  }

  /**
   * Sends each part after the previous one is written. So a long argument neither blocks others nor is queued in memory twice.
   */
  async #callInParts<N extends CallName>(
    name: N,
    argument: Calls[N]['arguments'],
    signal: AbortSignal | undefined,
  ): Promise<Calls[N]['result']> {
    const id = ++this.#lastId;
    for await (const part of valueParts(argument)) {
      if (signal?.aborted === true || this.#hasEnded) break;
      await this.#sent({ kind: 'part', id, part });
      await nextTurn();
    }
    if (signal?.aborted === true) this.#send({ kind: 'cancel', id });
    return this.#ask(id, () => ({ kind: 'call', id, name, argument: null }) as unknown as ToEngine, signal);
  }

  /** All parts of a stream, including the first if it has arrived. Requests the next one while one is processed. */
  async *parts<T>(begun: WireStream<T>, signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
    let { part, stream } = begun;
    try {
      while (part !== null || stream !== null) {
        const rest: Promise<WireStream<T>> | null =
          stream === null
            ? null
            : this.#ask(++this.#lastId, (id) => ({ kind: 'next', id, stream: begun.stream! }), signal);
        // Its error is handled below. Until then it must not count as unhandled.
        rest?.catch(() => undefined);
        if (part !== null) yield part;
        if (rest === null) return;
        ({ part, stream } = await rest);
      }
    } finally {
      if (stream !== null) this.#send({ kind: 'leave', stream });
    }
  }

  /** Abandons the rest of a stream, or a stream that was never read. */
  leave({ stream }: WireStream<unknown>): void {
    if (stream !== null) this.#send({ kind: 'leave', stream });
  }

  /** Returns a value that arrives in one message or in parts. */
  async value<T>(wire: WireValue<T>, signal?: AbortSignal): Promise<T> {
    if ('value' in wire) return wire.value;
    return (await joinedValue(this.parts(wire.parts, signal))) as T;
  }

  /** Ends the process when everything is closed. Resolves when it has ended. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.kill();
    await ended;
  }

  /** Ends the process by order. */
  kill(): void {
    this.#isOrdered = true;
    this.#child.kill('SIGKILL');
  }

  #ask<T>(id: number, message: (id: number) => ToEngine, signal: AbortSignal | undefined): Promise<T> {
    if (this.#hasEnded) return Promise.reject(new EngineEndedError(this.#isOrdered, 'before it was asked'));
    if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => {
        pending.isGivenUp = true;
        reject(reasonOf(signal!));
        this.#send({ kind: 'cancel', id });
        setTimeout(() => {
          if (this.#pending.has(id)) this.kill();
        }, GRACE_MILLISECONDS);
      };
      const settle = signal === undefined ? () => undefined : onAbort(signal, giveUp);
      const pending: Pending = {
        resolve: (result) => {
          settle();
          resolve(result as T);
        },
        reject: (fault) => {
          settle();
          reject(fault);
        },
        isGivenUp: false,
      };
      this.#pending.set(id, pending);
      this.#send(message(id));
    });
  }

  #send(message: ToEngine): void {
    // A closing channel shows up as the end of the process.
    if (!this.#hasEnded && this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** Resolves when the message is written, or never will be. */
  #sent(message: ToEngine): Promise<void> {
    return new Promise((resolve) => {
      if (this.#hasEnded || !this.#child.connected) resolve();
      else this.#child.send(message, () => resolve());
    });
  }

  #receive(message: FromEngine): void {
    if (message.kind === 'memory') {
      this.memory = message.bytes;
      return;
    }
    if (message.kind === 'ready') {
      this.#isReady = true;
      return;
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    if (message.kind === 'fault') {
      pending.reject(decodeFault(message.fault));
      return;
    }
    pending.resolve(message.result);
    if (pending.isGivenUp) this.#leaveAll(message.result);
  }

  /** Abandons the streams of an unwanted answer. */
  #leaveAll(result: unknown): void {
    const seen: unknown[] = [result];
    for (let value = seen.pop(); value !== undefined; value = seen.pop()) {
      if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) continue;
      const { stream } = value as { stream?: unknown };
      if (typeof stream === 'number') this.#send({ kind: 'leave', stream });
      else seen.push(...Object.values(value));
    }
  }
}

/** The error of a call that its signal cancelled. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'the search was cancelled');
}

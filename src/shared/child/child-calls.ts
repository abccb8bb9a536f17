/**
 * Calls to a child process of this program, which answers through call-host.ts.
 *
 * - Death: pending calls fail once the last message of the process has been read.
 * - Abort: the process is asked to cancel. The caller waits for its answer, or for a grace period after which it is killed.
 * - Deadline: a process that has not answered by then is killed.
 * - Back-pressure: each part of an argument is sent after the previous one has been written.
 * - A process without pending calls does not keep this one running.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { abortError, onAbort } from '../ends/end-listeners.ts';
import { processorMilliseconds } from '../platform.ts';
import { type CallTable, type FromChild, faultOfPlain, type PlainFault, type ToChild } from './call-messages.ts';

/** Signals of crashes: the file that the process was reading may be the cause. */
const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS']);

/** A process that gets no processor time is killed after this many grace periods of wall time. */
const GRACE_PERIODS_MAX = 16;

/** The process ended before it answered. The message says how: a signal, an exit code, or the reason for which it was killed. */
export class ChildEndedError extends Error {
  /** Whether it ended by itself, on request of this process, or failed at its start. */
  readonly how: 'itself' | 'order' | 'start';

  constructor(ending: string, how: 'itself' | 'order' | 'start') {
    super(ending);
    this.how = how;
  }

  /** Whether the input of the process may have crashed it. */
  get isCrash(): boolean {
    return this.how === 'itself' && CRASHES.has(this.message);
  }

  /** Whether something else ended the process, such as a person or a system that is short of memory. */
  get isFromOutside(): boolean {
    return this.how === 'itself' && this.message.startsWith('SIG') && !this.isCrash;
  }
}

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Default: this process's own. */
  readonly stderr?: 'inherit' | 'ignore';
  /** The reverse of `encodeFault` of the host. */
  readonly decodeFault?: (fault: never) => Error;
  readonly onEvent?: (event: unknown) => void;
  /** Called after the pending calls have failed, unless `end` was called. */
  readonly onEnd?: (error: ChildEndedError) => void;
  /** Receives the result of a call for which nobody waits any longer. */
  readonly onUnwanted?: (result: unknown) => void;
}

export interface ChildCallOptions {
  /** Sent before the argument. Their exceptions fail the call. */
  readonly parts?: Iterable<unknown> | AsyncIterable<unknown>;
  readonly onPart?: (part: unknown) => void;
  readonly signal?: AbortSignal | undefined;
  /**
   * If set, the call fails as soon as the signal fires, and a process that has not answered after this much processor time is
   * killed. Otherwise the process decides how the call ends.
   */
  readonly graceMs?: number;
  readonly deadlineMs?: number;
}

interface Pending {
  resolve(result: unknown): void;
  reject(fault: Error): void;
  readonly onPart: ((part: unknown) => void) | undefined;
  forget(): void;
  timer: NodeJS.Timeout | undefined;
  isSent: boolean;
  isWanted: boolean;
}

export class ChildCalls<C extends CallTable<C>> {
  readonly #child: ChildProcess;
  readonly #options: ChildOptions;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #ended: ChildEndedError | null = null;
  /** Why it was killed. */
  #order: string | true | null = null;
  #isSilent = false;

  constructor(entry: URL, options: ChildOptions = {}) {
    const { args = [], env, stderr = 'inherit' } = options;
    this.#options = options;
    this.#child = fork(entry, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', stderr, 'ipc'],
      ...(env && { env }),
    });
    this.#child.on('message', (message) => this.#receive(message as FromChild));
    this.#child.on('error', (fault) => this.#end(fault.message, 'start'));
    // 'close' is used, because 'exit' may come before the last messages: when one child ends, Node also handles all others that
    // have ended.
    this.#child.on('close', (code, signal) => this.#end(signal ?? `exit code ${code}`, 'itself'));
    this.#hold(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Rejects with the fault that the process sent, ChildEndedError, CANCELLED, or the signal's AppError. */
  call<N extends keyof C & string>(
    name: N,
    argument: C[N]['argument'],
    { parts, onPart, signal, graceMs, deadlineMs }: ChildCallOptions = {},
  ): Promise<C[N]['result']> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    if (signal?.aborted === true) return Promise.reject(abortError(signal));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const forget =
        signal === undefined ? nothing : onAbort(signal, () => this.#cancel(id, abortError(signal), graceMs));
      const timer =
        deadlineMs === undefined
          ? undefined
          : setTimeout(() => this.kill(`took more than ${deadlineMs / 1000} s`), deadlineMs);
      const pending: Pending = { resolve, reject, onPart, forget, timer, isSent: parts === undefined, isWanted: true };
      this.#pending.set(id, pending);
      this.#hold(true);
      if (parts === undefined) this.#send({ kind: 'call', id, name, argument });
      else void this.#sendInParts({ kind: 'call', id, name, argument }, parts, pending);
    });
  }

  /** Ends the process. Calls fail with the reason `why` or, without one, with the name of the signal. */
  kill(why?: string): void {
    this.#order ??= why ?? true;
    this.#child.kill('SIGKILL');
  }

  /** Ends the process without calling `onEnd`. Resolves when it has ended. */
  async end(why?: string): Promise<void> {
    this.#isSilent = true;
    if (this.#ended !== null) return;
    this.#hold(true);
    const closed = once(this.#child, 'close');
    this.kill(why);
    await closed;
  }

  async #sendInParts(
    call: ToChild,
    parts: Iterable<unknown> | AsyncIterable<unknown>,
    pending: Pending,
  ): Promise<void> {
    const { id } = call;
    try {
      for await (const part of parts) {
        if (!this.#pending.has(id)) return;
        await this.#written({ kind: 'part', id, part });
        await nextTurn();
      }
    } catch (fault) {
      this.#send({ kind: 'cancel', id });
      this.#settled(id)?.reject(fault as Error);
      return;
    }
    if (!this.#pending.has(id)) return;
    pending.isSent = true;
    this.#send(call);
  }

  #cancel(id: number, reason: Error, graceMs: number | undefined): void {
    const pending = this.#pending.get(id)!;
    this.#send({ kind: 'cancel', id });
    if (!pending.isSent) this.#settled(id)!.reject(reason);
    else if (graceMs !== undefined) {
      pending.isWanted = false;
      pending.reject(reason);
      clearTimeout(pending.timer);
      this.#killAfter(pending, graceMs);
    }
  }

  /**
   * On a busy machine, a process may get no processor time for longer than the period. If it were killed, other calls would
   * lose their answers.
   */
  #killAfter(pending: Pending, graceMs: number): void {
    const before = processorMilliseconds(this.pid);
    const look = (periodsLeft: number): void => {
      const used = (processorMilliseconds(this.pid) ?? Number.POSITIVE_INFINITY) - (before ?? 0);
      if (used >= graceMs || periodsLeft === 0) this.kill();
      else pending.timer = setTimeout(look, graceMs, periodsLeft - 1);
    };
    pending.timer = setTimeout(look, graceMs, GRACE_PERIODS_MAX - 1);
  }

  #receive(message: FromChild): void {
    if (message.kind === 'event') {
      this.#options.onEvent?.(message.event);
    } else if (message.kind === 'part') {
      const pending = this.#pending.get(message.id);
      if (pending?.isWanted === true) pending.onPart?.(message.part);
    } else {
      const pending = this.#settled(message.id);
      if (message.kind === 'fault') pending?.reject(this.#decode(message.fault));
      else if (pending?.isWanted === false) this.#options.onUnwanted?.(message.result);
      else pending?.resolve(message.result);
    }
  }

  #decode(fault: unknown): Error {
    return this.#options.decodeFault?.(fault as never) ?? faultOfPlain(fault as PlainFault);
  }

  /** Removes a call that is no longer pending, and returns it. */
  #settled(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.forget();
    // While this process waits for the end of the child, the child keeps it running.
    if (this.#pending.size === 0 && !this.#isSilent) this.#hold(false);
    return pending;
  }

  #end(ending: string, how: 'itself' | 'start'): void {
    if (this.#ended !== null) return;
    const order = this.#order;
    this.#ended = new ChildEndedError(typeof order === 'string' ? order : ending, order === null ? how : 'order');
    for (const id of [...this.#pending.keys()]) this.#settled(id)!.reject(this.#ended);
    if (!this.#isSilent) this.#options.onEnd?.(this.#ended);
  }

  #hold(isHeld: boolean): void {
    const how = isHeld ? 'ref' : 'unref';
    this.#child[how]();
    this.#child.channel?.[how]();
  }

  #send(message: ToChild): void {
    // If the channel is closed, the end of the process will be noticed anyway.
    if (this.#child.connected) this.#child.send(message, nothing);
  }

  /** Resolves when the message is written, or never will be. */
  #written(message: ToChild): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.connected) this.#child.send(message, () => resolve());
      else resolve();
    });
  }
}

/** Starts a process for one call, and ends it after its answer. */
export async function callOnce<C extends CallTable<C>, N extends keyof C & string>(
  { entry, ...options }: ChildOptions & { readonly entry: URL },
  name: N,
  argument: C[N]['argument'],
  callOptions: ChildCallOptions = {},
): Promise<C[N]['result']> {
  const child = new ChildCalls<C>(entry, options);
  try {
    return await child.call(name, argument, callOptions);
  } finally {
    child.kill();
  }
}

/**
 * Maximum number of times that a file is read if the process ends without a crash, for example because somebody killed it or
 * memory was short.
 */
export const READINGS_MAX = 3;

/** Reads a file in a process, and again in another one if it ended without an answer and without a crash, or the error permits it. */
export async function readAgain<T>(read: () => Promise<T>, permits = (_error: unknown): boolean => false): Promise<T> {
  for (let reading = 1; ; reading++) {
    try {
      return await read();
    } catch (error) {
      const mayReadAgain = error instanceof ChildEndedError ? error.how !== 'order' && !error.isCrash : permits(error);
      if (!mayReadAgain || reading === READINGS_MAX) throw error;
    }
  }
}

const nothing = (): void => undefined;

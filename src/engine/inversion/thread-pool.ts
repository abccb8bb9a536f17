/**
 * Threads that help with a build: sends messages to them, and waits for their answers. The first fault stops all
 * threads.
 */
import { AppError, type ErrorCode } from '../../shared/errors.ts';

/** One end of the connection between two threads: a worker, its parent port, or one port of a channel. */
export interface ThreadPort {
  postMessage(value: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (value: never) => void): unknown;
}

/** The connection to a thread. */
export interface PoolThread extends ThreadPort {
  on(event: 'message', listener: (answer: never) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** The message of a thread that failed. `isKnown`: whether the fault is an AppError. */
export interface ThreadFault {
  readonly kind: 'fault';
  readonly text: string;
  readonly code: string | undefined;
  readonly isKnown: boolean;
}

export function threadFault(error: unknown): ThreadFault {
  const text = error instanceof Error ? error.message : String(error);
  return {
    kind: 'fault',
    text,
    code: (error as NodeJS.ErrnoException).code,
    isKnown: error instanceof AppError,
  };
}

export class ThreadPool<Order, Answer extends { readonly kind: string }> {
  readonly #hear: (thread: number, answer: Exclude<Answer, ThreadFault>) => void;
  #threads: PoolThread[] = [];
  #fault: Error | null = null;
  #wake: () => void = () => undefined;

  /** `hear` receives the answers of each thread in order. */
  constructor(hear: (thread: number, answer: Exclude<Answer, ThreadFault>) => void) {
    this.#hear = hear;
  }

  get size(): number {
    return this.#threads.length;
  }

  open(thread: PoolThread): void {
    const number = this.#threads.push(thread) - 1;
    thread.on('message', (answer: Answer | ThreadFault) => {
      try {
        if (isFault(answer)) throw errorOf(answer);
        this.#hear(number, answer as Exclude<Answer, ThreadFault>);
        this.#wake();
      } catch (error) {
        // An answer may be written to a temporary file, and the disk may be full.
        this.#fail(error as Error);
      }
    });
    thread.on('error', (error) => this.#fail(error));
    thread.on('exit', () => this.#fail(new Error('a thread of the build ended without an answer')));
  }

  send(thread: number, order: Order, transfer: readonly ArrayBuffer[] = []): void {
    this.#threads[thread]!.postMessage(order, transfer);
  }

  sendAll(order: Order): void {
    for (const thread of this.#threads) thread.postMessage(order);
  }

  /** Waits until a condition holds, checking it after each answer. Throws the fault of a thread. */
  async until(holds: () => boolean): Promise<void> {
    for (;;) {
      if (this.#fault !== null) throw this.#fault;
      if (holds()) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.terminate()));
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#wake();
  }
}

function isFault(answer: { readonly kind: string }): answer is ThreadFault {
  return answer.kind === 'fault';
}

function errorOf({ text, code, isKnown }: ThreadFault): Error {
  if (isKnown) return new AppError(code as ErrorCode, text);
  return Object.assign(new Error(text), code === undefined ? {} : { code });
}

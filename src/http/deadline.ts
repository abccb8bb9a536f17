/**
 * The time that a request may take to find its answer, however often it asks the engines. It can be stopped while a client reads what was
 * found, so that a slow client costs nothing of it.
 */

import { onAbort } from '../shared/ends/end-listeners.ts';
import { AppError } from '../shared/errors.ts';
import { SEARCH_MS_MAX } from './limits.ts';

export class Deadline {
  readonly #controller = new AbortController();
  readonly #msMax: number;
  #msLeft: number;
  /** When it began to run; null: it stands. */
  #since: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #forget: () => void = () => undefined;

  /** Fires after a time, or with the signal of the client. It stands until something runs. */
  constructor(client: AbortSignal, msMax = SEARCH_MS_MAX) {
    this.#msMax = msMax;
    this.#msLeft = msMax;
    if (client.aborted) this.#controller.abort();
    else this.#forget = onAbort(client, () => this.#controller.abort());
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Its time passes while this runs. Throws what that throws, CANCELLED if the client went away, and DEADLINE at the end of the
   * time, even if the work ignores the signal.
   */
  async during<R>(run: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const { signal } = this;
    const over = this.#start();
    try {
      return await Promise.race([run(signal), over]);
    } catch (fault) {
      if (this.#isOver) throw overdue(this.#msMax);
      throw signal.aborted ? new AppError('CANCELLED', 'The client went away.', { cause: fault }) : fault;
    } finally {
      this.#stop();
    }
  }

  /** Pieces of an answer: its time passes while one is made. */
  async *pieces<T>(made: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const next = await this.during(() => made.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      this.end();
      // A generator that ignores the signal does not return either.
      const returned = made.return(undefined);
      if (this.#isOver) returned.catch(() => undefined);
      else await returned;
    }
  }

  /** Many requests a second would leave their listeners. */
  end(): void {
    this.#stop();
    this.#forget();
  }

  /** Rejects at the end of the time. */
  #start(): Promise<never> {
    this.#since = performance.now();
    return new Promise((_, reject) => {
      this.#timer = setTimeout(() => {
        this.#isOver = true;
        this.#controller.abort();
        reject(overdue(this.#msMax));
      }, this.#msLeft);
    });
  }

  #stop(): void {
    clearTimeout(this.#timer);
    if (this.#since !== null) this.#msLeft = Math.max(0, this.#msLeft - (performance.now() - this.#since));
    this.#since = null;
  }
}

/**
 * Runs a handler for at most a time, up to the beginning of its answer. Then throws DEADLINE, and aborts what it began, even if
 * the handler asks for something without a deadline of its own.
 */
export async function handledInTime<R>(
  run: () => Promise<R>,
  client: AbortController,
  msMax = SEARCH_MS_MAX,
): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(overdue(msMax));
      client.abort();
    }, msMax);
  });
  try {
    return await Promise.race([run(), over]);
  } finally {
    clearTimeout(timer);
  }
}

function overdue(msMax: number): AppError {
  return new AppError('DEADLINE', `The search was not done after ${msMax / 1000} seconds. It was given up.`);
}

/**
 * Time limit for a request to find its answer, summed over all calls to engines. It is paused while a client reads, so a slow
 * client does not use it up.
 */
import { onAbort } from '../shared/ends/end-listeners.ts';
import { AppError } from '../shared/errors.ts';
import { SEARCH_MS_MAX } from './limits.ts';

export class Deadline {
  readonly #controller = new AbortController();
  readonly #msMax: number;
  #msLeft: number;
  /** Start of the current run; null while paused. */
  #since: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #forget: () => void = () => undefined;

  /** Fires after the time, or with the client's signal. Paused until something runs. */
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
   * Counts time while this runs. Throws its errors, CANCELLED if the client disconnected, and DEADLINE at the time limit, even if
   * the work ignores the signal.
   */
  async during<R>(run: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const { signal } = this;
    const over = this.#start();
    try {
      return await Promise.race([run(signal), over]);
    } catch (fault) {
      if (this.#isOver) throw overdue(this.#msMax);
      throw signal.aborted ? new AppError('CANCELLED', 'The client disconnected.', { cause: fault }) : fault;
    } finally {
      this.#stop();
    }
  }

  /** Yields the pieces of an answer. Time counts while a piece is made. */
  async *pieces<T>(made: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const next = await this.during(() => made.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      this.end();
      // A generator that ignores the signal may also never return.
      const returned = made.return(undefined);
      if (this.#isOver) returned.catch(() => undefined);
      else await returned;
    }
  }

  /** Removes the listeners, which would accumulate at many requests a second. */
  end(): void {
    this.#stop();
    this.#forget();
  }

  /** Rejects at the time limit. */
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
 * Limits the time of a handler up to the start of its answer. At the limit, throws DEADLINE and aborts the work, even if the
 * handler calls something without a deadline.
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
  return new AppError('DEADLINE', `The search did not finish within ${msMax / 1000} seconds and was stopped.`);
}

/**
 * Lets the parts of a request share one listener for an end, such as an abort signal or the close of a response. Node warns of
 * a leak from the eleventh listener on, and a facet over a dozen sources has that many parts.
 */
import { AppError } from '../errors.ts';

export class EndListeners<T extends object> {
  readonly #listen: (target: T, onEnd: () => void) => void;
  readonly #waiting = new WeakMap<T, Set<() => void>>();

  /** `listen` adds a listener to a target, which calls `onEnd` once. */
  constructor(listen: (target: T, onEnd: () => void) => void) {
    this.#listen = listen;
  }

  /** Registers `work`, which must not throw, to run when the target ends, in order of registration. Returns a function that removes it. */
  add(target: T, work: () => void): () => void {
    const waiting = this.#waiting.get(target) ?? this.#begin(target);
    // The same function may be registered twice.
    const own = (): void => work();
    waiting.add(own);
    return () => void waiting.delete(own);
  }

  #begin(target: T): Set<() => void> {
    const waiting = new Set<() => void>();
    this.#waiting.set(target, waiting);
    this.#listen(target, () => {
      for (const work of waiting) work();
      waiting.clear();
    });
    return waiting;
  }
}

const aborts = new EndListeners<AbortSignal>((signal, onEnd) => {
  signal.addEventListener('abort', onEnd, { once: true });
});

/** Calls `work` when the signal fires, but not if it has fired already. Returns a function that removes it. */
export function onAbort(signal: AbortSignal, work: () => void): () => void {
  return aborts.add(signal, work);
}

/** Returns the error for work that a signal has stopped: the signal's AppError, or CANCELLED. */
export function abortError({ reason }: AbortSignal): AppError {
  return reason instanceof AppError ? reason : new AppError('CANCELLED', 'the search was cancelled');
}

/** Returns the result of the promise. Throws the signal's error if it fires first. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) throw abortError(signal);
  let forget = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(abortError(signal)));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    forget();
  }
}

/** A semaphore: runs a few tasks at the same time. The others wait in order of arrival. */
import { abortError, onAbort } from './ends/end-listeners.ts';
import type { AppError } from './errors.ts';

/** Limits of waiting. A task that would exceed them is refused. */
export interface Waiting {
  readonly tasksMax: number;
  readonly msMax?: number;
  refusal(): AppError;
}

export class Semaphore {
  readonly #limits: Waiting | undefined;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** Without limits, any number of tasks may wait. */
  constructor(count: number, limits?: Waiting) {
    this.#free = count;
    this.#limits = limits;
  }

  /** Resolves or rejects like the task. Rejects with the signal's error if it fires before the task begins. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Takes a permit. The returned function gives it back. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted === true) throw abortError(signal);
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    const limits = this.#limits;
    if (limits !== undefined && this.#waiting.size >= limits.tasksMax) throw limits.refusal();
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        this.#waiting.delete(begin);
        clearTimeout(late);
        forget?.();
        end();
      };
      const begin = (): void => settle(resolve);
      const late =
        limits?.msMax === undefined
          ? undefined
          : setTimeout(() => settle(() => reject(limits.refusal())), limits.msMax);
      const forget = signal && onAbort(signal, () => settle(() => reject(abortError(signal))));
      this.#waiting.add(begin);
    });
  }

  /** The next waiter gets the permit directly, so that no later caller overtakes it. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }
}

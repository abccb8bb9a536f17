/**
 * Cleanup queue for the ends of connections and answers, of which thousands may occur in one turn of the event loop. A few run at
 * once; the rest wait for the next turns, in order.
 */
import { CLEANUP_MS_PER_TURN, CLEANUPS_PER_TURN_MAX } from './limits.ts';

export class CleanupQueue {
  #waiting: (() => void)[] = [];
  /** Index of the first pending cleanup. */
  #next = 0;
  /** Number of cleanups started in this turn. */
  #begun = 0;
  #spentMs = 0;
  #isTurnAwaited = false;
  #onDone: (() => void)[] = [];

  /** Runs the work now or in a later turn, after all work added before. */
  defer(work: () => void): void {
    if (this.#waiting.length > 0 || this.#isTurnOver()) this.#waiting.push(work);
    else this.#do(work);
    this.#awaitTurn();
  }

  /** Resolves when the queue is empty. */
  done(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onDone.push(resolve));
  }

  #do(work: () => void): void {
    this.#begun++;
    const start = performance.now();
    work();
    this.#spentMs += performance.now() - start;
  }

  #isTurnOver(): boolean {
    return this.#begun >= CLEANUPS_PER_TURN_MAX || this.#spentMs >= CLEANUP_MS_PER_TURN;
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#isTurnAwaited = false;
    this.#begun = 0;
    this.#spentMs = 0;
    while (this.#next < this.#waiting.length && !this.#isTurnOver()) this.#do(this.#waiting[this.#next++]!);
    if (this.#next < this.#waiting.length) {
      this.#awaitTurn();
      return;
    }
    this.#waiting = [];
    this.#next = 0;
    for (const resolve of this.#onDone.splice(0)) resolve();
  };
}

/** Shared by all connections of the process. */
const cleanups = new CleanupQueue();

/** Runs cleanup now, or in a later turn if many things end at once. */
export function deferCleanup(work: () => void): void {
  cleanups.defer(work);
}

/** Resolves when the queue is empty. */
export function cleanupsDone(): Promise<void> {
  return cleanups.done();
}

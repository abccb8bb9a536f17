/**
 * Cleanup queue for the ends of connections and answers, of which thousands may occur in one turn of the event loop. A few run at
 * once; the rest wait for the next turns, in order.
 */
import { ENDINGS_MS_OF_TURN, ENDINGS_OF_TURN_MAX } from './limits.ts';

export class Endings {
  #waiting: (() => void)[] = [];
  /** Index of the first pending cleanup. */
  #next = 0;
  /** Number started in this turn. */
  #begun = 0;
  #spentMs = 0;
  #isTurnAwaited = false;
  #onDone: (() => void)[] = [];

  /** Runs the work now or in a later turn, after all work added before. */
  add(work: () => void): void {
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
    return this.#begun >= ENDINGS_OF_TURN_MAX || this.#spentMs >= ENDINGS_MS_OF_TURN;
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
const endings = new Endings();

/** Runs cleanup now, or in a later turn if many things end at once. */
export function atEnd(work: () => void): void {
  endings.add(work);
}

/** Resolves when the queue is empty. */
export function endingsDone(): Promise<void> {
  return endings.done();
}

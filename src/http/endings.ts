/**
 * What is to be done when connections and answers end: thousands may end in one turn of the event loop. It is done at once
 * while it is little, and what is more waits for the next turns, in order.
 */
import { ENDINGS_MS_OF_TURN, ENDINGS_OF_TURN_MAX } from './limits.ts';

export class Endings {
  #waiting: (() => void)[] = [];
  /** The first of them that is not done. */
  #next = 0;
  /** In this turn. */
  #begun = 0;
  #spentMs = 0;
  #isTurnAwaited = false;
  #onDone: (() => void)[] = [];

  /** Does it now or in a later turn, after what was added before it. */
  add(work: () => void): void {
    if (this.#waiting.length > 0 || this.#isTurnOver()) this.#waiting.push(work);
    else this.#do(work);
    this.#awaitTurn();
  }

  /** Resolves when nothing waits. */
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

/** One for the process: all of its connections share the turns. */
const endings = new Endings();

/** Does it now, or in a later turn where much ends at once. */
export function atEnd(work: () => void): void {
  endings.add(work);
}

/** Resolves when nothing waits. */
export function endingsDone(): Promise<void> {
  return endings.done();
}

/**
 * Work on millions of numbers, as a generator that yields where other requests may have their turn. It can also be done at
 * once, inside a transaction or for a command.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export type Work<T> = Generator<void, T, undefined>;

/** Numbers that a loop goes through between two yields. */
export const STRIDE = 65_536;
/** How long work goes on before other requests get their turn. */
const SLICE_MS = 4;

export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export async function inSlices<T>(work: Work<T>): Promise<T> {
  const slice = new Slice();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await slice.giveWay();
  }
}

/** Other requests have their turn once a slice of time is used up. */
export class Slice {
  #start = performance.now();

  /** Whether it is used up: a loop over very many asks this first, a promise for each of them would take longer than its work. */
  get isOver(): boolean {
    return performance.now() - this.#start >= SLICE_MS;
  }

  async giveWay(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#start = performance.now();
  }
}

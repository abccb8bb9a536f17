/**
 * Long work on millions of numbers, as a generator that yields between slices so that other requests get their turn. A
 * transaction or a command can also run it to completion.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export type Work<T> = Generator<void, T, undefined>;

/** Numbers that a loop goes through between two yields. */
export const STRIDE = 65_536;
/** How long work runs before other requests get their turn, in milliseconds. */
const SLICE_MS = 4;

export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export async function runInSlices<T>(work: Work<T>): Promise<T> {
  const slice = new Slice();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await slice.giveWay();
  }
}

/** Lets other requests run once a slice of time is used up. */
export class Slice {
  #start = performance.now();

  /**
   * Whether the slice is used up. A loop over very many elements checks this first, because a promise for each would take
   * longer than its work.
   */
  get isOver(): boolean {
    return performance.now() - this.#start >= SLICE_MS;
  }

  async giveWay(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#start = performance.now();
  }
}

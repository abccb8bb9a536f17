/**
 * Long work in slices, so that other requests get their turn. Work is a generator that yields often. A transaction or a command
 * can also run it to completion at once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { abortError } from './ends/end-listeners.ts';
import { AppError } from './errors.ts';
import { enterMemory, type QueryMemory } from './query-memory.ts';
import { Turns } from './turns.ts';

export type Work<T> = Generator<void, T>;

/** Number of elements that a loop handles between two yields. */
export const STRIDE = 65_536;
/** How long work runs before it yields to other requests, in milliseconds. */
const SLICE_MILLISECONDS = 1;
/** The same for a loop of a request that is not a generator. */
const SLICE_MS = 4;

/** Work that waits for its next slice. */
const turns = new Turns();

export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs work to completion in slices. New work starts immediately. Work that takes longer than a slice takes turns with other
 * work, so that many simultaneous searches delay others by one slice, not by their sum. Throws the signal's AppError or
 * CANCELLED when it fires.
 */
export async function runInSlices<T>(
  work: Work<T>,
  signal?: AbortSignal,
  memory: QueryMemory | null = null,
): Promise<T> {
  const step = nextSlice(work, signal, memory);
  return step.done === true ? step.value : furtherSlices(work, signal, memory);
}

/** Completes work whose first slice has run. */
export async function furtherSlices<T>(
  work: Work<T>,
  signal: AbortSignal | undefined,
  memory: QueryMemory | null,
): Promise<T> {
  for (;;) {
    await turns.next();
    const step = nextSlice(work, signal, memory);
    if (step.done === true) return step.value;
  }
}

/** Runs one slice at once, because most searches are complete after it, and a promise takes longer than some searches. */
export function nextSlice<T>(
  work: Work<T>,
  signal: AbortSignal | undefined,
  memory: QueryMemory | null,
): IteratorResult<void, T> {
  throwIfCancelled(signal);
  if (memory?.hasEnded === true) throw new AppError('CANCELLED', 'Another part of the request has failed.');
  const before = enterMemory(memory);
  try {
    // The clock is read only after the first step, because small searches have no further steps.
    let step = work.next();
    if (step.done === true) return step;
    const end = performance.now() + SLICE_MILLISECONDS;
    do step = work.next();
    while (step.done !== true && performance.now() < end);
    return step;
  } finally {
    enterMemory(before);
  }
}

/** Throws the error of cancelled work. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortError(signal);
}

/** Lets other requests run once a slice of time is used up. */
export class Slice {
  #start = performance.now();

  /**
   * Whether the slice is used up. A loop over very many elements checks this first, because a promise for each element would
   * take longer than the work.
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

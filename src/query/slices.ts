/**
 * Runs work in slices. A search yields to other requests after each slice. New work starts immediately. Work that takes longer
 * than a slice takes turns with the other searches of the process. So many simultaneous searches delay others by one slice, not
 * by their sum.
 */
import { abortError } from '../shared/ends/end-listeners.ts';
import { enterMemory, type QueryMemory } from '../shared/query-memory.ts';
import { Turns } from '../shared/turns.ts';

/** How long work runs before it yields to other requests, in milliseconds. */
const SLICE_MILLISECONDS = 1;

/** Searches that wait for their next slice. */
const turns = new Turns();

/**
 * Runs a generator to completion in slices, with all other pending work in between. If it completes within the first slice, as
 * most searches do, returns the result directly, because a promise takes longer than some of them. Throws AppError CANCELLED
 * when the signal fires.
 */
export function inSlices<T>(
  work: Generator<void, T>,
  signal?: AbortSignal,
  memory: QueryMemory | null = null,
): T | Promise<T> {
  const step = slice(work, signal, memory);
  return step.done === true ? step.value : furtherSlices(work, signal, memory);
}

async function furtherSlices<T>(
  work: Generator<void, T>,
  signal: AbortSignal | undefined,
  memory: QueryMemory | null,
): Promise<T> {
  for (;;) {
    await turns.next();
    const step = slice(work, signal, memory);
    if (step.done === true) return step.value;
  }
}

function slice<T>(
  work: Generator<void, T>,
  signal: AbortSignal | undefined,
  memory: QueryMemory | null,
): IteratorResult<void, T> {
  throwIfCancelled(signal);
  const before = enterMemory(memory);
  try {
    return steps(work);
  } finally {
    enterMemory(before);
  }
}

function steps<T>(work: Generator<void, T>): IteratorResult<void, T> {
  // The clock is read only after the first step, because small searches have no more.
  let step = work.next();
  if (step.done === true) return step;
  const end = performance.now() + SLICE_MILLISECONDS;
  do step = work.next();
  while (step.done !== true && performance.now() < end);
  return step;
}

/** Throws the error of a cancelled search. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortError(signal);
}

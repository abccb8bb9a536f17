/**
 * Work in slices: a search gives way to other requests after each. New work begins at once; work that takes longer than a
 * slice takes turns with the other searches of the process, so that many simultaneous searches delay the rest by one
 * slice, not by the sum of theirs.
 */
import { AppError } from '../shared/errors.ts';
import { enterMemory, type QueryMemory } from '../shared/query-memory.ts';
import { Turns } from '../shared/turns.ts';

/** How long work goes on before it gives way to other requests, in milliseconds. */
const SLICE_MILLISECONDS = 1;

/** Of searches that wait for their next slice. */
const turns = new Turns();

/**
 * Drives a generator to its end in slices, with everything else that waits done in between. What ends within the first
 * slice is returned as it is: most searches do, and a promise takes longer than some of them. Throws AppError CANCELLED
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
  // The clock is read after the first step: small searches have no more.
  let step = work.next();
  if (step.done === true) return step;
  const end = performance.now() + SLICE_MILLISECONDS;
  do step = work.next();
  while (step.done !== true && performance.now() < end);
  return step;
}

/** Throws the error of a search that its signal cancelled. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw signal.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'the search was cancelled');
}

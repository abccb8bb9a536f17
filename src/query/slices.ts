/**
 * Work in slices: a search gives way to other requests after each. New work begins at once; work that takes longer than a
 * slice takes turns with the other searches of the process, so that many simultaneous searches delay the rest by one
 * slice, not by the sum of theirs.
 */
import { AppError } from '../shared/errors.ts';

/** How long work goes on before it gives way to other requests, in milliseconds. */
const SLICE_MILLISECONDS = 1;

/** Searches that wait for their next slice, first come, first served. */
const waiting: (() => void)[] = [];

/**
 * Drives a generator to its end in slices, with everything else that waits done in between. Throws AppError CANCELLED
 * when the signal fires.
 */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    throwIfCancelled(signal);
    const end = performance.now() + SLICE_MILLISECONDS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await nextSlice();
  }
}

/** Throws the error of a search that its signal cancelled. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw signal.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'the search was cancelled');
}

function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runOne);
  });
}

function runOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runOne);
}

/**
 * Work in slices: a search gives way to other requests after each. New work begins at once; what goes on longer than a
 * slice takes turns with the other searches of the process, so that many at once hold up the rest for one slice, not for
 * all of theirs.
 */
import { AppError } from '../shared/errors.ts';

/** How long work goes on before it gives way to other requests, in milliseconds. */
const SLICE_MILLISECONDS = 1;

/** Searches that wait for their next slice, first come, first served. */
const waiting: (() => void)[] = [];

/**
 * Drives a generator to its end in slices: between them everything else that waits is done. Throws AppError CANCELLED
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

/** Throws what a search throws that its signal gave up. */
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

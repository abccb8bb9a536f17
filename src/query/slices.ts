/** Cooperative scheduling: runs long work in short slices on the event loop, and ends it when its client has left. */
import { AppError } from '../shared/errors.ts';

/** How long work goes on before it gives way to other requests, in milliseconds. */
const SLICE_MILLISECONDS = 1;

/**
 * Drives a generator to its end in slices: between them everything else that waits is done. Throws AppError CANCELLED
 * when the signal fires.
 */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    if (signal?.aborted === true) throw cancelled(signal);
    const end = performance.now() + SLICE_MILLISECONDS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function cancelled(signal: AbortSignal): AppError {
  return signal.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'the search was cancelled');
}

/**
 * Waiting in tests. A test waits for an event, never for a time in which the event should have happened: a busy machine is not a
 * fault of the program. The only limit is a guard against hangs.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than any wait on a busy machine, and shorter than the limit of a test, so that a hang is reported by name. */
export const HANG_MS = 300_000;
const LOOK_EVERY_MS = 5;

/** Resolves once the condition holds. Rejects after the hang guard with the condition, or the name given. */
export async function until(holds: () => unknown, name = String(holds)): Promise<void> {
  const end = performance.now() + HANG_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`never true: ${name}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Settles like the promise. Rejects after the hang guard with the name. */
export async function settled<T>(promise: Promise<T>, name: string): Promise<T> {
  const over = new AbortController();
  const hang = sleep(HANG_MS, undefined, over).then(() => {
    throw new Error(`never settled: ${name}`);
  });
  hang.catch(() => undefined);
  try {
    return await Promise.race([promise, hang]);
  } finally {
    over.abort();
  }
}

/**
 * Lets some time pass, so that a test can see that nothing happens in it, or that stamps differ. On a slower machine such a test
 * sees less, but does not fail.
 */
export const pause = (ms = 50): Promise<void> => sleep(ms);

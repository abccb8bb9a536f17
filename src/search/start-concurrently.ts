/** Starts several tasks concurrently, although each may do much before its first await. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long tasks are started before other requests get their turn, in milliseconds. */
const SLICE_MILLISECONDS = 1;

/** Returns the results in order. Starts all tasks, whatever the outcome of the others. Throws the error that occurs first. */
export async function startConcurrently<S, T>(
  parts: readonly S[],
  begin: (part: S, index: number) => Promise<T>,
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  let start = performance.now();
  for (const [index, part] of parts.entries()) {
    const work = begin(part, index);
    // It is awaited below. Until then, an error must not count as unhandled.
    work.catch(() => undefined);
    begun.push(work);
    if (performance.now() - start < SLICE_MILLISECONDS) continue;
    await nextTurn();
    start = performance.now();
  }
  return Promise.all(begun);
}

/** Several pieces of work begun together, each of which may do much before it first waits. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work is begun before other requests get their turn, in milliseconds. */
const SLICE_MILLISECONDS = 1;

/** The results, in order. All are begun, however one of them ends; the first to fail in time is thrown. */
export async function sideBySide<S, T>(
  parts: readonly S[],
  begin: (part: S, place: number) => Promise<T>,
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  let start = performance.now();
  for (const [place, part] of parts.entries()) {
    const work = begin(part, place);
    // Awaited below; until then a fault is nobody's.
    work.catch(() => undefined);
    begun.push(work);
    if (performance.now() - start < SLICE_MILLISECONDS) continue;
    await nextTurn();
    start = performance.now();
  }
  return Promise.all(begun);
}

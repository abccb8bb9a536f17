/** Two versions of one inner loop: the one in the engine, and the shorter alternative. */
export interface LoopPair {
  readonly name: string;
  /** Elements of one pass. */
  readonly elements: number;
  /** Each returns a number, to check that both do the same work. */
  readonly present: () => number;
  readonly shorter: () => number;
}

/** Returns nanoseconds per element of the fastest call of each version within the time. Calls of the two alternate. */
export function timePair(
  { name, elements, present, shorter }: LoopPair,
  milliseconds: number,
): { readonly present: number; readonly shorter: number } {
  const best = { present: Number.POSITIVE_INFINITY, shorter: Number.POSITIVE_INFINITY };
  const end = performance.now() + milliseconds;
  do {
    const expected = timed(present, (time) => (best.present = Math.min(best.present, time)));
    const found = timed(shorter, (time) => (best.shorter = Math.min(best.shorter, time)));
    if (found !== expected) throw new Error(`${name}: the two versions differ: ${expected} and ${found}`);
  } while (performance.now() < end);
  return { present: (best.present * 1e6) / elements, shorter: (best.shorter * 1e6) / elements };
}

function timed(work: () => number, note: (milliseconds: number) => void): number {
  const start = performance.now();
  const result = work();
  note(performance.now() - start);
  return result;
}

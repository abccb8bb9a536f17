/**
 * Measures how processor time grows with the size of an input. A limit in seconds would fail on a busy or slow machine; a
 * control measurement does not.
 */
const TIMES = 4;
/** Shorter times count as this one, because below it a measurement is mostly noise. */
const MS_MIN = 5;
const ROUNDS = 3;

/** Four times the size takes 4 times the time if it grows with the size, 16 times if with its square. */
export const GROWTH_MAX = 10;

/**
 * Returns how many times longer `run` takes for `size` than for a quarter of it. The fastest of up to three runs of each
 * counts.
 */
export function growthOf(run: (size: number) => unknown, size: number): number {
  let part = Number.POSITIVE_INFINITY;
  let whole = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    part = Math.min(
      part,
      msOf(() => run(Math.ceil(size / TIMES))),
    );
    whole = Math.min(
      whole,
      msOf(() => run(size)),
    );
    if (whole / part < GROWTH_MAX) break;
  }
  return whole / part;
}

function msOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(MS_MIN, (user + system) / 1000);
}

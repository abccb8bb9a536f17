/** Merges overlapping or adjacent intervals, so that parts that several ranges share are walked once. */

/** An interval from `from` up to but excluding `to`. Null means unbounded. */
export interface BoundInterval<T> {
  readonly from: T;
  readonly to: T | null;
}

/** Returns the union of some intervals as ascending, disjoint intervals. Drops empty ones. */
export function merged<T>(intervals: readonly BoundInterval<T>[], compare: (a: T, b: T) => number): BoundInterval<T>[] {
  const ascending = intervals.filter(({ from, to }) => to === null || compare(from, to) < 0);
  ascending.sort((a, b) => compare(a.from, b.from));
  const found: BoundInterval<T>[] = [];
  for (const next of ascending) {
    const last = found.at(-1);
    if (last === undefined || (last.to !== null && compare(last.to, next.from) < 0)) found.push(next);
    else if (last.to !== null && (next.to === null || compare(last.to, next.to) < 0)) {
      found[found.length - 1] = { from: last.from, to: next.to };
    }
  }
  return found;
}

/**
 * Elements of a phrase that share a list of positions: a repeated word or pattern, or the stars. Matchers work on
 * groups, so each list is read once, however often its element occurs in the phrase.
 */
export interface ElementGroup {
  /** Positions in the current document, ascending: `positions[0 … length)`. */
  positions: Uint32Array;
  length: number;
  /** Offsets of the elements in the phrase, ascending. */
  readonly offsets: readonly number[];
}

/** Returns the index of the first position at or after `position`, searching from `from` on; `length` if there is none. */
export function firstAtOrAfter(positions: Uint32Array, from: number, length: number, position: number): number {
  let low = from;
  let step = 1;
  while (low + step <= length && positions[low + step - 1]! < position) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (positions[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

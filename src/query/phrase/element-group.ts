/**
 * Elements of a phrase that take their positions from one list: a word that the phrase repeats, a pattern, the stars. The
 * matchers below this room work on groups, so that a list is read once however often the phrase names it.
 */
export interface ElementGroup {
  /** Positions in the current document, ascending: `positions[0 … length)`. */
  positions: Uint32Array;
  length: number;
  /** Offsets of the elements in the phrase, ascending. */
  readonly offsets: readonly number[];
}

/** The index of the first position at or after `position`, searching from `from` on; `length` if there is none. */
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

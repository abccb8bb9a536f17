/** Narrows columns of candidates to those that a list has. */

/**
 * Moves those of the first `count` entries of a column to the front whose candidate has a rank in `found`, which is -1 for the
 * others.
 */
export function keepFound(column: Uint16Array | Uint32Array, found: Int32Array, count: number): void {
  // Whether an entry stays is unpredictable, so it is always written, and then kept or overwritten.
  for (let i = 0, left = 0; i < count; i++) {
    column[left] = column[i]!;
    left += (found[i]! >>> 31) ^ 1;
  }
}

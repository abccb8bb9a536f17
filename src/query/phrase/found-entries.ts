/** Narrows columns of candidates to the candidates that a list has. */

/** Moves the entries whose candidate has a rank in `found`, not -1, to the front of the first `count` entries of a column. */
export function keepFound(column: Uint16Array | Uint32Array, found: Int32Array, count: number): void {
  // Whether an entry stays is unpredictable, so it is always written, and then kept or overwritten.
  for (let i = 0, left = 0; i < count; i++) {
    column[left] = column[i]!;
    left += (found[i]! >>> 31) ^ 1;
  }
}

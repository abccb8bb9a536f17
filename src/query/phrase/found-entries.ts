/** Narrows columns of candidates to the candidates that a list has. */

/**
 * Compacts the first `count` entries of a column: moves those to the front whose candidate has a rank in `found` (not
 * -1).
 */
export function keepFound(column: Uint16Array | Uint32Array, found: Int32Array, count: number): void {
  // Avoids an unpredictable branch: every entry is written, and the next one overwrites it if it is dropped.
  for (let i = 0, left = 0; i < count; i++) {
    column[left] = column[i]!;
    left += (found[i]! >>> 31) ^ 1;
  }
}

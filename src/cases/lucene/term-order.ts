/** The order of terms: that of their bytes. */

/** Compares `a[0 … lengthA)` with `b[0 … lengthB)`. */
export function compareTermBytes(a: Uint8Array, lengthA: number, b: Uint8Array, lengthB: number): number {
  const shared = Math.min(lengthA, lengthB);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

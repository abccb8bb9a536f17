/** The order of terms: by code point, which equals the order of their UTF-8 bytes. */

/** Compares two terms. Their code point order is the order of their UTF-8 bytes. */
export function compareBytes(
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
): number {
  const shared = Math.min(endA - startA, endB - startB);
  for (let i = 0; i < shared; i++) {
    const difference = a[startA + i]! - b[startB + i]!;
    if (difference !== 0) return difference;
  }
  return endA - startA - (endB - startB);
}

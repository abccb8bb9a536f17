/** The order of texts by code point, the order of folded values in an index. */

/**
 * Compares texts by code point, the order of folded values in an index. The order of UTF-16 units differs if one of them is a
 * surrogate.
 */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000;
    if (isHigh(x) !== isHigh(y)) return isHigh(x) ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

/** The order of texts by code point, which that of UTF-16 units is not. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

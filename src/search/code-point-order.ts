/** The order of texts by code point, which differs from their order by UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

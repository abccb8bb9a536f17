/**
 * Returns the text as the string that V8 keeps once for all literals and keys. Optimized code compares two such strings by
 * address. Use it for the few names that are compared for every value of a case.
 */
export function internalized(text: string): string {
  return Object.keys({ [text]: null })[0]!;
}

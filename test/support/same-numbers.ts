/** Compares long lists of numbers (documents, bits, positions) and reports the differences. A matcher would print thousands of lines. */

/** Numbers of a difference that a message shows. */
const SHOWN = 12;

/**
 * Throws an error that names missing or extra numbers, or the first position at which the order differs. `of` describes the
 * request.
 */
export function expectSameNumbers(found: ArrayLike<number>, expected: ArrayLike<number>, of: string): void {
  let at = 0;
  while (at < found.length && at < expected.length && found[at] === expected[at]) at++;
  if (at === found.length && at === expected.length) return;
  throw new Error(`${of}: ${difference(Array.from(found), Array.from(expected), at)}`);
}

function difference(got: readonly number[], wanted: readonly number[], at: number): string {
  const missing = without(wanted, got);
  const extra = without(got, wanted);
  const lines = [`${got.length} found, ${wanted.length} expected`];
  if (missing.length > 0) lines.push(`missing: ${some(missing)}`);
  if (extra.length > 0) lines.push(`extra: ${some(extra)}`);
  lines.push(`first difference at index ${at}: found ${got[at] ?? 'the end'}, expected ${wanted[at] ?? 'the end'}`);
  return lines.join('\n  ');
}

function without(numbers: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return numbers.filter((number) => !known.has(number));
}

function some(numbers: readonly number[]): string {
  const rest = numbers.length - SHOWN;
  return numbers.slice(0, SHOWN).join(' ') + (rest > 0 ? ` … and ${rest} more` : '');
}

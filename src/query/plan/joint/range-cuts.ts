/** Finds the beginnings and ends of ranges of words, as the least terms at or after them. */
import { compareBytes } from '../../../codec/compare-bytes.ts';
import type { TermRange } from '../../../engine/dictionary/term-range.ts';

/** Returns the least term of a range. */
export function lowerCut({ lower, isLowerExclusive }: TermRange): Uint8Array {
  if (lower === null) return NO_BYTES;
  return isLowerExclusive === true ? after(lower) : lower;
}

/** Returns the least term after a range, or null if there is none. */
export function upperCut({ upper, isUpperExclusive }: TermRange): Uint8Array | null {
  if (upper === null) return null;
  return isUpperExclusive === true ? upper : after(upper);
}

export function compareTerms(a: Uint8Array, b: Uint8Array): number {
  return compareBytes(a, 0, a.length, b, 0, b.length);
}

/** Returns the least term that is greater than another. */
function after(term: Uint8Array): Uint8Array {
  const next = new Uint8Array(term.length + 1);
  next.set(term);
  return next;
}

const NO_BYTES = new Uint8Array(0);

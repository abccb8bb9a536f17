/**
 * Detects words that may share a position. A word divided at the end of a line is at the positions of both of its
 * parts. The pieces of a long word are at the same position. A sloppy phrase must not count a position twice.
 */
import { PIECE_STRIDE } from '../../analysis/word-cutter.ts';

interface Part {
  readonly kind: string;
  readonly term?: string;
}

/** Whether two distinct words of a phrase may share a position. False is certain, but true is not. */
export function mayShareAny(parts: readonly Part[]): boolean {
  const terms = [...new Set(parts.flatMap(({ term }) => (term === undefined ? [] : [term])))];
  return terms.some((a, n) => terms.slice(n + 1).some((b) => mayShare(a, b)));
}

function mayShare(a: string, b: string): boolean {
  if (a.length >= PIECE_STRIDE || b.length >= PIECE_STRIDE) return true;
  return overlaps(a, b) || overlaps(b, a);
}

/**
 * Whether `a` ends with a beginning of `b`. Then the middle part of two overlapping divided words may belong to both.
 */
function overlaps(a: string, b: string): boolean {
  for (let length = Math.min(a.length, b.length); length > 0; length--) {
    if (a.endsWith(b.slice(0, length))) return true;
  }
  return false;
}

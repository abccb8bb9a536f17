/** The terms between two bounds, as a range in a query defines them. */
import { compareBytes } from '../../codec/compare-bytes.ts';

/** The terms between two bounds. Null means unbounded. */
export interface TermRange {
  readonly lower: Uint8Array | null;
  readonly isLowerExclusive?: boolean;
  readonly upper: Uint8Array | null;
  readonly isUpperExclusive?: boolean;
}

/** Whether a term lies in a range. */
export function isInRange(term: Uint8Array, { lower, isLowerExclusive, upper, isUpperExclusive }: TermRange): boolean {
  if (lower !== null) {
    const order = compareBytes(term, 0, term.length, lower, 0, lower.length);
    if (order < 0 || (order === 0 && isLowerExclusive === true)) return false;
  }
  if (upper === null) return true;
  const order = compareBytes(term, 0, term.length, upper, 0, upper.length);
  return order < 0 || (order === 0 && isUpperExclusive !== true);
}

/**
 * Natural order of folded texts: `file2` before `file10`. Sequences of the digits 0–9 compare as numbers, everything else by
 * code point.
 */
import { compareCodePoints } from './code-point-order.ts';

/** Returns a negative number if `a` comes first. Texts that differ only in leading zeros compare by code point. */
export function compareNaturally(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    if (isDigit(x) && isDigit(y)) {
      const endA = endOfDigits(a, i);
      const endB = endOfDigits(b, j);
      const order = compareNumbers(a, i, endA, b, j, endB);
      if (order !== 0) return order;
      i = endA;
      j = endB;
    } else {
      if (x !== y) return inCodePoints(x) - inCodePoints(y);
      i++;
      j++;
    }
  }
  const left = a.length - i - (b.length - j);
  if (left !== 0 || a === b) return left;
  return compareCodePoints(a, b);
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The end of the digits that begin at `start`. */
export function endOfDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** Compares the digits `a[i … endA)` and `b[j … endB)` as numbers of any length. */
function compareNumbers(a: string, i: number, endA: number, b: string, j: number, endB: number): number {
  let from = i;
  while (from < endA && a.charCodeAt(from) === 0x30) from++;
  let other = j;
  while (other < endB && b.charCodeAt(other) === 0x30) other++;
  const longer = endA - from - (endB - other);
  if (longer !== 0) return longer;
  for (; from < endA; from++, other++) {
    const order = a.charCodeAt(from) - b.charCodeAt(other);
    if (order !== 0) return order;
  }
  return 0;
}

/** Orders units so that surrogates come after all other units, as code points do. */
function inCodePoints(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

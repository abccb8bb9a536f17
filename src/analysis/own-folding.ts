/** Folds single code points of a query, and composes the text of expressions before parsing. */
import { foldedCodePoint } from './code-points.ts';
import { orderLongSequences } from './mark-order.ts';
import { FOLDS, NO_FOLD } from './unit-tables.ts';

const LONG_UNITS = 32;

/** Returns the folded form of an isolated code point: up to 18 code points, or nothing. */
export function foldCodePoint(codePoint: number): string {
  const folded = codePoint > 0xffff ? NO_FOLD : FOLDS[codePoint]!;
  if (folded !== NO_FOLD) return String.fromCharCode(folded);
  return foldedCodePoint(codePoint)
    .map(({ text }) => text)
    .join('');
}

/** Returns the text in NFC, in time linear in its length, whatever it contains. */
export function toNfc(text: string): string {
  return (text.length > LONG_UNITS ? orderLongSequences(text) : text).normalize('NFC');
}

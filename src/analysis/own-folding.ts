/** Folding of single code points of a query, and the composed form that expressions are parsed in. */
import { foldedCodePoint } from './code-points.ts';
import { orderLongSequences } from './mark-order.ts';
import { FOLDS, NO_FOLD } from './unit-tables.ts';

const LONG_UNITS = 32;

/** Returns what a code point folds to when it stands alone: nothing, or up to 18 code points. */
export function foldCodePoint(codePoint: number): string {
  const folded = codePoint > 0xffff ? NO_FOLD : FOLDS[codePoint]!;
  if (folded !== NO_FOLD) return String.fromCharCode(folded);
  return foldedCodePoint(codePoint)
    .map(({ text }) => text)
    .join('');
}

/** The text in NFC, in time linear in its length, whatever its contents. */
export function toNfc(text: string): string {
  return (text.length > LONG_UNITS ? orderLongSequences(text) : text).normalize('NFC');
}

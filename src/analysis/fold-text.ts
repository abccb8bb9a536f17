/** Folding of whole texts without cutting them into tokens. */
import { ESCAPE, FOLD_TABLE, foldCodePoint, SEPARATOR } from './fold-table.ts';
import { toNfc } from './normalization.ts';

/** How many folded units are collected at a time: a query may be a single value of a megabyte. */
const BATCH_UNITS = 4096;

/**
 * Returns the text in NFC with every letter and digit folded and everything else as it is: the form of wildcard, fuzzy
 * and range terms, and of values that are one term as a whole. Apply it only once: folding is not idempotent.
 */
export function foldText(text: string): string {
  const normalized = toNfc(text);
  const batches: string[] = [];
  let batch: number[] = [];
  for (let i = 0; i < normalized.length; i++) {
    const unit = normalized.charCodeAt(i);
    const folded = FOLD_TABLE[unit]!;
    if (folded === SEPARATOR) {
      batch.push(unit);
    } else if (folded !== ESCAPE) {
      batch.push(folded);
    } else {
      const codePoint = normalized.codePointAt(i)!;
      if (codePoint > 0xffff) i++;
      batches.push(String.fromCharCode(...batch), foldCodePoint(codePoint));
      batch = [];
    }
    if (batch.length === BATCH_UNITS) {
      batches.push(String.fromCharCode(...batch));
      batch = [];
    }
  }
  batches.push(String.fromCharCode(...batch));
  return batches.join('');
}

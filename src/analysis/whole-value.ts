/**
 * Analysis of a whole value as one term (the `keyword` of other engines): categories, paths, hashes, other exact
 * values.
 */
import { createHash } from 'node:crypto';
import { foldText } from './fold-text.ts';

/** Longest whole value that becomes a term unchanged, in UTF-16 units. */
export const WHOLE_VALUE_UNITS_MAX = 1000;

/**
 * Returns a whole value as a folded term. If the value is over the limit, a hash of the whole value replaces its end. It still
 * equals only itself, and wildcards still match its beginning.
 */
export function foldWhole(value: string): string {
  const folded = foldText(value);
  if (folded.length <= WHOLE_VALUE_UNITS_MAX) return folded;
  const hash = createHash('sha256').update(folded, 'utf16le').digest('hex');
  const kept = WHOLE_VALUE_UNITS_MAX - hash.length;
  const last = folded.charCodeAt(kept - 1);
  return folded.slice(0, last >= 0xd800 && last < 0xdc00 ? kept - 1 : kept) + hash;
}

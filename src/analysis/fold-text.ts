/** Folding of whole texts without cutting them into tokens. */
import { foldCodePoint } from './fold-table.ts';
import { toNfc } from './normalization.ts';

/**
 * Returns the text in NFC with every letter and digit folded and everything else as it is: the form of wildcard, fuzzy
 * and range terms, and of values that are one term as a whole. To be applied once: folding is not idempotent.
 */
export function foldText(text: string): string {
  let folded = '';
  for (const character of toNfc(text)) folded += foldCodePoint(character.codePointAt(0)!);
  return folded;
}

/**
 * Normalizes text for suggestions: ignores case, accents and width, and splits it into words. It is deliberately looser than
 * the analyzer, because a suggestion is a value to choose from, never an answer.
 */

/** Only this many words of a value are used for suggestions. */
const WORD_COUNT_MAX = 16;
const WORD_UNITS_MAX = 64;
const TEXT_UNITS_MAX = 512;

export function fold(text: string): string {
  return text.slice(0, TEXT_UNITS_MAX).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns the folded words in order, each once. */
export function splitWords(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, WORD_COUNT_MAX).map((word) => word.slice(0, WORD_UNITS_MAX)))];
}

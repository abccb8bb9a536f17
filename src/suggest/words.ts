/**
 * Text as suggestions compare it: without case, accents and width, split into words. It is deliberately looser than the
 * analyzer: a suggestion is a value to choose from, never an answer.
 */

/** Only this many words of a value are used for suggestions. */
const wordCountMax = 16;
const wordUnitsMax = 64;
const textUnitsMax = 512;

export function fold(text: string): string {
  return text.slice(0, textUnitsMax).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Folded words in order, each once. */
export function splitWords(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, wordCountMax).map((word) => word.slice(0, wordUnitsMax)))];
}

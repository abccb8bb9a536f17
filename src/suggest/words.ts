/**
 * Text as suggestions compare it: without case, accents and width, split into words. It is looser than the analyzer on
 * purpose: what is suggested is a value to choose, never an answer.
 */

/** Words of a value beyond these are not suggested by; its first ones still are. */
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

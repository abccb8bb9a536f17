/**
 * Mixes invented words into texts that occur again in a larger case: without them, copies would be near duplicates, and the
 * dictionary would stop growing. Each copy has its own words. A few of them are frequent, and most occur once.
 */
import type { Random } from '../random.ts';

/** Number of gaps between words per invented word. */
const GAPS = 32;
/** Invented words of a copy; the word of rank r is chosen with a probability of about 1 / r. */
const WORDS = 2 ** 21;
/** One in this many invented words is a number, like an invoice or telephone number. */
const NUMBERS = 16;
const SYLLABLES = [...'bdfghjklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));
const SCRAMBLED = 2 ** 26;

/** Returns the text with words of this copy (1, 2, 3, …) in some of its gaps. */
export function withMixedWords(text: string, copy: number, random: Random): string {
  return text.replaceAll(' ', () => {
    if (random.below(GAPS) !== 0) return ' ';
    return ` ${wordOf(copy, Math.floor(WORDS ** random.fraction()))} `;
  });
}

/** Spells word number `rank` of a copy. Different numbers have different words. */
export function wordOf(copy: number, rank: number): string {
  const number = copy * WORDS + rank;
  if (rank % NUMBERS === 0) return String(10 ** 9 + number);
  let rest = (Math.imul(number, 0x9e3779b1) >>> 0) % SCRAMBLED;
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length]!;
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return word;
}

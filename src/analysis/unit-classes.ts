/** The classes of characters that decide where a token begins and ends; `word-cutter.ts` and the kernel of builds have the rules. */

/** Separates, and nothing else. */
export const SEPARATOR = 0;
/** White space within a line. */
export const BLANK = 1;
/** The end of a line; `\r\n` is one. */
export const BREAK = 2;
/** May divide a word at the end of a line. */
export const HYPHEN = 3;
/** A letter or digit of a word. */
export const LETTER = 4;
/** A letter that continues a word which a hyphen divided at the end of a line. */
export const LOWER = 5;
/** A mark that stays: part of the letter before it. */
export const MARK = 6;
/** A letter of a script written without spaces. */
export const UNIT = 7;
/** A letter of Hangul: a unit that does not continue a series over the end of a line. */
export const HANGUL = 8;
/** A token by itself. */
export const EMOJI = 9;
/** A regional indicator: two in a row are one token. */
export const REGIONAL = 10;
/** Unit of UTF-16 that needs a closer look: the first of a pair, or one that folds to several units. */
export const ESCAPE = 11;
/** Stands for a soft hyphen before white space. A noncharacter: it never comes from a text. */
export const SOFT_HYPHEN = 12;
export const SOFT_HYPHEN_UNIT = 0xfffe;

const LETTERS_AND_DIGITS = /^[\p{L}\p{Nl}\p{Nd}]$/u;
/** Scripts written without spaces between words, inside of a class of a regular expression; Hangul, which has spaces, is apart. */
export const UNSPACED_SCRIPTS = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const UNSPACED = new RegExp(`^[${UNSPACED_SCRIPTS}]$`, 'u');
const HANGUL_LETTERS = /^\p{scx=Hang}$/u;

/** The class of a code point that folding leaves as it is. `isLower`: of the text it comes from. */
export function classOfFolded(character: string, isLower: boolean): number {
  const codePoint = character.codePointAt(0)!;
  if (codePoint === SOFT_HYPHEN_UNIT) return SOFT_HYPHEN;
  if (codePoint >= 0xd800 && codePoint < 0xe000) return SEPARATOR;
  if (LETTERS_AND_DIGITS.test(character)) return classOfLetter(character, isLower);
  if (/^\p{M}$/u.test(character)) return MARK;
  if (/^\p{Extended_Pictographic}$/u.test(character)) return EMOJI;
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return REGIONAL;
  if (codePoint === 0x2d || codePoint === 0x2010) return HYPHEN;
  if (/^[\n\r\u0085\u2028]$/.test(character)) return BREAK;
  return /^[\t\p{Zs}]$/u.test(character) ? BLANK : SEPARATOR;
}

function classOfLetter(character: string, isLower: boolean): number {
  if (!/^\p{Nd}$/u.test(character)) {
    if (UNSPACED.test(character)) return UNIT;
    if (HANGUL_LETTERS.test(character)) return HANGUL;
  }
  return isLower ? LOWER : LETTER;
}

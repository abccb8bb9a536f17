/** The character classes that decide where a token begins and ends. `word-cutter.ts` and the kernel of builds implement the rules. */

/** Only separates tokens. */
export const SEPARATOR = 0;
/** White space within a line. */
export const BLANK = 1;
/** The end of a line. `\r\n` is one. */
export const BREAK = 2;
/** May divide a word at the end of a line. */
export const HYPHEN = 3;
/** A letter or digit of a word. */
export const LETTER = 4;
/** A lower-case letter: continues a word that a hyphen divided at the end of a line. */
export const LOWER = 5;
/** A mark that is kept as part of the previous letter. */
export const MARK = 6;
/** A letter of a script written without spaces. */
export const UNIT = 7;
/** A letter of Hangul, which does not continue a series across the end of a line. */
export const HANGUL = 8;
/** A token by itself. */
export const EMOJI = 9;
/** A regional indicator. Two consecutive ones are a token. */
export const REGIONAL = 10;
/** A UTF-16 unit that the tables cannot classify: the first of a pair, or one that folds to several units. */
export const ESCAPE = 11;
/** Represents a soft hyphen before white space. A noncharacter: no text contains it. */
export const SOFT_HYPHEN = 12;
export const SOFT_HYPHEN_UNIT = 0xfffe;

const LETTERS_AND_DIGITS = /^[\p{L}\p{Nl}\p{Nd}]$/u;
/** Scripts without spaces between words, for a class of a regular expression. Hangul has spaces and is separate. */
export const UNSPACED_SCRIPTS = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const UNSPACED = new RegExp(`^[${UNSPACED_SCRIPTS}]$`, 'u');
const HANGUL_LETTERS = /^\p{scx=Hang}$/u;

/** Returns the class of a folded code point. `isLower`: whether the original was lower case. */
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

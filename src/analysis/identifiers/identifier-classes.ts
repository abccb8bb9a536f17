/** Classes of characters for the scan for sequences of digits. */
import { foldCodePoint } from '../own-folding.ts';

/** Ends every sequence. */
export const OTHER = 0;
/** Letters, marks and numbers that are not digits. A group of hexadecimal digits that touches one is a sequence by itself. */
export const WORD = 1;
/** Has no effect. */
export const IGNORED = 2;
/** The first half of a pair of surrogates. */
export const HALF = 3;
export const SIGN = 4;
export const COLON = 5;
export const BLANK = 6;
export const LINE_END = 7;
export const CR = 8;
export const LF = 9;
/** From here on, digits by value, 0 to 15. */
export const DIGIT = 16;
/** The first digit that is not decimal. */
export const HEX_LETTER = DIGIT + 10;

const BLANKS = /[\p{Zs}\t]/u;
const LINE_ENDS = /[\x85\u2028\u2029]/u;
const SIGNS = /[\p{Pd}\u2212./+()[\]{}\uff0e\uff0f\uff0b\uff08\uff09\uff3b\uff3d\uff5b\uff5d]/u;
const COLONS = /[:\uff1a]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const DECIMAL = /\p{Nd}/u;
const HEXADECIMAL = /[A-Fa-f\uff21-\uff26\uff41-\uff46]/u;
const OF_WORDS = /[\p{L}\p{M}\p{N}]/u;

/** Returns the class of a code point that is not a surrogate. */
export function classOf(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (character === '\n') return LF;
  if (character === '\r') return CR;
  if (DECIMAL.test(character)) return DIGIT + Number.parseInt(foldCodePoint(codePoint), 10);
  if (HEXADECIMAL.test(character)) return DIGIT + Number.parseInt(foldCodePoint(codePoint), 16);
  if (IGNORABLE.test(character)) return IGNORED;
  if (OF_WORDS.test(character)) return WORD;
  if (BLANKS.test(character)) return BLANK;
  if (LINE_ENDS.test(character)) return LINE_END;
  if (COLONS.test(character)) return COLON;
  return SIGNS.test(character) ? SIGN : OTHER;
}

let table: Uint8Array | null = null;

/** Classes by UTF-16 unit, made on first use. An unpaired second half of a surrogate pair is OTHER. */
export function identifierClasses(): Uint8Array {
  if (table !== null) return table;
  table = new Uint8Array(1 << 16);
  for (let unit = 0; unit < table.length; unit++) {
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    table[unit] = isSurrogate ? (unit < 0xdc00 ? HALF : OTHER) : classOf(unit);
  }
  return table;
}

/** How spreadsheets treat cells: their maximum length, and the texts that they replace by a number, a date or a truth value. */

/** Maximum UTF-16 units of a cell. Programs truncate longer texts, or do not open the file. */
export const CELL_UNITS_MAX = 32_767;
/** Maximum UTF-16 units of a text within a formula. */
const LITERAL_UNITS_MAX = 255;
/** No date with names of months and days is longer. */
const DATE_UNITS_MAX = 60;

/** Matches whole numbers that a spreadsheet does not change. Spreadsheets keep 15 digits. */
const KEPT_NUMBER = /^(?:0|-?[1-9]\d{0,14})$/;
const TRUTH = /^(?:true|false)$/i;
/** A character that does not occur in a number or date of any country. */
const FOREIGN = /[^\p{L}\p{M}\p{Nd}\p{Zs}\p{Sc}\t.,:/\\\-+()%'’]/u;
const DIGIT = /\p{Nd}/u;
const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;

/**
 * Whether a spreadsheet of any country may show the text differently: `007`, `1.50`, 20 digits, `3-4`, `MAR1`, `true`. May
 * return true for a text that no spreadsheet replaces, which is harmless.
 */
export function isReplaced(text: string): boolean {
  if (text.length > LITERAL_UNITS_MAX || KEPT_NUMBER.test(text)) return false;
  if (TRUTH.test(text)) return true;
  if (!DIGIT.test(text) || FOREIGN.test(text)) return false;
  const names = text.match(LETTERS)?.length ?? 0;
  // A single name may be an exponent, a month, AM or PM. A date that is written in words has spaces between words and numbers.
  if (names <= 1) return true;
  if (text.length > DATE_UNITS_MAX) return false;
  return text.split(/[\p{Zs}\t,]+/u).every((word) => !(/\p{L}/u.test(word) && DIGIT.test(word)));
}

/**
 * Returns the text if it fits, or else its beginning and its full length. `unitsMax` is the maximum length of the text, at most
 * that of a cell.
 */
export function cutToFit(text: string, unitsMax = CELL_UNITS_MAX): string {
  if (text.length <= unitsMax) return text;
  const mark = ` [cut: ${text.length} characters]`;
  const kept = text.slice(0, unitsMax - mark.length);
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept) + mark;
}

/** Cells of tables: CSV (RFC 4180), and the load files of Concordance. */

/** A longer one is no number that somebody calculates with. */
const NUMBER_UNITS_MAX = 40;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What a spreadsheet would take for a formula gets a leading `'`, unless it is a number. */
export function csvCell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !(value.length <= NUMBER_UNITS_MAX && NUMBER.test(value));
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Between thorns; within, a thorn is two, and a line break is `®`. */
export function datCell(value: string): string {
  return `þ${value.replaceAll('þ', 'þþ').replace(/\r\n?|\n/g, '®')}þ`;
}

export const DAT_DELIMITER = '\x14';

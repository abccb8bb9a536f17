/** Cells of tables: CSV (RFC 4180), and the load files of Concordance. */

/** A longer one is no number that somebody calculates with. */
const NUMBER_UNITS_MAX = 40;
const APOSTROPHE = 0x27;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * What a spreadsheet would take for a formula gets a leading `'`, unless it is a number. A value that begins like a guarded one gets
 * another `'`: so `unguarded` undoes it for every value.
 */
export function csvCell(value: string): string {
  const isFormula = /^'*[=+\-@\t\r]/.test(value) && !(value.length <= NUMBER_UNITS_MAX && NUMBER.test(value));
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The value that `csvCell` wrote, once its quotes are taken off. */
export function unguarded(cell: string): string {
  return cell.charCodeAt(0) === APOSTROPHE && /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** Between thorns; within, a thorn is two, and a line break is `®`. */
export function datCell(value: string): string {
  return `þ${value.replaceAll('þ', 'þþ').replace(/\r\n?|\n/g, '®')}þ`;
}

export const DAT_DELIMITER = '\x14';

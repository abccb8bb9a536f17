/** Cells of tables: CSV (RFC 4180), and the load files of Concordance. */
import { CELL_UNITS_MAX, cutToFit, isReplaced } from './spreadsheet-cells.ts';

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface CsvStyle {
  readonly delimiter: Delimiter;
  /** Whether texts that a spreadsheet would replace are written as `="007"`, and long ones are cut to what a cell holds. */
  readonly isForSpreadsheets: boolean;
}

export const PLAIN_CSV: CsvStyle = { delimiter: ',', isForSpreadsheets: false };

/** The columns that a CSV export has before those of the properties. */
export const CSV_HEADER = ['source', 'id', 'parentId', 'bookmarks'] as const;

/** A longer one is no number that somebody calculates with. */
const NUMBER_UNITS_MAX = 40;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const FORMULA = /^'*[=+\-@\t\r]/;
const QUOTED = { ',': /[",\r\n]/, ';': /[",;\r\n]/, '\t': /[",;\t\r\n]/ } as const;

/**
 * What a spreadsheet would take for a formula gets a leading `'`, unless it is a number. A value that begins like a guarded one gets
 * another `'`: so `unguarded` undoes it for every value that is not cut.
 */
export function csvCell(value: string, { delimiter, isForSpreadsheets } = PLAIN_CSV): string {
  const safe = isForSpreadsheets ? spreadsheetText(value) : guarded(value);
  return QUOTED[delimiter].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function guarded(value: string): string {
  const isFormula = FORMULA.test(value) && !(value.length <= NUMBER_UNITS_MAX && NUMBER.test(value));
  return isFormula ? `'${value}` : value;
}

function spreadsheetText(value: string): string {
  if (isReplaced(value)) return `="${value}"`;
  return guarded(cutToFit(value, FORMULA.test(value) ? CELL_UNITS_MAX - 1 : CELL_UNITS_MAX));
}

/** The value that `csvCell` wrote in any style, once its quotes are taken off. */
export function unguarded(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === APOSTROPHE) return FORMULA.test(cell) ? cell.slice(1) : cell;
  if (first === EQUALS) return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
  return cell;
}

/** Between thorns; within, a thorn is two, and a line break is `®`. */
export function datCell(value: string): string {
  return `þ${value.replaceAll('þ', 'þþ').replace(/\r\n?|\n/g, '®')}þ`;
}

export const DAT_DELIMITER = '\x14';

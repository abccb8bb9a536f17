/** Cells of tables: CSV (RFC 4180), and the load files of Concordance. */
import { isFormula } from './formula-signs.ts';
import { CELL_UNITS_MAX, cutToFit, isReplaced } from './spreadsheet-cells.ts';

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface CsvStyle {
  readonly delimiter: Delimiter;
  /** Whether texts that a spreadsheet would replace are written as `="007"`, and long texts are truncated to the size of a cell. */
  readonly isForSpreadsheets: boolean;
}

export const PLAIN_CSV: CsvStyle = { delimiter: ',', isForSpreadsheets: false };

/** The columns that a CSV export has before those of the properties. */
export const CSV_HEADER = ['source', 'id', 'parentId', 'bookmarks'] as const;

/** The header of the list of files in an archive that was exported. */
export const MANIFEST_HEADER = ['path', 'source', 'id', 'kind', 'size', 'sha256', 'error'] as const;

/** Longer digit strings are identifiers, not quantities. */
const NUMBER_UNITS_MAX = 40;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const QUOTED = { ',': /[",\r\n]/, ';': /[",;\r\n]/, '\t': /[",;\t\r\n]/ } as const;

/**
 * Writes a value as a CSV cell. A value that a spreadsheet would read as a formula gets a leading `'`, unless it is a number. A
 * value that already begins with such a guard gets another `'`. So `unguarded` restores every value that was not truncated.
 */
export function csvCell(value: string, { delimiter, isForSpreadsheets } = PLAIN_CSV): string {
  const safe = isForSpreadsheets ? spreadsheetText(value) : guarded(value);
  return QUOTED[delimiter].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function guarded(value: string): string {
  const isGuarded = isFormula(value) && !(value.length <= NUMBER_UNITS_MAX && NUMBER.test(value));
  return isGuarded ? `'${value}` : value;
}

function spreadsheetText(value: string): string {
  if (isReplaced(value)) return `="${value}"`;
  return guarded(cutToFit(value, isFormula(value) ? CELL_UNITS_MAX - 1 : CELL_UNITS_MAX));
}

/** Returns the value that `csvCell` wrote in any style, given the cell without its quotes. */
export function unguarded(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === APOSTROPHE) return isFormula(cell) ? cell.slice(1) : cell;
  if (first === EQUALS) return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
  return cell;
}

/** Encloses a value in thorns. A thorn inside is doubled, and a line break becomes `®`. */
export function datCell(value: string): string {
  return `þ${value.replaceAll('þ', 'þþ').replace(/\r\n?|\n/g, '®')}þ`;
}

export const DAT_DELIMITER = '\x14';

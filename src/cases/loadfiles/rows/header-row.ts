/** Finds the header line of a delimited file: the first one, unless there is a title above it. docs/load-files.md states the rule. */
import { type Dialect, findDialect, type GivenDialect } from './dialect.ts';
import { type ParsedRow, RowParser } from './row-parser.ts';

export interface Header {
  readonly dialect: Dialect;
  /** The line of the header, from 1. Rows above it are not read. */
  readonly line: number;
  /** Whether it was inferred instead of given. */
  readonly isGuessed: boolean;
}

/** Number of lines that are searched for a header, and of rows below it that must have equally many values. */
const TITLE_LINES_MAX = 20;
const ROWS_BELOW = 3;
/** A header of fewer columns may be a sentence with commas. */
const COLUMNS_MIN = 3;
const NAME_UNITS_MAX = 80;

export type GivenHeader = GivenDialect & {
  readonly header?: readonly string[] | undefined;
  readonly headerRow?: number | undefined;
};

/** Returns the header of a file that begins with `head`. */
export function findHeader(head: string, isTabs: boolean, given: GivenHeader): Header {
  const { headerRow } = given;
  if (headerRow !== undefined)
    return { dialect: findDialect(head, isTabs, given, headerRow), line: headerRow, isGuessed: false };
  const first = { dialect: findDialect(head, isTabs, given), line: 1, isGuessed: false };
  if (given.header !== undefined) return first;
  const [top] = firstRows(head, first.dialect).filter((row) => filled(row) > 0);
  if (top === undefined || /^sep=/i.test(top.values[0]!) || 2 * filled(top) >= COLUMNS_MIN + 2) return first;
  for (let line = top.line + 1; line <= TITLE_LINES_MAX; line++) {
    const dialect = findDialect(head, isTabs, given, line);
    if (isHeader(firstRows(head, dialect), line)) return { dialect, line, isGuessed: true };
  }
  return first;
}

/** A table row that is already split into values. */
interface HeaderRow {
  readonly line: number;
  readonly values: readonly string[];
}

/** Rows at the beginning of a sheet that are searched for its header. */
export const TITLE_ROWS = TITLE_LINES_MAX + ROWS_BELOW + 1;

/**
 * Returns the line of the header of a sheet with these first rows, if there is a title above it; otherwise null. Trailing empty
 * cells are ignored.
 */
export function headerBelowTitle(rows: readonly HeaderRow[]): number | null {
  const [top] = rows;
  if (top === undefined || 2 * filled(top) >= COLUMNS_MIN + 2) return null;
  for (const { line, values } of rows.slice(1, TITLE_LINES_MAX)) {
    const padded = rows.map((row) =>
      row.values.length < values.length ? { ...row, values: pad(row.values, values.length) } : row,
    );
    if (isHeader(padded, line)) return line;
  }
  return null;
}

function pad(values: readonly string[], width: number): readonly string[] {
  return Array.from({ length: width }, (_, i) => values[i] ?? '');
}

/**
 * Whether the row has names: as many as each row below has values, and more than twice as many as any row above has. If the
 * first row is a single value, it need only have more.
 */
function isHeader(rows: readonly HeaderRow[], line: number): boolean {
  const at = rows.findIndex((row) => row.line === line);
  if (at < 0) return false;
  const { values } = rows[at]!;
  const width = values.length;
  if (width < COLUMNS_MIN || !values.every(isName) || new Set(values).size < width) return false;
  const below = rows.slice(at + 1, at + 1 + ROWS_BELOW);
  if (below.length === 0 || below.some((row) => row.values.length !== width || filled(row) < 2)) return false;
  const top = rows.find((row) => filled(row) > 0)!;
  const factor = filled(top) === 1 ? 1 : 2;
  return rows.slice(0, at).every((row) => factor * filled(row) < width);
}

/** A value with a leading blank is not a name, because the blank suggests a sentence with a comma. */
function isName(value: string): boolean {
  return !value.startsWith(' ') && value.length <= NAME_UNITS_MAX && /\p{L}/u.test(value);
}

function filled({ values }: HeaderRow): number {
  return values.filter((value) => value.trim() !== '').length;
}

/** Returns complete rows among the first lines. */
function firstRows(head: string, dialect: Dialect): readonly ParsedRow[] {
  const parser = new RowParser(dialect);
  let end = -1;
  for (let lines = TITLE_LINES_MAX + ROWS_BELOW + 1; lines > 0; lines--) {
    const next = head.indexOf(dialect.terminator, end + 1);
    if (next < 0) break;
    end = next;
  }
  parser.feed(end < 0 ? head : head.slice(0, end + 1), 0);
  return parser.take();
}

/**
 * Reads cells of a database completely. The library ends a string at its first NUL, and so do SQLite's own text functions. So
 * text is fetched as bytes, with its length in the database, and decoded here. A cell records whether it is truncated, or not
 * text.
 */
import { isUtf8 } from 'node:buffer';
import type { DatabaseCell } from './database-request.ts';
import { CELL_UNITS_MAX } from './limits.ts';

/** Maximum number of bytes of a text of CELL_UNITS_MAX units. */
const CELL_BYTES_MAX = 3 * CELL_UNITS_MAX;

/** The SQL function that tests whether bytes are text. Register `isText` with each database. */
export const IS_TEXT_FUNCTION = 'is_text';

/** Columns of the SELECT for one cell: type, value, number of bytes in the database, and whether all of these are text. */
const COLUMNS_OF_CELL = 4;

/** Stands for an empty substring, for which SQL returns NULL. */
const EMPTY = new Uint8Array();

/** Returns the list of columns for the cells of SQL expressions. */
export function cellColumns(expressions: readonly string[]): string {
  return expressions
    .map((expression, n) => {
      const isTextType = `typeof(${expression}) = 'text'`;
      const bytes = `CAST(${expression} AS BLOB)`;
      return (
        `typeof(${expression}) AS t${n}, ` +
        `CASE WHEN ${isTextType} THEN substr(${bytes}, 1, ${CELL_BYTES_MAX}) WHEN typeof(${expression}) <> 'blob' THEN ${expression} END AS v${n}, ` +
        `CASE WHEN typeof(${expression}) IN ('text', 'blob') THEN length(${bytes}) END AS b${n}, ` +
        `CASE WHEN ${isTextType} THEN ${IS_TEXT_FUNCTION}(${bytes}) END AS r${n}`
      );
    })
    .join(', ');
}

/** Reads the cells of a row that was selected with `cellColumns`. */
export function cellsOf(values: readonly unknown[]): DatabaseCell[] {
  const cells: DatabaseCell[] = [];
  for (let at = 0; at < values.length; at += COLUMNS_OF_CELL) {
    const [type, value, bytes, isWellFormed] = values.slice(at, at + COLUMNS_OF_CELL);
    if (type === 'blob') cells.push({ text: null, kind: 'value', fault: `holds ${bytes} bytes instead of text` });
    else if (type === 'text') cells.push(textCell((value ?? EMPTY) as Uint8Array, Number(bytes), isWellFormed === 1));
    else cells.push(value as number | bigint | null);
  }
  return cells;
}

/** Returns 1 if the argument is UTF-8, else 0. */
export function isText(bytes: unknown): number {
  return Number(bytes instanceof Uint8Array && isUtf8(bytes));
}

function textCell(read: Uint8Array, bytes: number, isWellFormed: boolean): DatabaseCell {
  const isWhole = read.length === bytes;
  if (!isWhole && read.length !== CELL_BYTES_MAX)
    return { text: null, kind: 'value', fault: `has ${bytes} bytes in the database, but ${read.length} were read` };
  const decoded = Buffer.from(read.buffer, read.byteOffset, read.length).toString('utf8');
  // A truncated text still has more than CELL_UNITS_MAX units here, so the truncation can only damage units beyond the limit.
  const text = upTo(decoded, CELL_UNITS_MAX);
  const isCut = !isWhole || text.length < decoded.length;
  const cut = `was cut at ${CELL_UNITS_MAX} characters`;
  if (isWellFormed) return isCut ? { text, kind: 'limit', fault: cut } : text;
  const fault = `is damaged: not all of its ${bytes} bytes are UTF-8`;
  return { text, kind: 'value', fault: isCut ? `${fault}; it ${cut}` : fault };
}

/** Returns the beginning of a text, without half of a surrogate pair at its end. */
function upTo(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units);
}

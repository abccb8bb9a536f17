/** Makes cells of CSV and of Concordance load files from bytes. Most bytes are copied unchanged. */
import { BEGINS_FORMULA } from '../../shared/cells/formula-signs.ts';
import { CELL_UNITS_MAX } from '../../shared/cells/spreadsheet-cells.ts';
import { type CsvStyle, csvCell, DAT_DELIMITER, datCell } from '../../shared/cells/table-cells.ts';
import type { RowBytes } from './row-bytes.ts';
import type { RowMarks } from './row-writer.ts';

/** Types of cells. */
export const [TEXT_CELL, DATE_CELL, NUMBER_CELL] = [0, 1, 2] as const;
export const CELL_TYPES: Readonly<Record<string, number>> = { date: DATE_CELL, number: NUMBER_CELL };

/** The data of an item in a row besides its properties. */
export interface RowBeginning extends RowMarks {
  readonly label: Uint8Array;
  readonly id: number;
  /** -1: none. */
  readonly parentId: number;
}

export interface CellStyle {
  begin(out: RowBytes, row: RowBeginning): void;
  /** `column` is its number, from 0. `type` is that of its field, if the cell is one value. */
  cell(out: RowBytes, bytes: Uint8Array, length: number, column: number, type: number): void;
  end(out: RowBytes): void;
}

const [LF, CR, QUOTE, COMMA, SEMICOLON] = [10, 13, 0x22, 0x2c, 0x3b] as const;
const [TRUE_BYTES, FALSE_BYTES] = [4, 5] as const;
const THORN = Buffer.from('þ');

export function csvCells(style: CsvStyle): CellStyle {
  const delimiter = style.delimiter.charCodeAt(0);
  const isPlain = style.isForSpreadsheets ? isPlainForSpreadsheets : isPlainCsv;
  const putCell = (out: RowBytes, bytes: Uint8Array, length: number): void => {
    if (isPlain(bytes, length, delimiter)) out.copy(bytes, 0, length);
    else out.putAll(Buffer.from(csvCell(textOf(bytes, length), style)));
  };
  return {
    begin(out, { label, id, parentId, bookmarks, notes, reviewed, hashsets }) {
      putCell(out, label, label.length);
      out.put(delimiter);
      out.putNumber(id);
      out.put(delimiter);
      if (parentId >= 0) out.putNumber(parentId);
      out.put(delimiter);
      putCell(out, bookmarks, bookmarks.length);
      for (const cell of [notes, reviewed, hashsets]) {
        if (cell === null) continue;
        out.put(delimiter);
        putCell(out, cell, cell.length);
      }
    },
    cell(out, bytes, length) {
      out.put(delimiter);
      putCell(out, bytes, length);
    },
    end(out) {
      out.put(CR);
      out.put(LF);
    },
  };
}

/** The rows are embedded among other cells, so they have no beginning and end of their own. */
export const DAT_CELLS: CellStyle = {
  begin(out, { notes, reviewed, hashsets }) {
    for (const cell of [notes, reviewed, hashsets]) if (cell !== null) putDatCell(out, cell, cell.length);
  },
  cell: putDatCell,
  end() {},
};

function putDatCell(out: RowBytes, bytes: Uint8Array, length: number): void {
  out.put(DAT_DELIMITER.charCodeAt(0));
  if (!isPlainDat(bytes, length)) {
    out.putAll(Buffer.from(datCell(textOf(bytes, length))));
    return;
  }
  out.putAll(THORN);
  out.copy(bytes, 0, length);
  out.putAll(THORN);
}

/** Whether a cell certainly needs no change. Some that need none are not recognized. */
function isPlainCsv(bytes: Uint8Array, length: number, delimiter: number): boolean {
  if (length === 0) return true;
  if (BEGINS_FORMULA[bytes[0]!] === 1) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte === delimiter) return false;
    if (byte <= COMMA && (byte === COMMA || byte === QUOTE || byte === LF || byte === CR)) return false;
    if (byte === SEMICOLON && delimiter !== COMMA) return false;
  }
  return true;
}

/** Whether a cell needs no change, has no digit, and is not a truth value. */
function isPlainForSpreadsheets(bytes: Uint8Array, length: number, delimiter: number): boolean {
  if (length > CELL_UNITS_MAX || length === TRUE_BYTES || length === FALSE_BYTES) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x80 || (byte >= 0x30 && byte <= 0x39)) return false;
  }
  return isPlainCsv(bytes, length, delimiter);
}

function isPlainDat(bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte === LF || byte === CR || byte === THORN[0]) return false;
  }
  return true;
}

function textOf(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('utf8');
}

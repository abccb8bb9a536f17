/** Makes cells of an XLSX sheet from bytes. Most texts are copied unchanged. */
import { CELL_UNITS_MAX } from '../../shared/cells/spreadsheet-cells.ts';
import { dateCell, numberCell, textCell } from '../../shared/cells/xlsx-cells.ts';
import { type CellStyle, DATE_CELL, NUMBER_CELL } from './cell-styles.ts';
import type { RowBytes } from './row-bytes.ts';

const ROW = Buffer.from('<row>');
const EMPTY = Buffer.from('<c/>');
const NUMBER_BEGIN = Buffer.from('<c><v>');
const NUMBER_END = Buffer.from('</v></c>');
const TEXT_BEGIN = Buffer.from('<c t="inlineStr"><is><t>');
const TEXT_END = Buffer.from('</t></is></c>');
const [SPACE, AMPERSAND, LESS, GREATER, UNDERLINE, NONCHARACTER] = [0x20, 0x26, 0x3c, 0x3e, 0x5f, 0xef] as const;

export const XLSX_CELLS: CellStyle = {
  begin(out, { label, id, parentId, bookmarks, notes, reviewed, hashsets }) {
    out.putAll(ROW);
    putText(out, label, label.length);
    putNumber(out, id);
    putNumber(out, parentId);
    putText(out, bookmarks, bookmarks.length);
    for (const cell of [notes, reviewed, hashsets]) if (cell !== null) putText(out, cell, cell.length);
  },
  cell(out, bytes, length, _column, type) {
    if (type === DATE_CELL && length > 0) out.putAll(Buffer.from(dateCell(textOf(bytes, length))));
    else if (type === NUMBER_CELL && length > 0) out.putAll(Buffer.from(numberCell(textOf(bytes, length))));
    else putText(out, bytes, length);
  },
  end() {},
};

/** Writes nothing for a negative number. */
function putNumber(out: RowBytes, value: number): void {
  if (value < 0) {
    out.putAll(EMPTY);
    return;
  }
  out.putAll(NUMBER_BEGIN);
  out.putNumber(value);
  out.putAll(NUMBER_END);
}

function putText(out: RowBytes, bytes: Uint8Array, length: number): void {
  if (length === 0) {
    out.putAll(EMPTY);
    return;
  }
  if (!isPlain(bytes, length)) {
    out.putAll(Buffer.from(textCell(textOf(bytes, length))));
    return;
  }
  out.putAll(TEXT_BEGIN);
  out.copy(bytes, 0, length);
  out.putAll(TEXT_END);
}

/** Whether a text certainly needs no change. Some that need none are not recognized. */
function isPlain(bytes: Uint8Array, length: number): boolean {
  if (length > CELL_UNITS_MAX || bytes[0]! <= SPACE || bytes[length - 1]! <= SPACE) return false;
  if (bytes[0]! >= 0x80 || bytes[length - 1]! >= 0x80) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte < SPACE || byte === AMPERSAND || byte === LESS || byte === GREATER) return false;
    if (byte === UNDERLINE || byte === NONCHARACTER) return false;
  }
  return true;
}

function textOf(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('utf8');
}

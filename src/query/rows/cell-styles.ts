/** Cells of CSV and of Concordance load files, from bytes: most are copied as they lie, and those that cannot be are few. */
import { csvCell, DAT_DELIMITER, datCell } from '../../shared/table-cells.ts';
import type { RowBytes } from './row-bytes.ts';

export interface CellStyle {
  /** What stands before the cells of the columns; `parentId` is -1 where there is none. */
  begin(out: RowBytes, label: Uint8Array, id: number, parentId: number, bookmarks: Uint8Array): void;
  cell(out: RowBytes, bytes: Uint8Array, length: number): void;
  end(out: RowBytes): void;
}

const [TAB, LF, CR, QUOTE, APOSTROPHE, PLUS] = [9, 10, 13, 0x22, 0x27, 0x2b] as const;
const [COMMA, MINUS, EQUALS, AT] = [0x2c, 0x2d, 0x3d, 0x40] as const;
const THORN = Buffer.from('þ');

export const CSV_CELLS: CellStyle = {
  begin(out, label, id, parentId, bookmarks) {
    putCsv(out, label, label.length);
    out.put(COMMA);
    out.putNumber(id);
    out.put(COMMA);
    if (parentId >= 0) out.putNumber(parentId);
    out.put(COMMA);
    putCsv(out, bookmarks, bookmarks.length);
  },
  cell(out, bytes, length) {
    out.put(COMMA);
    putCsv(out, bytes, length);
  },
  end(out) {
    out.put(CR);
    out.put(LF);
  },
};

/** The rows stand among other cells: they have no beginning and no end of their own. */
export const DAT_CELLS: CellStyle = {
  begin() {},
  cell(out, bytes, length) {
    out.put(DAT_DELIMITER.charCodeAt(0));
    if (!isPlainDat(bytes, length)) {
      out.putAll(Buffer.from(datCell(textOf(bytes, length))));
      return;
    }
    out.putAll(THORN);
    out.copy(bytes, 0, length);
    out.putAll(THORN);
  },
  end() {},
};

function putCsv(out: RowBytes, bytes: Uint8Array, length: number): void {
  if (isPlainCsv(bytes, length)) out.copy(bytes, 0, length);
  else out.putAll(Buffer.from(csvCell(textOf(bytes, length))));
}

/** Whether a cell is surely written as it is. */
function isPlainCsv(bytes: Uint8Array, length: number): boolean {
  if (length === 0) return true;
  const first = bytes[0]!;
  if (first === EQUALS || first === PLUS || first === MINUS || first === AT) return false;
  if (first === TAB || first === APOSTROPHE) return false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte <= COMMA && (byte === COMMA || byte === QUOTE || byte === LF || byte === CR)) return false;
  }
  return true;
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

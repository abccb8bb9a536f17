/** Measures a table before it is written: its cells, and the UTF-16 units of each. */
import { BOOKMARKS_COLUMN, HASHSETS_COLUMN, NOTES_COLUMN, REVIEWED_COLUMN } from '../../search/rows.ts';
import { isFormulaUtf8 } from '../../shared/cells/formula-signs.ts';
import type { CellStyle } from './cell-styles.ts';
import type { RowBytes } from './row-bytes.ts';

const CELL_BYTES = 8;

export function surveyedCells(isGuarded: boolean): CellStyle {
  return {
    begin(out, { bookmarks, notes, reviewed, hashsets }) {
      put(out, bookmarks, bookmarks.length, BOOKMARKS_COLUMN);
      if (notes !== null) put(out, notes, notes.length, NOTES_COLUMN);
      if (reviewed !== null) put(out, reviewed, reviewed.length, REVIEWED_COLUMN);
      if (hashsets !== null) put(out, hashsets, hashsets.length, HASHSETS_COLUMN);
    },
    cell: put,
    end() {},
  };
  function put(out: RowBytes, bytes: Uint8Array, length: number, column: number): void {
    if (length === 0) return;
    const guard = isGuarded && isFormulaUtf8(bytes, length) ? 1 : 0;
    out.reserve(CELL_BYTES);
    out.bytes.writeUInt32LE(column, out.length);
    out.bytes.writeUInt32LE(unitsOf(bytes, length) + guard, out.length + 4);
    out.length += CELL_BYTES;
  }
}

/** UTF-16 units of UTF-8: one per character, two if it has four bytes. */
function unitsOf(bytes: Uint8Array, length: number): number {
  let units = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

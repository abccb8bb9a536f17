/** Measures a table before it is written: its cells, and the UTF-16 units of each. */
import { BOOKMARKS_COLUMN, HASHSETS_COLUMN, NOTES_COLUMN, REVIEWED_COLUMN } from '../../search/rows.ts';
import type { CellStyle } from './cell-styles.ts';
import type { RowBytes } from './row-bytes.ts';

const CELL_BYTES = 8;
const APOSTROPHE = 0x27;
/** First characters that a spreadsheet reads as a formula: `=`, `+`, `-`, `@`, tab, carriage return, line feed. */
const FORMULA = new Set([0x3d, 0x2b, 0x2d, 0x40, 0x09, 0x0d, 0x0a]);
/** The same signs in full width, by the last of their three bytes; and the first two bytes. */
const WIDE_FORMULA = new Set([0x9d, 0x8b, 0x8d, 0xa0]);
const WIDE = [0xef, 0xbc] as const;

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
    const guard = isGuarded && isFormula(bytes, length) ? 1 : 0;
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

function isFormula(bytes: Uint8Array, length: number): boolean {
  let at = 0;
  while (at < length && bytes[at] === APOSTROPHE) at++;
  if (at + 2 < length && bytes[at] === WIDE[0] && bytes[at + 1] === WIDE[1]) return WIDE_FORMULA.has(bytes[at + 2]!);
  return at < length && FORMULA.has(bytes[at]!);
}

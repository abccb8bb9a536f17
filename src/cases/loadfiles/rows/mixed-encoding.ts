/**
 * Reports the first UTF-8 row in a file that is read as windows-1252. The letters in this row are then wrong, and those in
 * other rows may be. A row is UTF-8 if it has bytes beyond ASCII, and all of them belong to valid sequences. Windows-1252
 * letters that look like this (`É®`) are rare, and rarely the only such letters in a row.
 */
import { isUtf8 } from 'node:buffer';
import type { RowObserver, TableRow } from './row-source.ts';
import { WINDOWS_1252, windows1252Bytes } from './text-chunks.ts';
import type { Encoding } from './text-encoding.ts';

const BEYOND_ASCII = /[\x80-\uffff]/;
/** The first two bytes of a sequence, read as windows-1252. */
const SEQUENCE = new RegExp(`[\\xc2-\\xf4][${WINDOWS_1252}\\xa0-\\xbf]`);

/** Two characters beyond ASCII in a row. In western texts they are rare, and never make up more than half of a value. */
const OTHER = new RegExp(`[${WINDOWS_1252}\\xa1-\\xff]{2}`);
const OTHER_UNITS_MIN = 4;

export class MixedEncoding {
  readonly #observer: RowObserver;
  /** Whether the search is over, or was not needed. */
  #isDone: boolean;
  /** The start of the last piece with a possible sequence. */
  #seenAt = -1;
  /** The start of the last piece with letters that may be in another encoding. */
  #otherAt = -1;
  #isOtherReported = false;

  /** `isGiven`: whether the encoding is from a mapping, and not questioned. */
  constructor(encoding: Encoding, isGiven: boolean, observer: RowObserver) {
    this.#isDone = isGiven || encoding !== 'windows-1252';
    this.#observer = observer;
  }

  /** Takes a piece of the file, before its rows. Most pieces need no further check. */
  piece(text: string, offset: number): void {
    if (!this.#isDone && SEQUENCE.test(text)) this.#seenAt = offset;
    if (!this.#isDone && !this.#isOtherReported && OTHER.test(text)) this.#otherAt = offset;
  }

  /** Takes a row that begins in the piece at `from`, or later. The header has no number. */
  row(from: number, line: number, number: number | null, values: TableRow['values']): void {
    if (this.#isDone) return;
    const isUtf8Row =
      this.#seenAt >= from && beginsAsUtf8(values) && isUtf8(windows1252Bytes(values.flat().join('\n')));
    if (!isUtf8Row) {
      this.#otherRow(from, line, number, values);
      return;
    }
    this.#isDone = true;
    const reason =
      'the file is read as windows-1252, but this row is UTF-8, and is the first of its kind: its letters are wrong, and those of other rows may be, too';
    this.#observer.problem('type', line, number, reason);
  }

  #otherRow(from: number, line: number, number: number | null, values: TableRow['values']): void {
    if (this.#isOtherReported || this.#otherAt < from || !values.some((value) => isMostlyOther(String(value)))) return;
    this.#isOtherReported = true;
    const reason =
      'the file is read as windows-1252, but this row, the first of its kind, seems to have another encoding: its letters may be wrong; to decide, set "encoding" in a mapping';
    this.#observer.problem('type', line, number, reason);
  }
}

function isMostlyOther(text: string): boolean {
  if (!OTHER.test(text)) return false;
  const others = text.replace(/[^\x80-\x9f\xa1-\uffff]/g, '').length;
  return others >= OTHER_UNITS_MIN && others > text.replace(/[^A-Za-z]/g, '').length;
}

/** Whether the first letter beyond ASCII could begin a sequence. This alone excludes most rows. */
function beginsAsUtf8(values: TableRow['values']): boolean {
  for (const cell of values) {
    const text = typeof cell === 'string' ? cell : (cell ?? []).join('');
    const at = text.search(BEYOND_ASCII);
    if (at >= 0) return SEQUENCE.test(text.slice(at, at + 2));
  }
  return false;
}

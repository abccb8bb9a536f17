/**
 * Tells of the first row that is UTF-8 in a file that is read as windows-1252: its letters are then wrong, and others may be. A row is
 * UTF-8 if it has bytes beyond ASCII, and all of them belong to valid sequences. Letters of windows-1252 that look so (`É®`) are rare,
 * and seldom the only ones of a row.
 */
import { isUtf8 } from 'node:buffer';
import type { Row, RowObserver } from './row-source.ts';
import { WINDOWS_1252, windows1252Bytes } from './text-chunks.ts';
import type { Encoding } from './text-encoding.ts';

const BEYOND_ASCII = /[\x80-\uffff]/;
/** What the first two bytes of a sequence are in windows-1252. */
const SEQUENCE = new RegExp(`[\\xc2-\\xf4][${WINDOWS_1252}\\xa0-\\xbf]`);

export class MixedEncoding {
  readonly #observer: RowObserver;
  /** Nothing is looked for any more, or at all. */
  #isDone: boolean;
  /** Where the last piece with what looks like a sequence begins. */
  #seenAt = -1;

  /** An encoding that a mapping gives is taken at its word. */
  constructor(encoding: Encoding, isGiven: boolean, observer: RowObserver) {
    this.#isDone = isGiven || encoding !== 'windows-1252';
    this.#observer = observer;
  }

  /** A piece of the file, before its rows: in most of them nothing else is looked at. */
  piece(text: string, offset: number): void {
    if (!this.#isDone && SEQUENCE.test(text)) this.#seenAt = offset;
  }

  /** A row that begins in the piece at `from`, or behind it. The header has no number. */
  row(from: number, line: number, number: number | null, values: Row['values']): void {
    if (this.#isDone || this.#seenAt < from) return;
    if (!beginsAsUtf8(values) || !isUtf8(windows1252Bytes(values.flat().join('\n')))) return;
    this.#isDone = true;
    const reason =
      'the file is read as windows-1252, but this row is UTF-8, the first of such: its letters are wrong, and those of other rows may be';
    this.#observer.problem('type', line, number, reason);
  }
}

/** Whether the first letter beyond ASCII could begin a sequence: most rows are no UTF-8 by that alone. */
function beginsAsUtf8(values: Row['values']): boolean {
  for (const cell of values) {
    const text = typeof cell === 'string' ? cell : (cell ?? []).join('');
    const at = text.search(BEYOND_ASCII);
    if (at >= 0) return SEQUENCE.test(text.slice(at, at + 2));
  }
  return false;
}

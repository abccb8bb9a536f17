/**
 * Reads lines in an order that differs from their order in the files. Reads many at a time, in storage order, and neighbours
 * together.
 */
import { readSync } from 'node:fs';
import { READ_BYTES } from '../files/limits.ts';
import { WINDOW_BYTES_MAX, WINDOW_ITEMS_MAX } from './limits.ts';
import type { LineTable } from './line-table.ts';

/** The source of a part's lines in the second pass. */
export interface LineFile {
  readonly file: number;
  /** The offset of the part in it. */
  readonly offset: number;
}

const NOTHING = Buffer.alloc(0);

/** Consecutive ranks whose lines are in memory. */
interface Window {
  readonly from: number;
  readonly end: number;
}

export class LineWindows {
  readonly #table: LineTable;
  /** Indexed by part. */
  readonly #files: readonly LineFile[];
  /** The lines of the window. */
  readonly #bytes = Buffer.alloc(WINDOW_BYTES_MAX);
  /** Indexed by line of the window: its file, its offset there, its length, and its offset in `#bytes`. */
  readonly #file = new Int32Array(WINDOW_ITEMS_MAX);
  readonly #offset = new Float64Array(WINDOW_ITEMS_MAX);
  readonly #length = new Float64Array(WINDOW_ITEMS_MAX);
  readonly #at = new Uint32Array(WINDOW_ITEMS_MAX);
  readonly #isCut = new Uint8Array(WINDOW_ITEMS_MAX);
  readonly #order = new Uint16Array(WINDOW_ITEMS_MAX);

  constructor(table: LineTable, files: readonly LineFile[]) {
    this.#table = table;
    this.#files = files;
  }

  /** Yields all records by rank. The lines of a window are available until the next one. */
  *windows(): Generator<Window> {
    for (let from = 0; from < this.#table.count; ) {
      let end = from;
      for (let bytes = 0; end < this.#table.count && end - from < WINDOW_ITEMS_MAX; end++) {
        const { part, start, end: endByte } = this.#table.at(end);
        bytes += endByte - start;
        if (bytes > WINDOW_BYTES_MAX && end > from) break;
        const file = this.#files[part]!;
        this.#file[end - from] = file.file;
        this.#offset[end - from] = file.offset + start;
        this.#length[end - from] = endByte - start;
      }
      if (end - from > 1 || this.#length[0]! <= WINDOW_BYTES_MAX) this.#fill(end - from);
      yield { from, end };
      from = end;
    }
  }

  /** Returns the next bytes of the n-th record of the window, from an offset on. Returns none at its end. */
  bytesFrom(n: number, from: number): Buffer {
    const left = this.#length[n]! - from;
    if (left === 0) return NOTHING;
    if (this.#length[0]! <= WINDOW_BYTES_MAX)
      return this.#bytes.subarray(this.#at[n]! + from, this.#at[n]! + from + left);
    // Allocates each piece, because the caller keeps them to join a long line.
    const piece = Buffer.allocUnsafe(Math.min(left, READ_BYTES));
    const read = readSync(this.#file[0]!, piece, 0, piece.length, this.#offset[0]! + from);
    if (read < piece.length) this.#isCut[n] = 1;
    return piece.subarray(0, read);
  }

  /** Whether the file has become shorter, so that it ends within the n-th record. */
  isCut(n: number): boolean {
    return this.#isCut[n] !== 0;
  }

  #fill(count: number): void {
    const order = this.#order.subarray(0, count);
    for (let n = 0; n < count; n++) order[n] = n;
    order.sort((a, b) => this.#file[a]! - this.#file[b]! || this.#offset[a]! - this.#offset[b]!);
    this.#isCut.fill(0);
    let at = 0;
    for (let n = 0; n < count; ) {
      const first = order[n]!;
      const offset = this.#offset[first]!;
      const start = at;
      for (; n < count; n++) {
        const next = order[n]!;
        if (this.#file[next] !== this.#file[first] || this.#offset[next] !== offset + (at - start)) break;
        this.#at[next] = at;
        at += this.#length[next]!;
      }
      const end = start + this.#read(this.#file[first]!, start, at, offset);
      for (let m = n - 1; end < at && m >= 0 && this.#at[order[m]!]! >= start; m--) {
        if (this.#at[order[m]!]! + this.#length[order[m]!]! > end) this.#isCut[order[m]!] = 1;
      }
    }
  }

  /** Fills a range of the bytes, as far as the file goes. Returns how many were read. */
  #read(file: number, start: number, end: number, offset: number): number {
    for (let at = start; at < end; ) {
      const read = readSync(file, this.#bytes, at, end - at, offset + (at - start));
      if (read === 0) return at - start;
      at += read;
    }
    return end - start;
  }
}

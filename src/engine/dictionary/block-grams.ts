/**
 * A filter over the blocks of a term dictionary: which pairs of neighbouring code points the terms of each block
 * contain, as far as {@link GRAM_ROWS} bits can tell. A pattern that needs `ough` somewhere skips the blocks that lack
 * one of `ou`, `ug` and `gh`. Several pairs share a bit, so a block may be visited in vain, but none is skipped
 * wrongly.
 *
 *   rows := {a bit for every block: block n is bit n & 7 of byte n >> 3}{GRAM_ROWS}
 *
 * It is stored row by row, so that a lookup reads one row for each of its pairs and nothing else.
 */
import type { ByteWriter } from '../../codec/byte-writer.ts';
import { format } from '../../shared/thresholds.ts';

export const GRAM_ROWS = format.gramRows;
/** Walking a dictionary of fewer blocks is as fast. */
export const GRAM_BLOCKS_MIN = format.gramBlocksMin;

/** The row of a pair of neighbouring code points, or of the last pair of a term. */
export function gramRow(first: number, second: number, isLast: boolean): number {
  let hash = Math.imul(first, 0x9e37_79b1) ^ Math.imul(isLast ? second + LAST : second, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 13)) >>> 0) % GRAM_ROWS;
}

/** Bytes of a row of so many blocks. */
export function rowBytes(blocks: number): number {
  return Math.ceil(blocks / 8);
}

/** Greater than every code point. */
const LAST = 0x20_0000;

/** The rows for a text anywhere in a term, or at its end. None for a single code point. */
export function rowsOf(text: string, isAtEnd: boolean): number[] {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const rows: number[] = [];
  for (let i = 1; i < points.length; i++) rows.push(gramRow(points[i - 1]!, points[i]!, false));
  if (isAtEnd && points.length > 1) rows.push(gramRow(points.at(-2)!, points.at(-1)!, true));
  return rows;
}

/** Collects the pairs of one field's terms, 24 bytes for each block. */
export class BlockGrams {
  #bits = new Uint8Array(1 << 12);
  #blocks = 0;

  clear(): void {
    this.#blocks = 0;
    this.#bits.fill(0, 0, BLOCK_BYTES);
  }

  /** Adds a term that shares its first `shared` bytes, whole characters, with an earlier term of the block. */
  add(bytes: Uint8Array, start: number, end: number, shared: number): void {
    let at = start + shared;
    while (at > start && (bytes[--at]! & 0xc0) === 0x80);
    let before = -1;
    let last = -1;
    while (at < end) {
      const lead = bytes[at]!;
      const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      let point = size === 1 ? lead : lead & (0x7f >> size);
      for (let i = 1; i < size; i++) point = (point << 6) | (bytes[at + i]! & 63);
      at += size;
      if (last >= 0) this.#set(gramRow(last, point, false));
      before = last;
      last = point;
    }
    if (before >= 0) this.#set(gramRow(before, last, true));
  }

  #set(row: number): void {
    this.#bits[this.#blocks * BLOCK_BYTES + (row >> 3)]! |= 1 << (row & 7);
  }

  endBlock(): void {
    const bytes = ++this.#blocks * BLOCK_BYTES;
    if (bytes + BLOCK_BYTES > this.#bits.length) {
      const grown = new Uint8Array(this.#bits.length * 2);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits.fill(0, bytes, bytes + BLOCK_BYTES);
  }

  /** Appends the rows of all blocks; nothing if they would exclude little. */
  write(out: ByteWriter): void {
    const blocks = this.#blocks;
    if (blocks < GRAM_BLOCKS_MIN || this.#areTooFull()) return;
    const bytes = rowBytes(blocks);
    out.reserve(bytes * GRAM_ROWS);
    for (let row = 0; row < GRAM_ROWS; row++) {
      for (let byte = 0; byte < bytes; byte++) {
        let bits = 0;
        for (let i = 0, block = byte * 8; i < 8 && block < blocks; i++, block++) {
          bits |= ((this.#bits[block * BLOCK_BYTES + (row >> 3)]! >> (row & 7)) & 1) << i;
        }
        out.u8(bits);
      }
    }
  }

  /** Whether more than three quarters of all bits are set, as when terms are hexadecimal numbers. */
  #areTooFull(): boolean {
    let set = 0;
    const end = this.#blocks * BLOCK_BYTES;
    for (let i = 0; i < end; i++) for (let byte = this.#bits[i]!; byte !== 0; byte &= byte - 1) set++;
    return set > 6 * end;
  }
}

const BLOCK_BYTES = GRAM_ROWS / 8;

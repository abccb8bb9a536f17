/**
 * A filter over the buckets of a term dictionary: which pairs of neighbouring code points the terms of each bucket
 * contain, hashed to {@link GRAM_ROWS} bits. A pattern that needs `ough` somewhere skips the buckets that lack
 * one of `ou`, `ug` and `gh`. Several pairs share a bit, so there are false positives, but no bucket is skipped
 * wrongly.
 *
 *   rows := {a bit for every bucket: bucket n is bit n & 7 of byte n >> 3}{GRAM_ROWS}
 *
 * It is stored row by row, so that a lookup reads only one row for each of its pairs.
 */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { format } from '../../shared/thresholds.ts';

export const GRAM_ROWS = format.gramRows;
/** A walk through fewer buckets needs no filter. */
export const GRAM_BUCKETS_MIN = format.gramBucketsMin;

/** Returns the row of a pair of neighbouring code points, or of the last pair of a term. */
export function gramRow(first: number, second: number, isLast: boolean): number {
  let hash = Math.imul(first, 0x9e37_79b1) ^ Math.imul(isLast ? second + LAST : second, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35);
  const number = (hash ^ (hash >>> 13)) >>> 0;
  // Returns the remainder. `%` is a slow call for numbers of more than 31 bits.
  return number - Math.floor(number / GRAM_ROWS) * GRAM_ROWS;
}

/** Bytes of a row for this many buckets. */
export function rowBytes(buckets: number): number {
  return Math.ceil(buckets / 8);
}

/** Greater than every code point. */
const LAST = 0x20_0000;

/** Returns the rows for a text anywhere in a term, or at its end. There are none for a single code point. */
export function rowsOf(text: string, isAtEnd: boolean): number[] {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const rows: number[] = [];
  for (let i = 1; i < points.length; i++) rows.push(gramRow(points[i - 1]!, points[i]!, false));
  if (isAtEnd && points.length > 1) rows.push(gramRow(points.at(-2)!, points.at(-1)!, true));
  return rows;
}

/** Collects the pairs of one field's terms, 24 bytes for each bucket. */
export class BucketGrams {
  readonly #bits = new ByteWriter(1 << 12);

  clear(): void {
    this.#bits.clear();
  }

  /** Adds buckets, with a bit for each row: row n is bit n & 7 of byte n >> 3. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.#bits.copy(bytes, start, end);
  }

  /** Appends the rows of all buckets, or nothing if they would exclude little. */
  write(out: ByteWriter): void {
    const buckets = this.#bits.length / BUCKET_BYTES;
    const held = this.#bits.bytes;
    if (buckets < GRAM_BUCKETS_MIN || this.#areTooFull()) return;
    const bytes = rowBytes(buckets);
    out.reserve(bytes * GRAM_ROWS);
    for (let row = 0; row < GRAM_ROWS; row++) {
      for (let byte = 0; byte < bytes; byte++) {
        let bits = 0;
        for (let i = 0, bucket = byte * 8; i < 8 && bucket < buckets; i++, bucket++) {
          bits |= ((held[bucket * BUCKET_BYTES + (row >> 3)]! >> (row & 7)) & 1) << i;
        }
        out.u8(bits);
      }
    }
  }

  /** Whether more than three quarters of all bits are set, as when terms are hexadecimal numbers. */
  #areTooFull(): boolean {
    let set = 0;
    const { bytes, length: end } = this.#bits;
    for (let i = 0; i < end; i++) for (let byte = bytes[i]!; byte !== 0; byte &= byte - 1) set++;
    return set > 6 * end;
  }
}

const BUCKET_BYTES = GRAM_ROWS / 8;

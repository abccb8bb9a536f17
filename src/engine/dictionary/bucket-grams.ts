/**
 * A filter over the buckets of a term dictionary: which bigrams and trigrams, of two and three neighbouring code points, the
 * terms of each bucket contain, hashed to {@link GRAM_ROWS} bits. A pattern that needs `ough` somewhere skips the buckets
 * that lack one of `ou`, `ug`, `gh`, `oug` and `ugh`. Several grams share a bit, so there are false positives, but no bucket is
 * skipped wrongly.
 *
 *   rows := {a bit for every bucket: bucket n is bit n & 7 of byte n >> 3}{GRAM_ROWS}
 *
 * It is stored row by row, so that a lookup reads only one row for each of its grams.
 */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { format } from '../../shared/thresholds.ts';

export const GRAM_ROWS = format.gramRows;
/** A walk of fewer buckets needs no filter. */
export const GRAM_BUCKETS_MIN = format.gramBucketsMin;

/** Stands for the missing first code point of a bigram. */
const NO_POINT = -1;
/**
 * Added to the last code point of a term, so that the end of a term has distinct grams. Greater than every code point.
 */
const LAST = 0x20_0000;

/** Returns the row of a gram: `before`, which is {@link NO_POINT} for a bigram, and two further code points. */
export function gramRow(before: number, first: number, second: number): number {
  let hash = Math.imul(before + 1, 0x27d4_eb2f) ^ Math.imul(first, 0x9e37_79b1) ^ Math.imul(second, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35);
  return Math.floor((((hash ^ (hash >>> 13)) >>> 0) * GRAM_ROWS) / 0x1_0000_0000);
}

/** Bytes of a row for this many buckets. */
export function rowBytes(buckets: number): number {
  return Math.ceil(buckets / 8);
}

/** Returns the rows for a text anywhere in a term, or at its end, trigrams first. There are none for a single code point. */
export function rowsOf(text: string, isAtEnd: boolean): number[] {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const bigrams: number[] = [];
  const trigrams: number[] = [];
  const add = (n: number, second: number): void => {
    bigrams.push(gramRow(NO_POINT, points[n - 1]!, second));
    if (n > 1) trigrams.push(gramRow(points[n - 2]!, points[n - 1]!, second));
  };
  for (let n = 1; n < points.length; n++) add(n, points[n]!);
  if (isAtEnd && points.length > 1) add(points.length - 1, points.at(-1)! + LAST);
  return [...trigrams, ...bigrams];
}

/** Collects the grams of one field's terms, `GRAM_ROWS` / 8 bytes for each bucket. */
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

  /** Whether more than three quarters of all bits are set, for example because the terms are hexadecimal numbers. */
  #areTooFull(): boolean {
    let set = 0;
    const { bytes, length: end } = this.#bits;
    for (let i = 0; i < end; i++) for (let byte = bytes[i]!; byte !== 0; byte &= byte - 1) set++;
    return set > 6 * end;
  }
}

const BUCKET_BYTES = GRAM_ROWS / 8;

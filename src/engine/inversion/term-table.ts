/** The distinct (field, term) pairs of a run that a term log has, in order: by field, then by code points, with their UTF-8 bytes. */
import { RECORD_HEAD, type TermLog } from '../../kernel/term-log.ts';

export class TermTable {
  readonly #records: Uint16Array;
  readonly #offsets: Uint32Array;
  readonly count: number;

  /** Nothing may be logged while this is used. */
  constructor(log: TermLog) {
    this.count = log.count;
    this.#records = log.records;
    this.#offsets = log.offsets;
  }

  fieldOf(term: number): number {
    const offset = this.#offsets[term]!;
    return this.#records[offset + 2]! + this.#records[offset + 3]! * 0x10000;
  }

  /** All terms by field, then by code points, with their UTF-8 bytes. */
  sorted(): SortedTerms {
    const utf8 = this.#encode();
    const fields = new Uint32Array(this.count);
    for (let term = 0; term < this.count; term++) fields[term] = this.fieldOf(term);
    return { ...utf8, order: sortTerms(utf8, fields, this.count) };
  }

  /** Bytes of all terms in UTF-8, and two more for each character beyond U+FFFF. */
  #utf8BytesMax(): number {
    let bytes = 0;
    for (let term = 0; term < this.count; term++) {
      const end = this.#offsets[term + 1]!;
      for (let i = this.#offsets[term]! + RECORD_HEAD; i < end; i++) {
        const unit = this.#records[i]!;
        bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
      }
    }
    return bytes;
  }

  #encode(): { bytes: Uint8Array; starts: Uint32Array } {
    const records = this.#records;
    const bytes = new Uint8Array(this.#utf8BytesMax());
    const starts = new Uint32Array(this.count + 1);
    let at = 0;
    for (let term = 0; term < this.count; term++) {
      starts[term] = at;
      const end = this.#offsets[term + 1]!;
      for (let i = this.#offsets[term]! + RECORD_HEAD; i < end; i++) {
        const unit = records[i]!;
        if (unit < 0x80) bytes[at++] = unit;
        else if (unit < 0x800) {
          bytes[at++] = 0xc0 | (unit >> 6);
          bytes[at++] = 0x80 | (unit & 63);
        } else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < end) {
          const point = 0x10000 + ((unit & 0x3ff) << 10) + (records[++i]! & 0x3ff);
          bytes[at++] = 0xf0 | (point >> 18);
          bytes[at++] = 0x80 | ((point >> 12) & 63);
          bytes[at++] = 0x80 | ((point >> 6) & 63);
          bytes[at++] = 0x80 | (point & 63);
        } else {
          bytes[at++] = 0xe0 | (unit >> 12);
          bytes[at++] = 0x80 | ((unit >> 6) & 63);
          bytes[at++] = 0x80 | (unit & 63);
        }
      }
    }
    starts[this.count] = at;
    return { bytes, starts };
  }
}

export interface SortedTerms {
  /** Term numbers in order. */
  readonly order: Uint32Array;
  /** UTF-8 of term t: `bytes[starts[t] … starts[t + 1])`. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/**
 * By field with a counting sort, then by the first five bytes with the native sort of 64-bit integers, then by the
 * remaining bytes within groups that those do not separate.
 */
function sortTerms(utf8: { bytes: Uint8Array; starts: Uint32Array }, fields: Uint32Array, count: number): Uint32Array {
  const { bytes, starts } = utf8;
  const byField = new Map<number, number>();
  for (let term = 0; term < count; term++) byField.set(fields[term]!, (byField.get(fields[term]!) ?? 0) + 1);
  const ends = new Map<number, number>();
  let at = 0;
  for (const field of [...byField.keys()].sort((a, b) => a - b)) {
    ends.set(field, at);
    at += byField.get(field)!;
  }
  const order = new Uint32Array(count);
  for (let term = 0; term < count; term++) {
    const field = fields[term]!;
    order[ends.get(field)!] = term;
    ends.set(field, ends.get(field)! + 1);
  }
  for (const [field, size] of byField)
    sortByBytes(order.subarray(ends.get(field)! - size, ends.get(field)!), bytes, starts);
  return order;
}

function sortByBytes(terms: Uint32Array, bytes: Uint8Array, starts: Uint32Array): void {
  const count = terms.length;
  // High 40 bits: the first five bytes. Low 24: the index in `terms`. Larger fields are sorted by comparison alone.
  const compare = (a: number, b: number): number => compareTerms(bytes, starts, a, b);
  if (count >= 2 ** 24) {
    terms.set([...terms].sort(compare));
    return;
  }
  const keys = new BigUint64Array(count);
  const halves = new Uint32Array(keys.buffer);
  for (let i = 0; i < count; i++) {
    const start = starts[terms[i]!]!;
    const length = starts[terms[i]! + 1]! - start;
    const byte = (n: number): number => (n < length ? bytes[start + n]! : 0);
    halves[2 * i + 1] = (byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3);
    halves[2 * i] = (byte(4) << 24) | i;
  }
  keys.sort();
  const unsorted = terms.slice();
  for (let i = 0; i < count; ) {
    const high = halves[2 * i + 1]!;
    const low = halves[2 * i]! >>> 24;
    const from = i;
    for (; i < count && halves[2 * i + 1] === high && halves[2 * i]! >>> 24 === low; i++) {
      terms[i] = unsorted[halves[2 * i]! & 0xff_ffff]!;
    }
    if (i - from > 1) terms.set(Array.from(terms.subarray(from, i)).sort(compare), from);
  }
}

function compareTerms(bytes: Uint8Array, starts: Uint32Array, a: number, b: number): number {
  const startA = starts[a]!;
  const startB = starts[b]!;
  const lengthA = starts[a + 1]! - startA;
  const lengthB = starts[b + 1]! - startB;
  const shared = Math.min(lengthA, lengthB);
  for (let i = 0; i < shared; i++) {
    const difference = bytes[startA + i]! - bytes[startB + i]!;
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

/** Chooses the dictionary buckets that a pattern search must walk, with the filter of bucket-grams.ts. */
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { bitsIn } from '../../codec/bits.ts';
import { tuning } from '../../shared/thresholds.ts';
import type { DictionaryHeader } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { rowBytes, rowsOf } from './bucket-grams.ts';

/** Maximum rows that a lookup reads. Each further row excludes less. */
const ROWS_MAX = tuning.gramRowsRead;
/** Walking fewer buckets costs no more than reading rows. */
const BUCKETS_MIN = tuning.gramWalkMin;

/** Buckets of a dictionary that may contain a term with the required texts of an automaton; see bucket-grams.ts. */
export class CandidateBuckets {
  /** Bucket n is bit n & 7 of byte (n >> 3) - #from. */
  readonly #bits: Uint8Array;
  readonly #from: number;

  private constructor(bits: Uint8Array, from: number) {
    this.#bits = bits;
    this.#from = from;
  }

  /** The walk is from bucket `first` to `last`. Returns null if none of these can be excluded. */
  static of(
    field: DictionaryHeader,
    index: StreamReader,
    automaton: TermAutomaton,
    first: number,
    last: number,
  ): CandidateBuckets | null {
    if (field.grams === null || last - first < BUCKETS_MIN) return null;
    const rows = new Set(rowsOf(automaton.ending, true));
    for (const text of automaton.required) for (const row of rowsOf(text, false)) rows.add(row);
    if (rows.size === 0) return null;
    const from = first >> 3;
    const bits = new Uint8Array((last >> 3) + 1 - from).fill(0xff);
    for (const row of [...rows].slice(0, ROWS_MAX)) {
      index.fetch(field.grams.offset + row * rowBytes(field.blockCount) + from, bits.length);
      const { bytes, start } = index;
      for (let i = 0; i < bits.length; i++) bits[i]! &= bytes[start + i]!;
    }
    return new CandidateBuckets(bits, from);
  }

  /** Upper bound on the number of candidates. */
  get count(): number {
    const bits = this.#bits;
    const words = new Uint32Array(bits.buffer, 0, bits.length >> 2);
    let count = 0;
    for (let i = 0; i < words.length; i++) count += bitsIn(words[i]!);
    for (let i = words.length * 4; i < bits.length; i++) count += bitsIn(bits[i]!);
    return count;
  }

  /** Returns the first candidate at or after a bucket of the walk, or a number beyond its last bucket. */
  next(bucket: number): number {
    const bits = this.#bits;
    let byte = (bucket >> 3) - this.#from;
    let left = bits[byte]! >> (bucket & 7);
    if (left !== 0) return bucket + trailingZeros(left);
    while (++byte < bits.length && bits[byte] === 0);
    left = bits[byte] ?? 1;
    return (byte + this.#from) * 8 + trailingZeros(left);
  }
}

/** Returns the number of trailing zero bits of a nonzero number. */
function trailingZeros(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

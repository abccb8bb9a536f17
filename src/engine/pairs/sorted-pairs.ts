/** Pairs of terms as they are found, document by document, and in order of terms as a run. */
import type { TermCursor } from '../../shared/term-cursor.ts';
import { PAIR_MARK } from '../format.ts';
import type { FrequentTerm } from './frequent-terms.ts';

/** Bits of a pair that are sorted at a time. */
const DIGIT_BITS = 14;
const DIGITS = 1 << DIGIT_BITS;
const MARK = PAIR_MARK.charCodeAt(0);

/** Occurrences of pairs of the terms of a field, of documents and positions that ascend for each pair. */
export class PairBuffer {
  readonly #terms: readonly FrequentTerm[];
  /** The number of the first term, times the number of terms, plus that of the second. */
  readonly #pairs: Uint32Array;
  readonly #docs: Uint32Array;
  readonly #positions: Uint32Array;
  /** Reused for each run: new arrays would wait long for the garbage collector. */
  readonly #sorted: PairColumns;
  readonly #orders: readonly [Uint32Array, Uint32Array];
  length = 0;

  constructor(terms: readonly FrequentTerm[], capacity: number) {
    if (terms.length > TERMS_MAX) throw new RangeError(`${terms.length} frequent terms in a field`);
    this.#terms = terms;
    this.#pairs = new Uint32Array(capacity);
    this.#docs = new Uint32Array(capacity);
    this.#positions = new Uint32Array(capacity);
    const column = (): Uint32Array => new Uint32Array(capacity);
    this.#sorted = { pairs: column(), docs: column(), positions: column() };
    this.#orders = [column(), column()];
  }

  get isFull(): boolean {
    return this.length === this.#pairs.length;
  }

  /** `first` and `second`: numbers of terms. */
  add(first: number, second: number, doc: number, position: number): void {
    const at = this.length++;
    this.#pairs[at] = first * this.#terms.length + second;
    this.#docs[at] = doc;
    this.#positions[at] = position;
  }

  /** A run of what is there, to be read before anything else is added. `field`: what its terms are of. */
  sorted(field: number): TermCursor {
    const { length } = this;
    const order = this.#order();
    const { pairs, docs, positions } = this.#sorted;
    for (let i = 0; i < length; i++) {
      const at = order[i]!;
      pairs[i] = this.#pairs[at]!;
      docs[i] = this.#docs[at]!;
      positions[i] = this.#positions[at]!;
    }
    return new SortedPairs(field, this.#terms, this.#sorted, length);
  }

  /** Where the occurrences are in order of pairs; those of one pair stay as they are. */
  #order(): Uint32Array {
    const { length } = this;
    const pairs = this.#pairs;
    let [order, other] = this.#orders;
    for (let i = 0; i < length; i++) order[i] = i;
    const starts = new Uint32Array(DIGITS);
    const last = this.#terms.length ** 2 - 1;
    for (let shift = 0; shift < 32 && last >>> shift > 0; shift += DIGIT_BITS) {
      starts.fill(0);
      for (let i = 0; i < length; i++) starts[(pairs[i]! >>> shift) & (DIGITS - 1)]!++;
      for (let digit = 0, sum = 0; digit < DIGITS; digit++) {
        const count = starts[digit]!;
        starts[digit] = sum;
        sum += count;
      }
      for (let i = 0; i < length; i++) {
        const at = order[i]!;
        other[starts[(pairs[at]! >>> shift) & (DIGITS - 1)]!++] = at;
      }
      [order, other] = [other, order];
    }
    return order;
  }
}

/** The number of a pair must fit 32 bits. */
const TERMS_MAX = 65_535;

interface PairColumns {
  readonly pairs: Uint32Array;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
}

/** Pairs in order as terms: the first, {@link PAIR_MARK}, the second. */
class SortedPairs implements TermCursor {
  readonly field: number;
  readonly #terms: readonly FrequentTerm[];
  readonly #pairs: Uint32Array;
  readonly #count: number;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
  bytes = new Uint8Array(1024);
  readonly termStart = 0;
  termEnd = 0;
  from = 0;
  #end = 0;
  #isRead = false;

  constructor(field: number, terms: readonly FrequentTerm[], { pairs, docs, positions }: PairColumns, count: number) {
    this.field = field;
    this.#terms = terms;
    this.#pairs = pairs;
    this.#count = count;
    this.docs = docs;
    this.positions = positions;
  }

  next(): boolean {
    const pairs = this.#pairs;
    this.from = this.#end;
    if (this.from === this.#count) return false;
    const pair = pairs[this.from]!;
    let end = this.from + 1;
    while (end < this.#count && pairs[end] === pair) end++;
    this.#end = end;
    this.#isRead = false;
    const first = this.#terms[Math.floor(pair / this.#terms.length)]!.term;
    const second = this.#terms[pair % this.#terms.length]!.term;
    this.termEnd = first.length + 1 + second.length;
    if (this.termEnd > this.bytes.length) this.bytes = new Uint8Array(2 * this.termEnd);
    this.bytes.set(first);
    this.bytes[first.length] = MARK;
    this.bytes.set(second, first.length + 1);
    return true;
  }

  read(): number {
    if (this.#isRead) return 0;
    this.#isRead = true;
    return this.#end - this.from;
  }

  close(): void {}
}

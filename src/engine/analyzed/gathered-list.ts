/** The occurrences of a term, collected with documents in any order and returned by ascending document. */
import { lengthened } from '../../shared/longer-arrays.ts';
import type { TermCursor } from '../../shared/term-cursor.ts';
import { tuning } from '../../shared/thresholds.ts';

const OCCURRENCES = tuning.occurrencesAtOnce;

/** Up to this many documents are sorted by comparison, more by radix sort. */
const COMPARED_MAX = 32;
const DIGIT_BITS = 8;
const DIGITS = 1 << DIGIT_BITS;

/** A cursor of one term: first `begin`, `add` and `sort`, then `read`. Reuses its memory for the next term. */
export class GatheredList implements TermCursor {
  #gathered = new Uint32Array(OCCURRENCES);
  /** Consecutive occurrences of one document, in order of arrival: their documents, and the start of each stretch. */
  #docs = new Uint32Array(256);
  #starts = new Uint32Array(256);
  #stretches = 0;
  #last = -1;
  #isAscending = true;
  #isBegun = false;
  /** The order of the stretches by document, if they arrived in another order, and memory for sorting them. */
  #order = new Uint32Array(0);
  #other = new Uint32Array(0);
  readonly #ends = new Uint32Array(DIGITS);
  /** Number of stretches that were returned so far, and number of returned occurrences of the next stretch. */
  #next = 0;
  #given = 0;
  count = 0;
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  termStart = 0;
  termEnd = 0;
  readonly docs = new Uint32Array(OCCURRENCES);
  readonly positions = new Uint32Array(OCCURRENCES);
  readonly from = 0;

  /** Starts with the current term of a cursor, still without occurrences. */
  begin({ field, bytes, termStart, termEnd }: TermCursor): void {
    this.field = field;
    this.bytes = bytes;
    this.termStart = termStart;
    this.termEnd = termEnd;
    this.count = 0;
    this.#stretches = 0;
    this.#last = -1;
    this.#isAscending = true;
    this.#isBegun = false;
    this.#next = 0;
    this.#given = 0;
  }

  /** Adds the occurrences `[from … to)`. Those of one document must be in order. */
  add(docs: Uint32Array, positions: Uint32Array, from: number, to: number): void {
    let at = this.count;
    const end = at + to - from;
    if (end > this.#gathered.length) this.#gathered = lengthened(this.#gathered, 2 * end);
    const gathered = this.#gathered;
    let last = this.#last;
    for (let i = from; i < to; i++) {
      const doc = docs[i]!;
      if (doc !== last) {
        if (doc < last) this.#isAscending = false;
        last = doc;
        this.#beginStretch(doc, at);
      }
      gathered[at++] = positions[i]!;
    }
    this.#last = last;
    this.count = at;
  }

  #beginStretch(doc: number, at: number): void {
    const n = this.#stretches++;
    if (n === this.#docs.length) {
      this.#docs = lengthened(this.#docs, 2 * n);
      this.#starts = lengthened(this.#starts, 2 * n);
    }
    this.#docs[n] = doc;
    this.#starts[n] = at;
  }

  /** Call this after the last occurrence. Keeps the order of stretches within a document. */
  sort(): void {
    const count = this.#stretches;
    if (this.#isAscending) return;
    if (count > this.#order.length) {
      this.#order = new Uint32Array(2 * count);
      this.#other = new Uint32Array(2 * count);
    }
    for (let n = 0; n < count; n++) this.#order[n] = n;
    if (count <= COMPARED_MAX) this.#compare(count);
    else this.#divide(count);
  }

  #compare(count: number): void {
    const docs = this.#docs;
    const order = this.#order;
    for (let n = 1; n < count; n++) {
      const doc = docs[n]!;
      let to = n;
      for (; to > 0 && docs[order[to - 1]!]! > doc; to--) order[to] = order[to - 1]!;
      order[to] = n;
    }
  }

  #divide(count: number): void {
    const docs = this.#docs;
    let max = 0;
    for (let n = 0; n < count; n++) if (docs[n]! > max) max = docs[n]!;
    const ends = this.#ends;
    for (let shift = 0; shift < 32 && max >>> shift > 0; shift += DIGIT_BITS) {
      const from = this.#order;
      const to = this.#other;
      ends.fill(0);
      for (let n = 0; n < count; n++) ends[(docs[n]! >>> shift) & (DIGITS - 1)]!++;
      for (let digit = 0, before = 0; digit < DIGITS; digit++) {
        const own = ends[digit]!;
        ends[digit] = before;
        before += own;
      }
      for (let n = 0; n < count; n++) {
        const stretch = from[n]!;
        to[ends[(docs[stretch]! >>> shift) & (DIGITS - 1)]!++] = stretch;
      }
      this.#order = to;
      this.#other = from;
    }
  }

  /** Returns true once, because there is one term. */
  next(): boolean {
    if (this.#isBegun) return false;
    this.#isBegun = true;
    return true;
  }

  read(): number {
    const { docs, positions } = this;
    const gathered = this.#gathered;
    const order = this.#isAscending ? null : this.#order;
    let count = 0;
    while (count < OCCURRENCES && this.#next < this.#stretches) {
      const stretch = order === null ? this.#next : order[this.#next]!;
      const doc = this.#docs[stretch]!;
      let at = this.#starts[stretch]! + this.#given;
      const end = stretch + 1 < this.#stretches ? this.#starts[stretch + 1]! : this.count;
      const some = Math.min(end - at, OCCURRENCES - count);
      for (const stop = count + some; count < stop; count++) {
        docs[count] = doc;
        positions[count] = gathered[at++]!;
      }
      this.#given += some;
      if (at < end) break;
      this.#next++;
      this.#given = 0;
    }
    return count;
  }

  close(): void {}
}

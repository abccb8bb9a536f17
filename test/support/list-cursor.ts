/** A cursor over lists of terms and occurrences in a test. */
import type { TermCursor } from '../../src/shared/term-cursor.ts';

/** Documents and positions of a term. */
export type Occurrences = readonly (readonly [doc: number, position: number])[];
export type ListedTerm = readonly [field: number, term: string, occurrences: Occurrences];

export class ListCursor implements TermCursor {
  readonly #terms: readonly ListedTerm[];
  readonly #atOnce: number;
  #at = -1;
  #given = 0;
  field = 0;
  bytes: Uint8Array = new Uint8Array(0);
  readonly termStart = 0;
  termEnd = 0;
  docs = new Uint32Array(0);
  positions = new Uint32Array(0);
  readonly from = 0;
  readonly isUnordered: boolean;

  /** Returns `atOnce` occurrences at a time, in the same arrays. */
  constructor(terms: readonly ListedTerm[], atOnce = Number.POSITIVE_INFINITY) {
    this.isUnordered = terms.some(([, , own]) => own.some(([doc], i) => i > 0 && doc < own[i - 1]![0]));
    this.#terms = terms;
    this.#atOnce = atOnce;
  }

  next(): boolean {
    const next = this.#terms[++this.#at];
    if (next === undefined) return false;
    this.field = next[0];
    this.bytes = Buffer.from(next[1]);
    this.termEnd = this.bytes.length;
    this.#given = 0;
    return true;
  }

  read(): number {
    const some = this.#terms[this.#at]![2].slice(this.#given, this.#given + this.#atOnce);
    if (some.length > this.docs.length) {
      this.docs = new Uint32Array(some.length);
      this.positions = new Uint32Array(some.length);
    }
    for (const [i, [doc, position]] of some.entries()) {
      this.docs[i] = doc;
      this.positions[i] = position;
    }
    this.#given += some.length;
    return some.length;
  }

  close(): void {}
}

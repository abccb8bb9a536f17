/** Counts tokens by document, field after field: a build from analyzed terms learns field lengths only this way. */
import { lengthened } from '../../shared/longer-arrays.ts';

export class TokenCounts {
  readonly #counts: Uint32Array;
  /** Documents with a token, in order of arrival. */
  #touched: Uint32Array = new Uint32Array(1024);
  #touchedCount = 0;
  /** Whether they arrived in order: most indexes have their documents so. */
  #isAscending = true;

  constructor(documentCount: number) {
    this.#counts = new Uint32Array(documentCount);
  }

  /** More tokens of a document: at least one. */
  add(doc: number, tokens: number): void {
    const before = this.#counts[doc]!;
    this.#counts[doc] = before + tokens;
    if (before > 0) return;
    if (this.#touchedCount === this.#touched.length) this.#touched = lengthened(this.#touched, this.#touchedCount * 2);
    if (this.#touchedCount > 0 && doc < this.#touched[this.#touchedCount - 1]!) this.#isAscending = false;
    this.#touched[this.#touchedCount++] = doc;
  }

  of(doc: number): number {
    return this.#counts[doc]!;
  }

  /** Documents with a token, ascending; valid until the next field. */
  documents(): Uint32Array {
    const touched = this.#touched.subarray(0, this.#touchedCount);
    return this.#isAscending ? touched : touched.sort();
  }

  /** The same with the tokens of each, as values of their own. */
  counted(): { readonly docs: Uint32Array; readonly tokens: Uint32Array } {
    const docs = this.documents().slice();
    return { docs, tokens: docs.map((doc) => this.#counts[doc]!) };
  }

  /** Begins the next field. */
  clear(): void {
    for (const doc of this.#touched.subarray(0, this.#touchedCount)) this.#counts[doc] = 0;
    this.#touchedCount = 0;
    this.#isAscending = true;
  }
}

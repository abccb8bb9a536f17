/** Counts tokens by document, field by field. A build from analyzed terms has no other way to learn field lengths. */
import { lengthened } from '../../shared/longer-arrays.ts';

export class TokenCounts {
  readonly #counts: Uint32Array;
  /** Documents with a token, in order of arrival. */
  #touched: Uint32Array = new Uint32Array(1024);
  #touchedCount = 0;
  /** Whether documents arrived in order, as they do in most indexes. */
  #isAscending = true;

  constructor(documentCount: number) {
    this.#counts = new Uint32Array(documentCount);
  }

  /** Adds tokens of a document, at least one. */
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

  /** Returns the documents with a token, ascending. Valid until the next field. */
  documents(): Uint32Array {
    const touched = this.#touched.subarray(0, this.#touchedCount);
    return this.#isAscending ? touched : touched.sort();
  }

  /** Returns copies of the documents with a token and of their token counts. */
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

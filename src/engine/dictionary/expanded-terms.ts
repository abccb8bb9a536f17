/** Counts the terms that a walk finds, and keeps the first ones if they will be shown. */
import type { DictionaryBucket } from './dictionary-bucket.ts';

/** Maximum number of terms of an expansion that are shown. */
const SHOWN_TERMS = 50;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class ExpandedTerms {
  readonly #areShown: boolean;
  termCount = 0;
  readonly terms: string[] = [];

  constructor(areShown: boolean) {
    this.#areShown = areShown;
  }

  /** Takes the entries `[first … end)` of a bucket. */
  add(bucket: DictionaryBucket, first: number, end: number): void {
    this.termCount += end - first;
    if (!this.#areShown) return;
    for (let entry = first; entry < end && this.terms.length < SHOWN_TERMS; entry++) {
      this.terms.push(decoder.decode(bucket.term(entry)));
    }
  }
}

/** Counts every date of every item of a set, by date field and interval of time. */
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import { type FacetCounter, inBatches } from './facet-counter.ts';
import type { RangeCounter } from './range-counter.ts';

/** The date fields, by name in code point order, each with its interval counter. */
export type FieldCounters = readonly { readonly field: string; readonly counter: RangeCounter }[];

export class EventCounter implements FacetCounter {
  readonly #fields: FieldCounters;
  #items = 0;

  constructor(fields: FieldCounters) {
    this.#fields = fields;
  }

  add(docs: Uint32Array, from: number, to: number): void {
    for (const { counter } of this.#fields) counter.add(docs, from, to);
    for (let i = from; i < to; i++) if (this.#hasAny(docs[i]!)) this.#items++;
  }

  #hasAny(doc: number): boolean {
    for (const { counter } of this.#fields) if (counter.has(doc)) return true;
    return false;
  }

  *finish(): Generator<void, FacetAnswer> {
    let distinct = 0;
    let sum = 0;
    for (const { counter } of this.#fields) {
      const own = counter.summary();
      distinct += own.distinct;
      sum += own.sum;
      yield;
    }
    return { items: this.#items, distinct, sum, counts: inBatches(this.#counted()) };
  }

  *#counted(): Generator<FacetCount, void, undefined> {
    for (const { field, counter } of this.#fields) {
      for (const count of counter.counted()) yield { ...count, key: `${field}\0${count.key}`, field };
    }
  }
}

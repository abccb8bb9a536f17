/** Counts the items of a set by ranges of numbers or intervals of time: an item once a bucket. */
import type { NumberValues } from '../../engine/columns/number-values.ts';
import type { FacetAnswer, FacetCount } from '../../search/search-answer.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { type FacetCounter, inBatches } from './facet-counter.ts';

/** A bucket begins with a number, and ends before the next one's. */
export interface Bucket {
  readonly from: number;
  readonly key: string;
  /** As it is shown, where that is not made from the key. */
  readonly label?: string;
}

export class BucketCounter implements FacetCounter {
  readonly #values: NumberValues;
  readonly #buckets: readonly Bucket[];
  /** The bucket of each number, plus one; 0: it is below the first. */
  readonly #bucketOf: Uint32Array;
  readonly #counts: Uint32Array;
  #items = 0;

  /** `buckets` ascend, and are not empty for lack of numbers only. */
  constructor(values: NumberValues, buckets: readonly Bucket[]) {
    claimMemory(4 * (values.numbers.length + buckets.length), 'the counts of intervals');
    this.#values = values;
    this.#buckets = buckets;
    this.#bucketOf = new Uint32Array(values.numbers.length);
    this.#counts = new Uint32Array(buckets.length + 1);
    for (let i = 0, bucket = 0; i < values.numbers.length; i++) {
      while (bucket < buckets.length && buckets[bucket]!.from <= values.numbers[i]!) bucket++;
      this.#bucketOf[i] = bucket;
    }
  }

  add(docs: Uint32Array, from: number, to: number): void {
    const { docs: ordinals } = this.#values;
    const counts = this.#counts;
    const bucketOf = this.#bucketOf;
    if (ordinals.isSingle) {
      let items = 0;
      const single = ordinals.ordinals;
      for (let i = from; i < to; i++) {
        const ordinal = single[docs[i]!]!;
        if (ordinal === 0) continue;
        counts[bucketOf[ordinal - 1]!]!++;
        items++;
      }
      this.#items += items;
      return;
    }
    const { starts, ordinals: all } = ordinals;
    for (let i = from; i < to; i++) {
      const start = starts[docs[i]!]!;
      const end = starts[docs[i]! + 1]!;
      if (start < end) this.#items++;
      // Numbers of a document ascend, so equal buckets are neighbours.
      for (let at = start, before = -1; at < end; at++) {
        const bucket = bucketOf[all[at]!]!;
        if (bucket !== before) counts[bucket]!++;
        before = bucket;
      }
    }
  }

  // biome-ignore lint/correctness/useYield: as all counters
  *finish(): Generator<void, FacetAnswer> {
    const counts: FacetCount[] = [];
    let sum = 0;
    for (const [i, { key, label }] of this.#buckets.entries()) {
      const items = this.#counts[i + 1]!;
      if (items === 0) continue;
      sum += items;
      counts.push({ key, items, spellings: label === undefined ? [] : [{ value: label, items }] });
    }
    return { items: this.#items, distinct: counts.length, sum, counts: inBatches(counts) };
  }
}

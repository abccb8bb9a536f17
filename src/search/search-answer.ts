/** What an engine answers: for each source its count, its items in order, its facets. Nothing is merged here. */
import type { SortValue } from './search-request.ts';

export interface SourceAnswer {
  /** Exact number of items found, whatever position and limit; null where `count` was not wanted. */
  readonly count: number | null;
  /**
   * The items in the order of the request; null where `ids` were not wanted. Read once, at the reader's pace; who leaves
   * early ends the engine's work on it. What is never read is dropped by the engine in its own time.
   */
  readonly items: AsyncIterable<ItemBatch> | null;
  /** One for each facet of the request, in that order. */
  readonly facets: readonly FacetAnswer[];
}

/** Some items, and what they are ordered by. The arrays may be reused by the next batch: copy what must be kept. */
export interface ItemBatch {
  readonly ids: Uint32Array;
  /**
   * Null where `keys` were not wanted, and in the order by id. Of the order by relevance one score an item, of an order by
   * fields the values of each item side by side: item `i` has those from `i * number of keys` on.
   */
  readonly keys: Float64Array | readonly SortValue[] | null;
}

export interface FacetAnswer {
  /** Items that have any value. */
  readonly items: number;
  /** By ascending key in code point order, so that the counts of sources can be merged in one pass. */
  readonly counts: AsyncIterable<readonly FacetCount[]>;
}

export interface FacetCount {
  /** Folded value, beginning of the interval, or the bounds of the range: equal keys of sources are one value. */
  readonly key: string;
  readonly items: number;
  /** As the case spells it, with the items of each spelling; empty where the key is all there is. */
  readonly spellings: readonly { readonly value: string; readonly items: number }[];
  /** Of `places`: the sums of the places of its items. */
  readonly place?: { readonly latitude: number; readonly longitude: number; readonly places: number };
}

/** What became of one source: a value, or the fault that shows its index to be damaged. Any other fault is thrown. */
export type Outcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'damaged'; readonly fault: Error };

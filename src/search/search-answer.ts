/** The answer of an engine: for each source its count, its items in order, its facets. Nothing is merged here. */
import type { IndexedItem } from './item-store.ts';
import type { SortValue } from './search-request.ts';

export interface SourceAnswer {
  /** Exact number of items, regardless of position and limit. Null if `count` was not requested. */
  readonly count: number | null;
  /**
   * The items in the order of the request, or null if `ids` were not requested. Can be read once, at the reader's pace.
   * Stopping early stops the engine's work. The engine eventually drops unread items.
   */
  readonly items: Items | null;
  /** Records of the first items, if the engine included them. */
  readonly records?: readonly (IndexedItem | null)[];
  /** An answer for each facet of the request, in order. */
  readonly facets: readonly FacetAnswer[];
  /** Only if requested. */
  readonly hints?: readonly string[];
}

export interface Items extends AsyncIterable<ItemBatch> {
  /**
   * All items in one batch, if the engine has them at once, because an iteration is expensive for small answers. Use either
   * this or the iteration. The batch stays valid.
   */
  readonly whole?: ItemBatch;
}

/** Some items and their sort keys. The next batch may reuse the arrays: copy what must be kept. */
export interface ItemBatch {
  readonly ids: Uint32Array;
  /**
   * Null if `keys` were not requested, and when sorting by id. By relevance, it has one score for each item. By fields, the
   * values of each item are consecutive, and those of item `i` begin at `i * number of keys`.
   */
  readonly keys: Float64Array | readonly SortValue[] | null;
}

export interface FacetAnswer {
  /** Number of items that have any value. */
  readonly items: number;
  /** Number of keys with items, and the sum of their items, regardless of `first` of the facet. */
  readonly distinct: number;
  readonly sum: number;
  /** By ascending key in code point order, so that the counts of sources can be merged in one pass. */
  readonly counts: AsyncIterable<readonly FacetCount[]>;
}

export interface FacetCount {
  /**
   * Folded value, start of the interval as sortable text, or number of the range in six digits. Equal keys of different sources
   * are one value.
   */
  readonly key: string;
  readonly items: number;
  /** The value as the case spells it, with the number of items of each spelling. Empty if there is only the key. */
  readonly spellings: readonly { readonly value: string; readonly items: number }[];
  /** The bounds of an interval, in milliseconds since 1970. */
  readonly interval?: { readonly from: number; readonly until: number };
  /** For `events`: the date field. */
  readonly field?: string;
  /** For `places`: the coordinates of its items. */
  readonly coordinates?: CellPlaces;
}

/** The number of coordinates in a cell, their sums, and their bounding box, in degrees. */
export interface CellPlaces {
  readonly latitude: number;
  readonly longitude: number;
  readonly count: number;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** The outcome of one source: a value, or the error of its damaged index. Other errors are thrown. */
export type Outcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'damaged'; readonly fault: Error };

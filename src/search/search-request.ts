/**
 * What is asked of an engine: one request for counts, sets, ranked pages and sorted pages alike. It is plain data, so
 * that it can travel to another process or machine as it is.
 */
import type { Query } from '../../grammar/ast.ts';

export interface SearchRequest {
  readonly query: Query;
  /** Fields that a leaf without a field means; `['content']` by default. */
  readonly defaultFields?: readonly string[];
  /** The sources that may be seen, in their order: nothing of any other has a part in the answer. */
  readonly sources: readonly SourceScope[];
  /** What the `set` clauses of query and filters stand for. One that is not here is an error. */
  readonly sets?: readonly OutsideSet[];
  /** Added to what the query finds, all from the items that it finds itself, over all `sources` of the request. */
  readonly expand?: readonly Expand[];
  /** One item for each value of this field, the first by source and id; items without the field all stay. After `expand`. */
  readonly collapse?: string;
  /** Each must match too, after `expand` and `collapse`. They add nothing to a score. */
  readonly filters?: readonly Query[];
  /** `id` by default. Equal items come by source, then by id. */
  readonly sort?: Sort;
  /** At most so many items of each source, after the position of its scope; all of them by default. */
  readonly limit?: number;
  readonly want: readonly Want[];
  /** Counts of the items found, whatever `limit`. */
  readonly facets?: readonly Facet[];
}

/** A source under the name that the engine has for it. */
export interface SourceScope {
  readonly source: string;
  /** Items at and before this position are left out of the items, never out of the count. */
  readonly after?: Position;
}

/** A place in an order of items: that of the item of this id and key, whether there is one or not. */
export interface Position {
  /** The score of an order by relevance, one value for each key of an order by fields, nothing for that by id. */
  readonly key: readonly SortValue[];
  /** -1 stands before all items of that key. */
  readonly id: number;
}

/** What an item is ordered by; null, which comes last, where it has no value. */
export type SortValue = number | string | null;

export type Sort =
  | { readonly by: 'id' }
  | { readonly by: 'relevance' }
  | { readonly by: 'fields'; readonly keys: readonly SortKey[] };

export interface SortKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** `count`: of all that is found. `ids`: the items. `keys`: with the items what they are ordered by, scores included. */
export type Want = 'count' | 'ids' | 'keys';

/** Items that are known outside the engine: of a bookmark, the selection, a list. A `set` clause names it. */
export interface OutsideSet {
  readonly name: string;
  /** By source: ascending ids, or all of its items. One that is not here has none. Unknown ids are passed over. */
  readonly items: ReadonlyMap<string, Uint32Array | 'all'>;
}

/**
 * `children`: direct ones. `parents`: all the way up. `family`: the topmost ancestor that is no container, and everything
 * below it. `duplicates`: items of any source of the request with the same hash. Tree nodes are passed through, not added.
 */
export type Expand = 'children' | 'parents' | 'family' | 'duplicates';

export type Facet =
  /** Values folded as whole values are; `prefix` and `contains` on those. */
  | { readonly kind: 'values'; readonly field: string; readonly prefix?: string; readonly contains?: string }
  | { readonly kind: 'interval'; readonly field: string; readonly interval: Interval; readonly timeZone: string }
  /** `[bound, next bound)`, the last one open. */
  | { readonly kind: 'ranges'; readonly field: string; readonly bounds: readonly number[] }
  /** Terms that patterns and ranges of the query matched. */
  | { readonly kind: 'matches' }
  /** Cells of a grid of 360 / 2^zoom degrees. */
  | { readonly kind: 'places'; readonly zoom: number }
  /** Every date of every item, by field and interval. */
  | { readonly kind: 'events'; readonly interval: Interval; readonly timeZone: string };

export type Interval = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';

export const DEFAULT_FIELDS: readonly string[] = ['content'];
export const BY_ID: Sort = { by: 'id' };

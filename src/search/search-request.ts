/**
 * A request to an engine: one type for counts, sets, ranked pages and sorted pages. It is plain data, so that it can be
 * sent to another process or machine.
 */
import type { Query } from '../../grammar/ast.ts';
import type { Syntax } from '../../grammar/parse.ts';

export interface SearchRequest {
  readonly query: Query | UnparsedQuery;
  /** Fields of a leaf without a field; default `['content']`, in IPED's syntax `['name', 'content']`. */
  readonly defaultFields?: readonly string[];
  /** The visible sources, in order. No other source contributes to the answer. */
  readonly sources: readonly SourceScope[];
  /** The sets that `set` clauses of query and filters refer to. An unknown one is an error. */
  readonly sets?: readonly OutsideSet[];
  /**
   * Expansions whose items are added to those that the query finds. Each starts from the items of the query, not from those of
   * another expansion, and covers all `sources` of the request.
   */
  readonly expand?: readonly Expand[];
  /** Folded values of the items that the query finds in other engines. Items with one of them are also added. */
  readonly equal?: readonly (readonly [expand: EqualExpand, values: readonly string[]])[];
  /**
   * Keeps one item for each value of this field, the first by source and id, and all items without the field. Applied after
   * `expand`.
   */
  readonly collapse?: string;
  /** By source, the folded values of that field for which previous sources in other engines keep an item. */
  readonly seen?: readonly (readonly [source: string, values: readonly string[]])[];
  /** Queries that items must also match. Applied after `expand` and `collapse`. Not scored. */
  readonly filters?: readonly Query[];
  /** Another filter: only items with coordinates in the box. */
  readonly bbox?: Box;
  /** Default `id`. Ties are ordered by source, then by id. */
  readonly sort?: Sort;
  /** Maximum number of items of each source, after the position of its scope. Default: all. */
  readonly limit?: number;
  readonly want: readonly Want[];
  /** The text of the query, which hints quote. */
  readonly written?: string;
  /** Whether the words of texts are in another engine. If so, hints do not cover texts. */
  readonly areTextsAway?: boolean;
  /** Whether that engine found nothing. The only word or phrase of the query is then in no text. */
  readonly isEmptyAway?: boolean;
  /** Set if records of the first items are needed next. A remote engine may include them. */
  readonly recordsAlong?: RecordsAlong;
  /** Whether the same set will probably be requested again. Its engine may cache it, within its own limits. */
  readonly isKept?: boolean;
  /** The user, because the space for sets is shared among users. */
  readonly keptFor?: string;
  /** Counts of the items found, regardless of `limit`. */
  readonly facets?: readonly Facet[];
}

/**
 * The text of a query. A long text is parsed where it is planned, because parsing would block the process that answers other
 * requests for too long.
 */
export interface UnparsedQuery {
  readonly kind: 'unparsed';
  readonly text: string;
  readonly defaultOperator: 'AND' | 'OR';
  /** Default `own`. */
  readonly syntax?: Syntax;
  /** The time zone of dates without an offset; default UTC. */
  readonly timeZone?: string;
}

/** A source under its name in the engine. */
export interface SourceScope {
  readonly source: string;
  /** Items up to and including this position are not returned, but counted. */
  readonly after?: Position;
  /** Number of items to skip at the beginning; default 0. Not with `after`. */
  readonly skip?: number;
  /** Consecutive scopes with equal `partOf` are parts of one source: their hits are merged, and hints intersected. */
  readonly partOf?: string;
  /** Whether ids of this part may lie between ids of other parts. */
  readonly isInterleaved?: boolean;
}

/** A position in an order of items: where an item with this id and key is, or would be. */
export interface Position {
  /** By relevance, the score; by fields, one value for each key; by id, empty. */
  readonly key: readonly SortValue[];
  /** -1 is before all items with that key. */
  readonly id: number;
}

/**
 * A value that items are sorted by. Null, which comes last, if an item has no value. Numbers come before moments, and moments
 * before texts, in both directions, because sources may disagree about the type of a field.
 */
export type SortValue = number | Moment | string | null;

/** A date as a sort value, in milliseconds since 1970. */
export interface Moment {
  readonly moment: number;
}

export interface RecordsAlong {
  readonly count: number;
  /** The required properties, or null for all. */
  readonly shown: readonly string[] | null;
}

/** In degrees. If west is greater than east, it crosses the date line. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export type Sort =
  | { readonly by: 'id' }
  | { readonly by: 'relevance' }
  | { readonly by: 'fields'; readonly keys: readonly SortKey[] };

export interface SortKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  /** Digits in texts compare as numbers. */
  readonly isNatural?: true;
}

/**
 * `count`: the number of all hits. `ids`: the items. `keys`: also their sort keys, including scores. `hints`: likely mistakes
 * in the query.
 */
export type Want = 'count' | 'ids' | 'keys' | 'hints';

/** A set of items that is defined outside the engine: a bookmark, the selection, a list. A `set` clause refers to it by name. */
export interface OutsideSet {
  readonly name: string;
  /** By source, ascending ids or all of its items. A missing source has none. Unknown ids are ignored. */
  readonly items: ReadonlyMap<string, Uint32Array | 'all'>;
  /** Identifies the state of the set. Different states have different versions. Without it, the set is never cached. */
  readonly version?: string;
  /** Whether only facets refer to the set, and no clause does. */
  readonly isOnlyCounted?: boolean;
}

/**
 * `children`: direct ones. `parents`: all the way up. `family`: the topmost ancestor that is not a container, and everything
 * below it. `duplicates`: items of any source of the request with the same hash. `thread`: mails of the same thread. `neardup`:
 * items of the same group of near duplicates. Tree nodes are traversed, not added.
 */
export type Expand = 'children' | 'parents' | 'family' | EqualExpand;
/** To items with a common value of a field. */
export type EqualExpand = 'duplicates' | 'thread' | 'neardup';

export type Facet =
  | ValuesFacet
  | SetsFacet
  | ({ readonly kind: 'interval'; readonly field: string } & IntervalFacet)
  /** Ranges `[bound, next bound)`. The last one has no end. */
  | { readonly kind: 'ranges'; readonly field: string; readonly bounds: readonly number[] }
  | MatchesFacet
  /** Cells of a grid of 360 / 2^zoom degrees, numbered from 180 west and from the south pole. */
  | { readonly kind: 'places'; readonly zoom: number }
  /** Every date of every item, by field and interval. */
  | ({ readonly kind: 'events' } & IntervalFacet);

interface IntervalFacet {
  readonly interval: Interval;
  readonly timeZone: string;
  /** If there are more intervals than this, only their number is wanted. */
  readonly most?: number;
}

/** Items in each of some `sets` of the request, each under its value; `prefix`, `contains` and `first` as for values. */
export interface SetsFacet {
  readonly kind: 'sets';
  readonly sets: readonly { readonly set: string; readonly value: string }[];
  readonly prefix?: string;
  readonly contains?: string;
  readonly first?: ValuesFacet['first'];
}

/** Values folded like whole values; `prefix` and `contains` apply to these. */
export interface ValuesFacet {
  readonly kind: 'values';
  readonly field: string;
  readonly prefix?: string;
  readonly contains?: string;
  /** Only values with items in at least this many sources of the request. Default: 1. */
  readonly minSources?: number;
  /** Whether to count only the least value of each item, as `collapse` does. */
  readonly isLeast?: boolean;
  /** Only this many values: those with most items (ties by value), or the first by value. Default: all. */
  readonly first?: { readonly count: number; readonly order: 'count' | 'value' };
}

/** Terms that patterns and ranges of the query matched; `first` as for values. */
export interface MatchesFacet {
  readonly kind: 'matches';
  readonly first?: ValuesFacet['first'];
}

export type Interval = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';

export const DEFAULT_FIELDS: readonly string[] = ['content'];
/** Fields of a leaf without a field in IPED's syntax. */
export const IPED_DEFAULT_FIELDS: readonly string[] = ['name', 'content'];
export const BY_ID: Sort = { by: 'id' };

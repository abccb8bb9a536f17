/**
 * A request to an engine: one type for counts, sets, ranked pages and sorted pages. It is plain data, so that it can be
 * sent to another process or machine.
 */
import type { Query } from '../../grammar/ast.ts';
import type { Syntax } from '../../grammar/parse.ts';

export interface SearchRequest {
  readonly query: Query | UnparsedQuery;
  /** Fields that a leaf without a field means; `['content']` by default, of IPED's syntax `['name', 'content']`. */
  readonly defaultFields?: readonly string[];
  /** The sources that may be seen, in order: no other source contributes to the answer. */
  readonly sources: readonly SourceScope[];
  /** The sets that `set` clauses of query and filters refer to. An unknown one is an error. */
  readonly sets?: readonly OutsideSet[];
  /** Added to what the query finds, all from the items that it finds itself, over all `sources` of the request. */
  readonly expand?: readonly Expand[];
  /** Folded values of the items that the query finds in other engines: items with one of them are added, too. */
  readonly equal?: readonly (readonly [expand: EqualExpand, values: readonly string[]])[];
  /** One item for each value of this field, the first by source and id; items without the field all stay. After `expand`. */
  readonly collapse?: string;
  /** Of a source, folded values of that field that sources of other engines before it keep an item of. */
  readonly seen?: readonly (readonly [source: string, values: readonly string[]])[];
  /** Each must match too, after `expand` and `collapse`. They add nothing to a score. */
  readonly filters?: readonly Query[];
  /** Only items with a place in it, as one more filter. */
  readonly bbox?: Box;
  /** `id` by default. Equal items come by source, then by id. */
  readonly sort?: Sort;
  /** Maximum number of items of each source, after the position of its scope; all of them by default. */
  readonly limit?: number;
  readonly want: readonly Want[];
  /** The text of the query: hints show parts of it as they are written. */
  readonly written?: string;
  /** Whether the words of texts are in another engine: then hints say nothing of what is in a text. */
  readonly areTextsAway?: boolean;
  /** Whether that engine found nothing: then the only word or phrase of the query is in no text. */
  readonly isEmptyAway?: boolean;
  /** Records of the first items are needed next: an engine that is far away may send them along. */
  readonly recordsAlong?: RecordsAlong;
  /** Whether the same set is likely to be asked for again: its engine may keep it, within bounds of its own. */
  readonly isKept?: boolean;
  /** For whom: users share the room for sets. */
  readonly keptFor?: string;
  /** Counts of the items found, whatever `limit`. */
  readonly facets?: readonly Facet[];
}

/**
 * A query as it was written: a long text is parsed where it is planned, because that takes longer than whoever answers other
 * requests may be busy.
 */
export interface UnparsedQuery {
  readonly kind: 'unparsed';
  readonly text: string;
  readonly defaultOperator: 'AND' | 'OR';
  /** `own` by default. */
  readonly syntax?: Syntax;
  /** Of dates without an offset; UTC by default. */
  readonly timeZone?: string;
}

/** A source under the name that the engine has for it. */
export interface SourceScope {
  readonly source: string;
  /** Items up to and including this position are omitted from the items, but not from the count. */
  readonly after?: Position;
  /** Number of items to leave out at the beginning; 0 by default. Not with `after`. */
  readonly skip?: number;
}

/** A position in an order of items: that of the item with this id and key, whether it exists or not. */
export interface Position {
  /** By relevance, the score; by fields, one value for each key; by id, nothing. */
  readonly key: readonly SortValue[];
  /** -1 is before all items with that key. */
  readonly id: number;
}

/**
 * A value that items are ordered by; null, which comes last, if an item has no value. Numbers come before moments, these before
 * texts, in both directions: sources may disagree about the type of a field.
 */
export type SortValue = number | Moment | string | null;

/** A date as a value of an order, in milliseconds since 1970. */
export interface Moment {
  readonly moment: number;
}

export interface RecordsAlong {
  readonly count: number;
  /** The properties that are needed; null: all. */
  readonly shown: readonly string[] | null;
}

/** In degrees; where west is greater than east, it goes over the date line. */
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

/** `count`: the number of all hits. `ids`: the items. `keys`: also their sort keys, including scores. `hints`: likely mistakes in the query. */
export type Want = 'count' | 'ids' | 'keys' | 'hints';

/** A set of items known outside the engine: a bookmark, the selection, a list. A `set` clause refers to it by name. */
export interface OutsideSet {
  readonly name: string;
  /** By source: ascending ids, or all of its items. A source that is missing here has none. Unknown ids are ignored. */
  readonly items: ReadonlyMap<string, Uint32Array | 'all'>;
  /** Which state of it this is: another one has another text. A set without it is different each time. */
  readonly version?: string;
  /** Whether facets alone name it, and no clause. */
  readonly isOnlyCounted?: boolean;
}

/**
 * `children`: direct ones. `parents`: all the way up. `family`: the topmost ancestor that is not a container, and everything
 * below it. `duplicates`: items of any source of the request with the same hash; `thread`: mails of the same thread. Tree nodes
 * are traversed, not added.
 */
export type Expand = 'children' | 'parents' | 'family' | EqualExpand;
/** To items that have a value of a field in common. */
export type EqualExpand = 'duplicates' | 'thread';

export type Facet =
  | ValuesFacet
  | SetsFacet
  | ({ readonly kind: 'interval'; readonly field: string } & IntervalFacet)
  /** `[bound, next bound)`, the last one open. */
  | { readonly kind: 'ranges'; readonly field: string; readonly bounds: readonly number[] }
  | MatchesFacet
  /** Cells of a grid of 360 / 2^zoom degrees, numbered from 180 west and from the south pole. */
  | { readonly kind: 'places'; readonly zoom: number }
  /** Every date of every item, by field and interval. */
  | ({ readonly kind: 'events' } & IntervalFacet);

interface IntervalFacet {
  readonly interval: Interval;
  readonly timeZone: string;
  /** Where there are more intervals, only their number is wanted. */
  readonly most?: number;
}

/** Items in each of some `sets` of the request, each under the value that stands for it; `prefix`, `contains` and `first` as of values. */
export interface SetsFacet {
  readonly kind: 'sets';
  readonly sets: readonly { readonly set: string; readonly value: string }[];
  readonly prefix?: string;
  readonly contains?: string;
  readonly first?: ValuesFacet['first'];
}

/** Values folded as whole values are; `prefix` and `contains` on those. */
export interface ValuesFacet {
  readonly kind: 'values';
  readonly field: string;
  readonly prefix?: string;
  readonly contains?: string;
  /** Only values that items of at least so many sources of the request have; 1 by default. */
  readonly minSources?: number;
  /** Of an item only its least value, which is that of `collapse`. */
  readonly isLeast?: boolean;
  /** Only so many: those with most items, equal ones by value, or those that come first by value. All by default. */
  readonly first?: { readonly count: number; readonly order: 'count' | 'value' };
}

/** Terms that patterns and ranges of the query matched; `first` as of values. */
export interface MatchesFacet {
  readonly kind: 'matches';
  readonly first?: ValuesFacet['first'];
}

export type Interval = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';

export const DEFAULT_FIELDS: readonly string[] = ['content'];
/** What a leaf of IPED's syntax without a field means. */
export const IPED_DEFAULT_FIELDS: readonly string[] = ['name', 'content'];
export const BY_ID: Sort = { by: 'id' };

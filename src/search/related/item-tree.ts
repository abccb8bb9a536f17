/** The tree of the items of a source: request and answer. Here tree nodes count as items. */
import type { SearchRequest } from '../search-request.ts';

export interface TreeRequest {
  readonly source: string;
  /** The parent; null: the top level, which is the items without a parent in the source. */
  readonly id: number | null;
  readonly offset: number;
  readonly limit: number;
  /** Only children that are hits or have hits below them; needs `hits`. */
  readonly isOfHits?: boolean;
  /** The set to count below each child; null: all items that a search can hit. Only this source counts. */
  readonly hits: Omit<SearchRequest, 'sources' | 'want' | 'sort' | 'limit' | 'facets'> | null;
}

/** Some of the children of an item. */
export interface TreeLevel {
  /** Null for the top level. */
  readonly name: string | null;
  /** Number of all children, or of the requested ones. */
  readonly total: number;
  /** Folders first, then by folded name, then by id; messages of a conversation by id alone. */
  readonly children: readonly TreeChild[];
}

export interface TreeChild {
  readonly id: number;
  readonly name: string;
  /** A tree node, a directory, or an item with children. */
  readonly isFolder: boolean;
  /** Items that a search can hit, or hits, anywhere below it. */
  readonly items: number;
  /** Whether it is a hit itself; missing if no hits were requested. */
  readonly isHit?: boolean;
}

/** The location of an item. */
export interface ItemFamily {
  /** Its ancestors, the topmost first. A cycle of parents ends before its first repetition. */
  readonly path: readonly { readonly id: number; readonly name: string }[];
  readonly children: { readonly total: number; readonly first: readonly number[] };
  /** Other children of its parent; none if it has no parent in the source. */
  readonly siblings: number;
}

/** Children that a family lists. */
export const FAMILY_CHILDREN_MAX = 100;

/** The tree of the items of a source: request and answer. Here tree nodes count as items. */
import type { SearchRequest } from '../search-request.ts';

export interface TreeRequest {
  readonly source: string;
  /** The parent, or null for the top level: the items without a parent in the source. */
  readonly id: number | null;
  readonly offset: number;
  readonly limit: number;
  /** Whether to list only children that are hits or have hits below them. Requires `hits`. */
  readonly isOfHits?: boolean;
  /** The set to count below each child, or null for all items that a search can hit. Only items of this source count. */
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
  /** Number of items anywhere below it that a search can hit or, with `hits`, that are hits. */
  readonly items: number;
  /** Whether it is a hit itself; missing if no hits were requested. */
  readonly isHit?: boolean;
}

/** The location of an item. */
export interface ItemFamily {
  /** Its ancestors, the topmost first. A cycle of parents ends before its first repetition. */
  readonly path: readonly { readonly id: number; readonly name: string }[];
  readonly children: { readonly total: number; readonly first: readonly number[] };
  /** Number of other children of its parent. 0 if it has no parent in the source. */
  readonly siblings: number;
}

/** Children that a family lists. */
export const FAMILY_CHILDREN_MAX = 100;

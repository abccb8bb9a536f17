/** The tree of the items of a source: what an engine is asked for it, and what it answers. Tree nodes are items here. */
import type { SearchRequest } from '../search-request.ts';

export interface TreeRequest {
  readonly source: string;
  /** Whose children; null: those of the top, which are the items without a parent in the source. */
  readonly id: number | null;
  readonly offset: number;
  readonly limit: number;
  /** Only children that are hits or have some below them; needs `hits`. */
  readonly isOfHits?: boolean;
  /** What is counted below each child; null: all items that a search can hit. Of the sources only this one counts. */
  readonly hits: Omit<SearchRequest, 'sources' | 'want' | 'sort' | 'limit' | 'facets'> | null;
}

/** Some of the children of an item. */
export interface TreeLevel {
  /** Null of the top. */
  readonly name: string | null;
  /** Of all children, or of those that are asked for. */
  readonly total: number;
  /** Folders first, then by folded name, then by id; messages of a conversation by id alone. */
  readonly children: readonly TreeChild[];
}

export interface TreeChild {
  readonly id: number;
  readonly name: string;
  /** A tree node, a directory, or what has children. */
  readonly isFolder: boolean;
  /** Items that a search can hit, or hits, anywhere below it. */
  readonly items: number;
  /** Whether it is a hit itself; missing if no hits were asked for. */
  readonly isHit?: boolean;
}

/** Where an item stands. */
export interface ItemFamily {
  /** Its ancestors, the topmost first. A circle of parents ends where it would begin again. */
  readonly path: readonly { readonly id: number; readonly name: string }[];
  readonly children: { readonly total: number; readonly first: readonly number[] };
  /** Other children of its parent; none where it has no parent in the source. */
  readonly siblings: number;
}

/** Children that a family lists. */
export const FAMILY_CHILDREN_MAX = 100;

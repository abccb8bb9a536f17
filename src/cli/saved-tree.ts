/** A saved search as a query of a command. */
import type { Query } from '../../grammar/ast.ts';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import type { BookmarkStore } from '../bookmarks/bookmark-store.ts';
import { ANYBODY, type SavedSearches } from '../bookmarks/searches/saved-searches.ts';
import { RefusedQueryError } from '../search/refused-query.ts';
import { type SavedQuery, savedTree } from '../search/saved/expand-searches.ts';
import { AppError } from '../shared/errors.ts';

/** The shared searches of a store. */
export class SearchTrees {
  readonly #searches: SavedSearches;

  constructor(store: BookmarkStore) {
    this.#searches = store.searchesOf(ANYBODY);
  }

  /** Throws NOT_FOUND, and USAGE if it cannot run: it has a map area, or refers to a search that no longer exists. */
  of(name: string): Query {
    const saved = this.#searches.get(name);
    if (saved.bbox !== null) {
      throw new AppError(
        'USAGE',
        `The saved search ${JSON.stringify(saved.name)} has an area on the map, which a query cannot express. Run it on the page.`,
      );
    }
    return treeOf(saved, this.#searches);
  }
}

/** Throws USAGE for a search that does not parse, refers to itself, or to one that is not shared. */
export function requireSound(saved: SavedQuery, store: BookmarkStore): void {
  treeOf(saved, store.searchesOf(ANYBODY));
}

function treeOf(saved: SavedQuery, searches: SavedSearches): Query {
  try {
    return savedTree(saved, searches);
  } catch (fault) {
    if (!(fault instanceof QuerySyntaxError || fault instanceof RefusedQueryError)) throw fault;
    throw new AppError('USAGE', `The search ${JSON.stringify(saved.name)} cannot be searched: ${fault.message}`);
  }
}

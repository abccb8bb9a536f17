/** Many queries at once: the items of each, the items with their families, and the items that no other query finds. */
import type { Query } from '../../grammar/ast.ts';
import type { Syntax } from '../../grammar/parse.ts';
import type { SearchRequest } from './search-request.ts';

/** Like a search with each of the queries; `sources`, `sets`, `filters` and the rest apply to all. */
export interface KeywordsRequest
  extends Omit<SearchRequest, 'query' | 'sort' | 'limit' | 'want' | 'facets' | 'filters'> {
  readonly queries: KeywordList;
  readonly filters?: readonly Query[];
  readonly defaultOperator: 'AND' | 'OR';
  readonly syntax?: Syntax;
  readonly timeZone?: string;
  /** Whether only hints are wanted, and no counts. */
  readonly wantsOnlyHints?: boolean;
  /**
   * Set if another engine has the words of texts. By source, the number of items that it found for each query. Not zero if it
   * refused the query.
   */
  readonly itemsAway?: ReadonlyMap<string, Uint32Array>;
  /** Whether the ids of items that any query finds are wanted. */
  readonly wantsIds?: boolean;
  /** Indexed by query: 1 if it must be skipped. Null if none must be. */
  readonly left: Uint8Array | null;
}

/** Distinct texts of queries as bytes, because a hundred thousand strings would take long to send. */
export interface KeywordList {
  /** Concatenated texts in UTF-8. */
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  /** Queries with sets, which are already trees, with their numbers. */
  readonly trees: readonly (readonly [number: number, query: Query])[];
}

/** Counts indexed by query. Zero if it was skipped or refused. */
export interface KeywordsAnswer {
  readonly items: Uint32Array;
  readonly itemsWithFamily: Uint32Array;
  readonly unique: Uint32Array;
  /** Items that any query finds. */
  readonly total: number;
  /** Their ids, ascending, if they are wanted. */
  readonly ids: Uint32Array | null;
  /** In the order of the list. */
  readonly refused: readonly KeywordRefusal[];
  /** The hints of queries that have any, by ascending number. */
  readonly hints: readonly QueryHints[];
}

export type QueryHints = readonly [number: number, hints: readonly string[]];

export interface KeywordRefusal {
  readonly number: number;
  readonly message: string;
  readonly position: number | null;
  /** Whether another source could answer. */
  readonly isOfSource: boolean;
}

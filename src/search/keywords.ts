/** Many queries at once: how many items each finds, how many with their families, how many that no other finds. */
import type { Query } from '../../grammar/ast.ts';
import type { Syntax } from '../../grammar/parse.ts';
import type { SearchRequest } from './search-request.ts';

/** Like a search with each of the queries; `sources`, `sets`, `filters` and the rest hold for all of them. */
export interface KeywordsRequest
  extends Omit<SearchRequest, 'query' | 'sort' | 'limit' | 'want' | 'facets' | 'filters'> {
  readonly queries: KeywordList;
  readonly filters?: readonly Query[];
  readonly defaultOperator: 'AND' | 'OR';
  readonly syntax?: Syntax;
  readonly timeZone?: string;
  /** Whether hints alone are wanted: nothing is counted. */
  readonly wantsOnlyHints?: boolean;
  /** By source, if the words of texts are in another engine: number of items that it found for each query, not 0 if it refused. */
  readonly itemsAway?: ReadonlyMap<string, Uint32Array>;
  /** Whether the items that any of the queries finds are wanted. */
  readonly wantsIds?: boolean;
  /** By query: 1 where it is not to be answered; null: all are. */
  readonly left: Uint8Array | null;
}

/** Texts of queries, each once, as bytes: a hundred thousand strings would take long to send. */
export interface KeywordList {
  /** UTF-8, one text behind the other. */
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  /** Queries that name sets are trees already, by their number. */
  readonly trees: readonly (readonly [number: number, query: Query])[];
}

/** By query, zero where it is left out or refused. */
export interface KeywordsAnswer {
  readonly items: Uint32Array;
  readonly itemsWithFamily: Uint32Array;
  readonly unique: Uint32Array;
  /** Items that any of the queries finds. */
  readonly total: number;
  /** Their ids, ascending, where they are wanted. */
  readonly ids: Uint32Array | null;
  /** In order. */
  readonly refused: readonly KeywordRefusal[];
  /** Of the queries that have any, by number, ascending. */
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

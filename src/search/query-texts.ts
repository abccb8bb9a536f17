/** What can be told of the text of a query without a source: whether it is valid, and what it means. */
import type { UnparsedQuery } from './search-request.ts';

export interface QueryTexts {
  /** Throws QuerySyntaxError. */
  check(query: UnparsedQuery, signal?: AbortSignal): Promise<void>;
  /** Throws QuerySyntaxError. */
  describe(query: UnparsedQuery, signal?: AbortSignal): Promise<QueryDescription>;
}

/** JSON in pieces: of each, first the canonical text as a string, then the tree. Both can be far longer than the query. */
export interface QueryDescription {
  readonly canonical: AsyncIterable<string>;
  readonly tree: AsyncIterable<string>;
}

/** Facts about the text of a query that need no source: whether it is valid, and its meaning. */
import type { UnparsedQuery } from './search-request.ts';

export interface QueryTexts {
  /** Throws QuerySyntaxError. */
  check(query: UnparsedQuery, signal?: AbortSignal): Promise<void>;
  /** Throws QuerySyntaxError. */
  describe(query: UnparsedQuery, signal?: AbortSignal): Promise<QueryDescription>;
}

/** JSON in pieces: first the canonical text as a string, then the tree. Both can be far longer than the query. */
export interface QueryDescription {
  readonly canonical: AsyncIterable<string>;
  readonly tree: AsyncIterable<string>;
}

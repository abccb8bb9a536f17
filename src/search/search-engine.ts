/**
 * An engine over a set of sources: a request in, sets of items out. The embedded engine is the first implementation;
 * others may lie in another process or on a cluster. test/conformance holds every engine to what is said here.
 *
 * An engine knows a source by a name of its own, which whoever opened the source has from it. Answers come source by
 * source, in the order of the request; what crosses sources is `coordinator.ts`, above all engines.
 *
 * Every method may be given up by its signal: AppError CANCELLED, or the AppError that is the signal's reason. Work gives
 * way to other requests. All methods throw AppError NOT_FOUND for an unknown source, SOURCE_UNAVAILABLE after `close`;
 * a damaged index is an outcome of its source and leaves the others as they are. Reading an answer throws INDEX_CORRUPT
 * where it meets damage.
 */
import type { Explanation } from './explanation.ts';
import type { Outcome, SourceAnswer } from './search-answer.ts';
import type { SearchRequest } from './search-request.ts';

export interface SearchEngine {
  /** Throws AppError QUERY_INVALID for a query that cannot run, UNSUPPORTED, naming what this engine cannot do. */
  search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]>;

  /** Of the query alone, run for its plan. Throws as `search` does. */
  explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]>;

  /** Every field of each source, by name in code point order. */
  fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]>;

  /** Distinct values of a field as the case spells them, with the number of searchable items that have each. */
  fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]>;

  close(): Promise<void>;
}

/** What is known of a source once it is open. */
export interface SourceSummary {
  /** Items that a search can hit: tree nodes are not among them. */
  readonly searchableCount: number;
  /** All items that can be read by id. */
  readonly itemCount: number;
  /** Whether nothing of the case was lost when its index was built, and the problems that its build report lists. */
  readonly isComplete: boolean;
  readonly problemCount: number;
}

export interface FieldSummary {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'whole';
  /** Searchable items that have the field. */
  readonly items: number;
}

export interface FieldValues {
  /** Whether `values` is all of them; false where the field has more than the index keeps. */
  readonly isComplete: boolean;
  readonly values: readonly { readonly value: string; readonly items: number }[];
}

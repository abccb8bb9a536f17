/**
 * An engine over a set of sources: a request in, sets of items out. The embedded engine is the first implementation. Others may
 * be in another process or on a cluster. test/conformance checks every engine against this description.
 *
 * An engine has its own name for a source, which it returns when the source is opened. Answers come source by source, in the
 * order of the request; `combined/coordinator.ts`, above all engines, combines sources.
 *
 * Every method can be cancelled by its signal: AppError CANCELLED, or the AppError that is the signal's reason. Work yields to
 * other requests. All methods throw AppError NOT_FOUND for an unknown source, and SOURCE_UNAVAILABLE after `close`. A damaged
 * index is an outcome of its source and does not affect the others. Reading an answer throws INDEX_CORRUPT if it finds damage.
 */
import type { Explanation } from './explanation.ts';
import type { KeywordsAnswer, KeywordsRequest } from './keywords.ts';
import type { EventsRequest, SourceEvents } from './related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from './related/item-tree.ts';
import type { Outcome, SourceAnswer } from './search-answer.ts';
import type { SearchRequest } from './search-request.ts';
import type { MatchingRequest, MatchingSession } from './text-matching.ts';

export interface SearchEngine {
  /** Throws AppError QUERY_INVALID for a query that cannot run, or UNSUPPORTED, naming the unsupported feature. */
  search(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceAnswer>[]>;

  /** Returns the dates of a set, source by source. Throws the same errors as `search`. */
  events(request: EventsRequest, signal?: AbortSignal): Promise<readonly Outcome<SourceEvents>[]>;

  /**
   * Returns children of an item, or the top level. Null if the source does not have the item. Throws the same errors as
   * `search`.
   */
  tree(request: TreeRequest, signal?: AbortSignal): Promise<Outcome<TreeLevel | null>>;

  /** Returns the location of an item in the tree. Null if the source does not have it. */
  family(source: string, id: number, signal?: AbortSignal): Promise<Outcome<ItemFamily | null>>;

  /** Explains only the query, which is run for its plan. Throws the same errors as `search`. */
  explain(request: SearchRequest, signal?: AbortSignal): Promise<readonly Outcome<Explanation>[]>;

  /** Returns every field of each source, by name in code point order. */
  fields(sources: readonly string[], signal?: AbortSignal): Promise<readonly Outcome<readonly FieldSummary[]>[]>;

  /** Returns distinct values of a field as the case spells them, with their numbers of searchable items. */
  fieldValues(
    field: string,
    sources: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Outcome<FieldValues>[]>;

  /** Runs each query of a list. A query that cannot run is refused in the answer. */
  keywords(request: KeywordsRequest, signal?: AbortSignal): Promise<readonly Outcome<KeywordsAnswer>[]>;

  /**
   * Prepares a query for matching inside items of one source. Throws the same errors as `search`, and INDEX_CORRUPT, as do its
   * methods.
   */
  matching(request: MatchingRequest, signal?: AbortSignal): Promise<MatchingSession>;

  close(): Promise<void>;
}

/** Facts about an open source. */
export interface SourceSummary {
  /** Number of items that a search can hit. Tree nodes are not included. */
  readonly searchableCount: number;
  /** Number of all items that can be read by id. */
  readonly itemCount: number;
  /** Whether the case was read without loss when its index was built, and the problems in its build report. */
  readonly isComplete: boolean;
  readonly problemCount: number;
  /** Identifies the input and the build of the index. It differs between indexes of one source. */
  readonly identity: string;
  readonly words: SourceWords;
}

/**
 * The tokenizer of a source's texts: this program, which also keeps their sequences of digits; the tool that processed the case;
 * or a cluster.
 */
export type SourceWords = 'own' | 'imported' | 'cluster';

export interface FieldSummary {
  readonly name: string;
  readonly type: 'text' | 'number' | 'date' | 'whole';
  /** Searchable items that have the field. */
  readonly items: number;
  /** Whether items can be sorted by it, and counted by its values. */
  readonly sorts: boolean;
  readonly counts: boolean;
  /** Common names of this field in this source; missing: none. */
  readonly usualNames?: readonly string[];
}

export interface FieldValues {
  /** Whether `values` is complete; false if the field has more values than the index stores. */
  readonly isComplete: boolean;
  readonly values: readonly { readonly value: string; readonly items: number }[];
}

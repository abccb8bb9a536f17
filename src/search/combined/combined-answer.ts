/** Requests to several sources at once, and their answers. */
import type { QueryMemory } from '../../shared/query-memory.ts';
import type { IndexedItem } from '../item-store.ts';
import type { KeywordRefusal, KeywordsAnswer, KeywordsRequest } from '../keywords.ts';
import type { EventPosition, EventsRequest } from '../related/events.ts';
import type { Event } from '../related/merged-events.ts';
import type { CombinedFacet } from './merged-facets.ts';
import type { HitBatch } from './merged-hits.ts';

/** A list of queries to run over several sources. */
export interface CombinedKeywords extends Omit<KeywordsRequest, 'sources' | 'left'> {
  /** Queries that need not be run. */
  readonly refused?: readonly KeywordRefusal[];
}

export interface CombinedKeywordsAnswer<T> extends Combined<T, KeywordsAnswer> {
  /** In the order of the list. */
  readonly refused: ReadonlyMap<number, KeywordRefusal>;
}

/** One answer for each working source, in order of the sources, and the list of sources with a damaged index. */
export interface Combined<T, R> {
  readonly found: readonly { readonly target: T; readonly value: R }[];
  readonly damaged: readonly Damaged<T>[];
}

export interface Damaged<T> {
  readonly target: T;
  readonly fault: Error;
  /** The error of a request that needs this target. It names the target. */
  readonly error: Error;
}

/** Throws the error of the first damaged source. For results that need all sources. */
export function requireWhole({ damaged }: { readonly damaged: readonly Damaged<unknown>[] }): void {
  for (const { error } of damaged) throw error;
}

export interface CombinedAnswer<T> {
  /** Total of all working sources, or null if `count` was not requested. */
  readonly count: number | null;
  /** By source, in order. */
  readonly counts: readonly { readonly target: T; readonly count: number | null }[];
  /** In the order of the request, with offset and limit applied; empty if `ids` were not requested. Can be read once. */
  readonly hits: AsyncIterable<readonly HitBatch<T>[]>;
  /** Records of the first hits, if a single engine included them. */
  readonly records: readonly (IndexedItem | null)[];
  /** One facet for each of the request, over all working sources. */
  readonly facets: readonly CombinedFacet[];
  /** Hints common to all sources unchanged, others with their sources. */
  readonly hints: readonly string[];
  readonly damaged: readonly Damaged<T>[];
}

/** A set over sources by id, and a range of its events. */
export interface CombinedEvents extends Omit<EventsRequest, 'sources'> {
  readonly limit: number;
  /** Events to skip, over all sources. Not with `after`. */
  readonly offset?: number;
  readonly after?: EventPosition & { readonly source: string };
}

/** A set over sources by id, with all of its events. */
export type AllEvents = Omit<EventsRequest, 'sources'>;

export interface EventStream<T> {
  /** Number of all events of all working sources. */
  readonly count: number;
  readonly events: AsyncGenerator<readonly Event<T>[], void, undefined>;
  readonly damaged: readonly Damaged<T>[];
}

export interface EventsPage<T> {
  /** Number of all events of all working sources. */
  readonly count: number;
  readonly events: readonly Event<T>[];
  readonly damaged: readonly Damaged<T>[];
}

/** Options for the counts of facets, of which there may be millions. */
export interface FacetsUse<T> {
  /** Accounts for all counts that stay in memory with the answer. */
  readonly memory?: QueryMemory;
  /** Receives each facet when it is complete. The answer then contains no counts of facets. */
  readonly onFacet?: (facet: CombinedFacet, counted: Pick<CombinedAnswer<T>, 'count' | 'counts'>) => Promise<void>;
}

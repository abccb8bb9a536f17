/** What is asked of several sources at once, and what comes back of all of them. */
import type { QueryMemory } from '../../shared/query-memory.ts';
import type { IndexedItem } from '../item-store.ts';
import type { KeywordRefusal, KeywordsAnswer, KeywordsRequest } from '../keywords.ts';
import type { EventPosition, EventsRequest } from '../related/events.ts';
import type { Event } from '../related/merged-events.ts';
import type { CombinedFacet } from './merged-facets.ts';
import type { HitBatch } from './merged-hits.ts';

/** A list of queries, over sources by id. */
export interface CombinedKeywords extends Omit<KeywordsRequest, 'sources' | 'left'> {
  /** Queries that need not be asked. */
  readonly refused?: readonly KeywordRefusal[];
}

export interface CombinedKeywordsAnswer<T> extends Combined<T, KeywordsAnswer> {
  /** In the order of the list. */
  readonly refused: ReadonlyMap<number, KeywordRefusal>;
}

/** One answer for each source that works, in the order of the sources, and those whose index is damaged. */
export interface Combined<T, R> {
  readonly found: readonly { readonly target: T; readonly value: R }[];
  readonly damaged: readonly Damaged<T>[];
}

export interface Damaged<T> {
  readonly target: T;
  readonly fault: Error;
  /** What a request fails with that cannot do without the target: it names it. */
  readonly error: Error;
}

/** For what must be of all sources. Throws the error of the first that is damaged. */
export function requireWhole({ damaged }: { readonly damaged: readonly Damaged<unknown>[] }): void {
  for (const { error } of damaged) throw error;
}

export interface CombinedAnswer<T> {
  /** Of all working sources; null if `count` was not requested. */
  readonly count: number | null;
  /** Of each, in their order. */
  readonly counts: readonly { readonly target: T; readonly count: number | null }[];
  /** In the order of the request, with offset and limit applied; nothing if `ids` were not requested. Can be read once. */
  readonly hits: AsyncIterable<readonly HitBatch<T>[]>;
  /** Of the first hits, where one engine sent them along. */
  readonly records: readonly (IndexedItem | null)[];
  /** One for each facet of the request, over all working sources. */
  readonly facets: readonly CombinedFacet[];
  /** Those of all sources as they are, others with their sources. */
  readonly hints: readonly string[];
  readonly damaged: readonly Damaged<T>[];
}

/** A set over sources by id, and which of its events. */
export interface CombinedEvents extends Omit<EventsRequest, 'sources'> {
  readonly limit: number;
  /** Events to leave out, over all sources. Not with `after`. */
  readonly offset?: number;
  readonly after?: EventPosition & { readonly source: string };
}

/** A set over sources by id, and which of its events: all of them. */
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

/** What is done with the counts of facets, of which there may be millions. */
export interface FacetsUse<T> {
  /** Is told of all counts: what they make is here for as long as the answer is. */
  readonly memory?: QueryMemory;
  /** Gets each facet as soon as it is whole; the answer has none of its counts then. */
  readonly onFacet?: (facet: CombinedFacet, counted: Pick<CombinedAnswer<T>, 'count' | 'counts'>) => Promise<void>;
}

/** The dates of a set: what an engine is asked for them, and what it answers. Each value of each date field of an item is an event. */
import type { SearchRequest } from '../search-request.ts';

/** A set, and which of its dates. */
export interface EventsRequest extends Omit<SearchRequest, 'sources' | 'sort' | 'limit' | 'want' | 'facets'> {
  readonly sources: readonly EventScope[];
  /** By time; equal ones ascend by id, then by field in code point order, in both orders. */
  readonly order: 'asc' | 'desc';
  /** Milliseconds since 1970: the first moment, and the one after the last. */
  readonly from?: number;
  readonly until?: number;
  /** The same for bare dates, by their beginnings as the calendar counts them; those above where they are absent. */
  readonly bareFrom?: number;
  readonly bareUntil?: number;
  /** Maximum number of events of each source, after the position of its scope. */
  readonly limit?: number;
}

export interface EventScope {
  readonly source: string;
  /** Events up to and including this position are omitted, but counted. */
  readonly after?: EventPosition;
  /** So many events are omitted, after that position. */
  readonly skip?: number;
}

/** That of an event of this time, item and field, whether there is one or not. */
export interface EventPosition {
  readonly time: number;
  readonly id: number;
  readonly field: string;
  /** Events of this place to omit: a field may hold the same moment several times, and a page may end between them. */
  readonly told: number;
}

export interface SourceEvents {
  /** Exact number of events, whatever position and limit. */
  readonly count: number;
  /** Names of the fields, by the numbers that events have. */
  readonly fields: readonly string[];
  /** Can be read once, at the reader's pace. */
  readonly events: AsyncIterable<EventBatch>;
}

/** Some events, side by side. */
export interface EventBatch {
  readonly ids: Uint32Array;
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  readonly fields: Uint32Array;
}

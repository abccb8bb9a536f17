/** The dates of a set: request and answer. Each value of each date field of an item is an event. */
import type { SearchRequest, SourceScope } from '../search-request.ts';

/** A set, and a range of its dates. */
export interface EventsRequest extends Omit<SearchRequest, 'sources' | 'sort' | 'limit' | 'want' | 'facets'> {
  readonly sources: readonly EventScope[];
  /** By time. In both directions, ties are in ascending order of id, then of field by code point. */
  readonly order: 'asc' | 'desc';
  /** Milliseconds since 1970: the first moment, and the moment after the last. */
  readonly from?: number;
  readonly until?: number;
  /** The same bounds for bare dates, which are compared by their beginnings in the calendar. Default: the bounds above. */
  readonly bareFrom?: number;
  readonly bareUntil?: number;
  /** Maximum number of events of each source, after the position of its scope. */
  readonly limit?: number;
}

export interface EventScope extends Pick<SourceScope, 'source' | 'partOf'> {
  /** Events up to and including this position are omitted, but counted. */
  readonly after?: EventPosition;
  /** This many events are omitted after that position. */
  readonly skip?: number;
}

/** The position of an event with this time, item and field, existing or not. */
export interface EventPosition {
  readonly time: number;
  readonly id: number;
  readonly field: string;
  /** Events at this position to omit. A field may have the same moment several times, and a page may end between these. */
  readonly omitted: number;
}

export interface SourceEvents {
  /** Exact number of events, regardless of position and limit. */
  readonly count: number;
  /** Names of the fields, by the numbers that events have. */
  readonly fields: readonly string[];
  /** Can be read once, at the reader's pace. */
  readonly events: AsyncIterable<EventBatch>;
}

/** A batch of events, as parallel arrays. */
export interface EventBatch {
  readonly ids: Uint32Array;
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  readonly fields: Uint32Array;
}

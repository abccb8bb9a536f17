/**
 * The calls of an engine process. Long parts of an answer come as a stream. The first part is in the result. The others are
 * requested one by one, so that a slow reader does not fill the memory of the process.
 */
import type { ClusterOpening } from '../cluster/engine/open-cluster-source.ts';
import type { Explanation } from '../search/explanation.ts';
import type { IndexedItem, ItemRef } from '../search/item-store.ts';
import type { KeywordsAnswer, KeywordsRequest } from '../search/keywords.ts';
import type { EventBatch, EventsRequest, SourceEvents } from '../search/related/events.ts';
import type { ItemFamily, TreeLevel, TreeRequest } from '../search/related/item-tree.ts';
import type { Holders, HoldersRequest } from '../search/related/value-holders.ts';
import type { Rows, RowsRequest } from '../search/rows.ts';
import type { FacetAnswer, FacetCount, ItemBatch, Outcome, SourceAnswer } from '../search/search-answer.ts';
import type { FieldSummary, FieldValues, SourceSummary } from '../search/search-engine.ts';
import type { SearchRequest, UnparsedQuery } from '../search/search-request.ts';
import type { MatchingAnswer, MatchingRequest, Sifted, TextPart } from '../search/text-matching.ts';
import type { SuggestedValue } from '../search/value-questions.ts';
import type { EncodedFault } from './faults.ts';

/** The calls of an engine process, by name: argument and result. */
export interface Calls {
  open: {
    argument: { readonly source: string; readonly directory: string; readonly cluster: ClusterOpening | null };
    result: SourceSummary;
  };
  drop: { argument: { readonly source: string }; result: null };
  search: { argument: WireRequest; result: readonly WireOutcome<WireAnswer>[] };
  explain: { argument: WireRequest; result: readonly WireOutcome<WireValue<Explanation>>[] };
  events: { argument: WireEventsRequest; result: readonly WireOutcome<WireEvents>[] };
  tree: {
    argument: { readonly request: TreeRequest; readonly offsets: Int32Array | null };
    result: WireOutcome<WireValue<TreeLevel | null>>;
  };
  family: {
    argument: { readonly source: string; readonly id: number };
    result: WireOutcome<WireValue<ItemFamily | null>>;
  };
  keywords: { argument: KeywordsRequest; result: readonly WireOutcome<WireValue<KeywordsAnswer>>[] };
  fields: { argument: readonly string[]; result: readonly WireOutcome<WireValue<readonly FieldSummary[]>>[] };
  fieldValues: {
    argument: { readonly field: string; readonly sources: readonly string[] };
    result: readonly WireOutcome<WireValue<FieldValues>>[];
  };
  suggest: {
    argument: {
      readonly sources: readonly string[];
      readonly field: string | null;
      readonly prefix: string;
      readonly limit: number;
    };
    result: {
      readonly suggestions: readonly SuggestedValue[];
      readonly isComplete: boolean;
      readonly damaged: readonly WireDamage[];
    };
  };
  distinct: {
    argument: { readonly sources: readonly string[]; readonly field: string };
    result: {
      readonly values: WireValue<readonly string[]>;
      readonly isComplete: boolean;
      readonly damaged: readonly WireDamage[];
    };
  };
  checkQuery: { argument: UnparsedQuery; result: null };
  describeQuery: {
    argument: UnparsedQuery;
    result: { readonly canonical: WireStream<string>; readonly tree: WireStream<string> };
  };
  exist: { argument: { readonly source: string; readonly ids: Uint32Array }; result: Uint8Array };
  records: {
    argument: { readonly refs: readonly ItemRef[]; readonly shown: readonly string[] | null };
    result: WireRecords;
  };
  rows: { argument: RowsRequest; result: WireRows };
  familyRoots: { argument: { readonly source: string; readonly ids: Uint32Array }; result: Uint32Array };
  threadGroups: {
    argument: { readonly source: string; readonly ids: Uint32Array };
    result: { readonly of: Uint32Array; readonly threads: WireValue<readonly string[]> };
  };
  holders: { argument: HoldersRequest; result: Holders };
  propertyNames: { argument: string; result: WireValue<readonly string[]> };
  matchingBegin: {
    argument: MatchingRequest & { readonly offsets: Int32Array | null };
    result: {
      /** Null if all parts were scanned and the session has ended. */
      readonly session: number | null;
      readonly clauses: readonly string[];
      readonly readsTexts: boolean;
      readonly sifts: boolean;
      /** The answer for all parts, if the request included them. */
      readonly answer: MatchingAnswer | null;
    };
  };
  matchingScan: {
    argument: { readonly session: number; readonly parts: readonly TextPart[] };
    result: MatchingAnswer;
  };
  matchingSift: {
    argument: { readonly session: number; readonly ids: Uint32Array };
    result: Sifted;
  };
  matchingEnd: { argument: number; result: null };
  /** The next part of a stream. */
  next: { argument: number; result: WireStream<unknown> };
  /** Nobody reads the rest of a stream. */
  leave: { argument: number; result: null };
  storedText: { argument: ItemRef; result: { readonly bytes: number; readonly pieces: WireStream<Uint8Array> } };
}

export type CallName = keyof Calls;

/** Reports that a process sends without being asked. */
export type EngineEvent = { readonly kind: 'ready' } | { readonly kind: 'memory'; readonly bytes: number };

/** A part of a long value, possibly empty. `stream` names the rest; null if this is all. */
export interface WireStream<T> {
  readonly part: T | null;
  readonly stream: number | null;
}

/** A possibly large value: whole, or in parts (value-parts.ts). */
export type WireValue<T> = { readonly value: T } | { readonly parts: WireStream<ValuePart> };

/** JSON if the records are small, because parsing JSON takes half as long as the channel's own decoding. */
export type WireRecords = { readonly json: string } | WireValue<readonly (IndexedItem | null)[]>;

export type WireRows = Omit<Rows, 'rest'> & { readonly rest: WireStream<Uint8Array> | null };

/** Steps of joining, and the values that some of them take, in order. */
export interface ValuePart {
  readonly steps: Uint8Array;
  readonly values: readonly unknown[];
}

/** A source with a damaged index. */
export interface WireDamage {
  readonly source: string;
  readonly fault: EncodedFault;
}

/** A request with the offsets of the tree's parts. The channel would drop them, so they are sent separately. */
export type WireRequest = SearchRequest & { readonly offsets: Int32Array | null };
export type WireEventsRequest = EventsRequest & { readonly offsets: Int32Array | null };

export type WireEvents = Omit<SourceEvents, 'events'> & { readonly events: WireStream<EventBatch> };

export type WireOutcome<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'damaged'; readonly fault: EncodedFault };

export type WireAnswer = Omit<SourceAnswer, 'items' | 'records' | 'facets'> & {
  readonly items: WireStream<ItemBatch> | null;
  /** A JSON text. */
  readonly records: string | null;
  readonly facets: readonly WireFacet[];
};

export type WireFacet = Omit<FacetAnswer, 'counts'> & { readonly counts: WireStream<readonly FacetCount[]> };

export type { Outcome };

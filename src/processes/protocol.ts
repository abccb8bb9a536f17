/**
 * The messages between the server and an engine process. They are plain data. Node's structured clone carries them over the
 * channel of the child process, typed arrays as bytes.
 *
 * A call has a number and one answer, which is a result or a fault. Long parts of an answer come as a stream. The first part is
 * in the result. The others are requested one by one, so that a slow reader does not fill the memory of the process.
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

/** The calls of an engine process, by name: arguments and result. */
export interface Calls {
  open: {
    arguments: { readonly source: string; readonly directory: string; readonly cluster: ClusterOpening | null };
    result: SourceSummary;
  };
  drop: { arguments: { readonly source: string }; result: null };
  search: { arguments: WireRequest; result: readonly WireOutcome<WireAnswer>[] };
  explain: { arguments: WireRequest; result: readonly WireOutcome<WireValue<Explanation>>[] };
  events: { arguments: WireEventsRequest; result: readonly WireOutcome<WireEvents>[] };
  tree: {
    arguments: { readonly request: TreeRequest; readonly offsets: Int32Array | null };
    result: WireOutcome<WireValue<TreeLevel | null>>;
  };
  family: {
    arguments: { readonly source: string; readonly id: number };
    result: WireOutcome<WireValue<ItemFamily | null>>;
  };
  keywords: { arguments: KeywordsRequest; result: readonly WireOutcome<WireValue<KeywordsAnswer>>[] };
  fields: { arguments: readonly string[]; result: readonly WireOutcome<WireValue<readonly FieldSummary[]>>[] };
  fieldValues: {
    arguments: { readonly field: string; readonly sources: readonly string[] };
    result: readonly WireOutcome<WireValue<FieldValues>>[];
  };
  suggest: {
    arguments: {
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
    arguments: { readonly sources: readonly string[]; readonly field: string };
    result: {
      readonly values: WireValue<readonly string[]>;
      readonly isComplete: boolean;
      readonly damaged: readonly WireDamage[];
    };
  };
  checkQuery: { arguments: UnparsedQuery; result: null };
  describeQuery: {
    arguments: UnparsedQuery;
    result: { readonly canonical: WireStream<string>; readonly tree: WireStream<string> };
  };
  exist: { arguments: { readonly source: string; readonly ids: Uint32Array }; result: Uint8Array };
  records: {
    arguments: { readonly refs: readonly ItemRef[]; readonly shown: readonly string[] | null };
    result: WireRecords;
  };
  rows: { arguments: RowsRequest; result: WireRows };
  familyRoots: { arguments: { readonly source: string; readonly ids: Uint32Array }; result: Uint32Array };
  threadGroups: {
    arguments: { readonly source: string; readonly ids: Uint32Array };
    result: { readonly of: Uint32Array; readonly threads: WireValue<readonly string[]> };
  };
  holders: { arguments: HoldersRequest; result: Holders };
  propertyNames: { arguments: string; result: WireValue<readonly string[]> };
  matchingBegin: {
    arguments: MatchingRequest & { readonly offsets: Int32Array | null };
    result: {
      /** Null: all parts were scanned, and the session ended. */
      readonly session: number | null;
      readonly clauses: readonly string[];
      readonly readsTexts: boolean;
      readonly sifts: boolean;
      /** The answer for all parts, if they came with the request. */
      readonly answer: MatchingAnswer | null;
    };
  };
  matchingScan: {
    arguments: { readonly session: number; readonly parts: readonly TextPart[] };
    result: MatchingAnswer;
  };
  matchingSift: {
    arguments: { readonly session: number; readonly ids: Uint32Array };
    result: Sifted;
  };
  matchingEnd: { arguments: number; result: null };
  storedText: { arguments: ItemRef; result: { readonly bytes: number; readonly pieces: WireStream<Uint8Array> } };
}

export type CallName = keyof Calls;

export type ToEngine =
  | {
      readonly [N in CallName]: {
        readonly kind: 'call';
        readonly id: number;
        readonly name: N;
        readonly argument: Calls[N]['arguments'];
      };
    }[CallName]
  /** A part of a long argument. The call follows all parts, with null in place of the argument. */
  | { readonly kind: 'part'; readonly id: number; readonly part: ValuePart }
  /** The caller is gone: the call ends with a fault, whatever its state. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'next'; readonly id: number; readonly stream: number }
  /** The reader is gone. */
  | { readonly kind: 'leave'; readonly stream: number };

export type FromEngine =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: EncodedFault }
  | { readonly kind: 'ready' }
  | { readonly kind: 'memory'; readonly bytes: number };

/** A part of a long value, possibly empty. `stream` names the rest; null if this is all. */
export interface WireStream<T> {
  readonly part: T | null;
  readonly stream: number | null;
}

/** A possibly large value: whole, or in parts (value-parts.ts). */
export type WireValue<T> = { readonly value: T } | { readonly parts: WireStream<ValuePart> };

/** JSON if it is small, because parsing takes half as long as on the channel. */
export type WireRecords = { readonly json: string } | WireValue<readonly (IndexedItem | null)[]>;

export type WireRows = Omit<Rows, 'rest'> & { readonly rest: WireStream<Uint8Array> | null };

/** Steps, and in order the values that some of them take. */
export interface ValuePart {
  readonly steps: Uint8Array;
  readonly values: readonly unknown[];
}

/** A source with a damaged index. */
export interface WireDamage {
  readonly source: string;
  readonly fault: EncodedFault;
}

/** The channel drops the offsets of a tree's parts, so they are sent separately. */
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

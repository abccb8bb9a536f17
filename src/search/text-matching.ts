/**
 * Matching inside items: the positions where a query matches a text or a value, and the surrounding text. An engine knows the
 * meaning of a query in its index and has the values of properties. The texts of items may be elsewhere, so the caller passes
 * them in piece by piece, and receives the results so far.
 */
import type { Query } from '../../grammar/ast.ts';
import type { OutsideSet, UnparsedQuery } from './search-request.ts';

export interface MatchingRequest {
  readonly source: string;
  readonly query: Query | UnparsedQuery;
  readonly defaultFields?: readonly string[];
  readonly sets?: readonly OutsideSet[];
  /**
   * Whether every item is known to match the query. If not, each item is checked, and items that do not match have no matches.
   */
  readonly areHits: boolean;
  readonly want: MatchesWanted;
  /**
   * All parts that will be scanned, if they are few and available. A remote engine sends them with the request. Exactly these
   * must then be scanned.
   */
  readonly all?: readonly TextPart[];
}

export type MatchesWanted =
  /** Matches of an item in order: `most` of them, starting with the `from`-th. */
  | { readonly kind: 'matches'; readonly from: number; readonly most: number }
  /** Pieces of the text around matches, the most informative first, and then pieces of these properties (null: all), `most` of each. */
  | { readonly kind: 'snippets'; readonly most: number; readonly properties: readonly string[] | null }
  /** Every match with the text around it. */
  | { readonly kind: 'findings'; readonly context: number }
  /**
   * How often each folded text is matched; with `most`, only the most frequent texts of each item. `withFields`: whether texts
   * are distinguished by field, as `FIELD\0TEXT`.
   */
  | { readonly kind: 'texts'; readonly most?: number; readonly withFields?: true };

/** Input about one item: its text, or a piece of it. Parts of an item are consecutive. */
export interface TextPart {
  readonly id: number;
  /** UTF-8, cut anywhere; `stored`: the engine has it; null: the item has no text, or it need not be read. */
  readonly text: Uint8Array | 'stored' | null;
  /** Whether this is the last part of the item. */
  readonly isLast: boolean;
}

/** The order of matches: by field, `content` first, then by value, start, end, clause. */
export interface Match {
  readonly field: string;
  /** The index of the value in the field. */
  readonly value: number;
  /** In UTF-16 units of the text, or of the value as the case spells it. */
  readonly start: number;
  readonly end: number;
  /** The index in {@link MatchingSession.clauses}. */
  readonly clause: number;
}

export interface Snippet {
  readonly field: string;
  readonly value: number;
  /** The beginning of `text`. */
  readonly offset: number;
  readonly text: string;
  /** Start and end of each match in `text`. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

/** A match in an item. Two clauses that match the same passage make one finding. */
export interface Finding {
  readonly field: string;
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Results for one item. The findings and texts of an item may be spread over several results, but each text is in one of them.
 */
export type Found =
  | {
      readonly kind: 'matches';
      readonly id: number;
      readonly total: number;
      /** By clause. */
      readonly counts: readonly number[];
      readonly matches: readonly Match[];
    }
  | { readonly kind: 'snippets'; readonly id: number; readonly snippets: readonly Snippet[] }
  | { readonly kind: 'findings'; readonly id: number; readonly findings: readonly Finding[] }
  | {
      readonly kind: 'texts';
      readonly id: number;
      readonly texts: readonly (readonly [text: string, count: number])[];
    };

/** The items that match, and the items that the engine cannot decide, because their texts are elsewhere. */
export interface Sifted {
  readonly found: Uint32Array;
  readonly elsewhere: Uint32Array;
}

export interface MatchingAnswer {
  readonly found: readonly Found[];
  /** If false, there are more results for the parts so far. Call `scan` again without parts. */
  readonly isDone: boolean;
}

/** A query that is prepared for one source. Calls must not overlap. */
export interface MatchingSession {
  /** The clauses that can match in texts or values, as written in a query. */
  readonly clauses: readonly string[];
  /** Whether the query searches the texts of items. */
  readonly readsTexts: boolean;
  /** Takes input in the order of items. Skips the rest of an item that needs no more input. */
  scan(parts: readonly TextPart[], signal?: AbortSignal): Promise<MatchingAnswer>;
  /**
   * Returns which of these items match, without positions, and without receiving their texts. Absent if the query has more than
   * one expression over texts that the engine has.
   */
  readonly sift?: ((ids: Uint32Array, signal?: AbortSignal) => Promise<Sifted>) | undefined;
  /** Releases its resources. */
  end(): void;
}

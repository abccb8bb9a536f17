/**
 * Matching inside items: where in a text or a value a query matches, and what stands around it. An engine knows what a query
 * means in its index and has the values of properties; the texts of items may be elsewhere, so whoever asks hands them
 * in, piece by piece, and takes what is known so far.
 */
import type { Query } from '../../grammar/ast.ts';
import type { OutsideSet, UnparsedQuery } from './search-request.ts';

export interface MatchingRequest {
  readonly source: string;
  readonly query: Query | UnparsedQuery;
  readonly defaultFields?: readonly string[];
  readonly sets?: readonly OutsideSet[];
  /** Whether every item that will be asked about is known to match the query; if not, each is checked: others have no matches. */
  readonly areHits: boolean;
  readonly want: MatchesWanted;
  /** All parts that will be scanned, where they are few and at hand: an engine that is far takes them along. These very ones are then scanned. */
  readonly all?: readonly TextPart[];
}

export type MatchesWanted =
  /** All matches of an item in order; of these, those from the `from`-th, `most` of them. */
  | { readonly kind: 'matches'; readonly from: number; readonly most: number }
  /** Pieces of the text around matches, most telling first, and then pieces of these properties (null: of all), `most` of each. */
  | { readonly kind: 'snippets'; readonly most: number; readonly properties: readonly string[] | null }
  /** Every match with the text around it. */
  | { readonly kind: 'findings'; readonly context: number }
  /** How often each folded text is matched; only the `most` most frequent ones of each item, if that is given. */
  | { readonly kind: 'texts'; readonly most?: number };

/** Input about one item: its text, or a piece of it. Parts of an item follow each other. */
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
  /** Which value of the field. */
  readonly value: number;
  /** In UTF-16 units of the text, or of the value as the case spells it. */
  readonly start: number;
  readonly end: number;
  /** Which of {@link MatchingSession.clauses}. */
  readonly clause: number;
}

export interface Snippet {
  readonly field: string;
  readonly value: number;
  /** Where `text` begins. */
  readonly offset: number;
  readonly text: string;
  /** Start and end of each match in `text`. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

/** Equal extents of two clauses are one. */
export interface Finding {
  readonly field: string;
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** What is known of one item. Findings and texts of an item may come in several of these, each text in one. */
export type Found =
  | {
      readonly kind: 'matches';
      readonly id: number;
      readonly total: number;
      /** Of each clause. */
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

export interface MatchingAnswer {
  readonly found: readonly Found[];
  /** False: there is more to come of the parts so far; ask again without any. */
  readonly isDone: boolean;
}

/** A query made ready for one source. Calls follow each other. */
export interface MatchingSession {
  /** The clauses that can match in texts or values, as they are written in a query. */
  readonly clauses: readonly string[];
  /** Whether the query looks into the texts of items at all. */
  readonly readsTexts: boolean;
  /** Takes input in the order of items. What is left of an item that needs no more input is passed over. */
  scan(parts: readonly TextPart[], signal?: AbortSignal): Promise<MatchingAnswer>;
  /** Releases what it holds. */
  end(): void;
}

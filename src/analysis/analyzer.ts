/**
 * The interface of the one analyzer, used at build time and at query time. docs/query-language.md, "Analysis", specifies it.
 * `text-feed.ts` divides texts that come in pieces. `word-cutter.ts` finds tokens. `query-tokens.ts` analyzes queries.
 */

/** The role of a token at its position. */
export type TokenKind = typeof FIRST | typeof PIECE | typeof JOINED;
/** The first token of the next position. */
export const FIRST = 0;
/** Another piece of a long word, at the position of its first piece. */
export const PIECE = 1;
/** A word divided at the end of a line, at the position of the token before it. */
export const JOINED = 2;

/** Receives the tokens of a text with their offsets, in order of positions. */
export interface PlacedTokenSink {
  /**
   * Takes one token. `units[0 … length)` are the folded UTF-16 code units, valid only during the call. `hash` is a hash of them
   * from 0 to 2^31 - 1, equal to that of `hashTerm` for the term. `start … end` is the extent of the token in the original
   * text, in UTF-16 units. For a pair of letters, `firstEnd` is the end of the first letter; otherwise it is `end`.
   */
  placedToken(
    units: Uint16Array,
    length: number,
    hash: number,
    start: number,
    end: number,
    kind: TokenKind,
    firstEnd: number,
  ): void;
  /** Takes a token that has a position but was left out. */
  skippedToken(): void;
}

/** Passes the tokens of texts to a sink, one text after the other. Pieces may be cut anywhere. */
export interface PlacedTokenizer {
  /** Restricts the output to these terms. Other tokens may be left out silently. Must be called before the first text. */
  seek?(terms: readonly string[]): void;
  /** No later token begins before this offset. Matters if tokens are far apart. */
  readonly settledTo?: number;
  feed(piece: string): void;
  /** Ends the text. */
  finish(): void;
}

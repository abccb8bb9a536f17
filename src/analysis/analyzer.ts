/**
 * The interface of the one analyzer, used at build and at query time; docs/query-language.md, "Analysis", specifies it.
 * `text-feed.ts` divides texts that come in pieces, `word-cutter.ts` cuts tokens, `query-tokens.ts` analyzes queries.
 */

/** What a token is at its position. */
export type TokenKind = typeof FIRST | typeof PIECE | typeof JOINED;
/** The first token of the next position. */
export const FIRST = 0;
/** Another piece of a long word, at the position of its first piece. */
export const PIECE = 1;
/** A word that was divided at the end of a line, at the position of the token before it. */
export const JOINED = 2;

/** Receives the tokens of a text with their places in it, in order of positions. */
export interface PlacedTokenSink {
  /**
   * One token. `units[0 … length)` are the folded UTF-16 code units, valid only during the call; `hash` is an unsigned
   * hash of them, below 2^31, the same as `hashTerm` gives for the term. `start … end`: where it is in the text as it was given, in
   * UTF-16 units; of a pair of letters, `firstEnd` is where the first letter ends, else it is `end`.
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
  /** A token that has a position and was left out. */
  skippedToken(): void;
}

/** Gives the tokens of texts to a sink, one text after the other. Pieces may be cut anywhere. */
export interface PlacedTokenizer {
  /** Before the first text: only these terms count, and other tokens may be left out without a word. */
  seek?(terms: readonly string[]): void;
  /** No token to come begins before this offset: where tokens are far apart. */
  readonly settledTo?: number;
  feed(piece: string): void;
  /** Ends the text. */
  finish(): void;
}

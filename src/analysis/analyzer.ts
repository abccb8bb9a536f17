/**
 * The interface of the one analyzer, used at build and at query time; docs/query-language.md, "Analysis", specifies it.
 * `tokenizer.ts` tokenizes texts that come in pieces, `analyze.ts` and `fold-text.ts` serve short texts and query terms.
 */

/** Receives the tokens of a text, in order. */
export interface TokenSink {
  /**
   * One token. `units[0 … length)` are the folded UTF-16 code units, valid only during the call; `hash` is an unsigned
   * hash of them, below 2^31, the same as `hashTerm` gives for the term.
   */
  token(units: Uint16Array, length: number, hash: number): void;
}

/** Receives the tokens of a text with their places in it, in order. */
export interface PlacedTokenSink {
  /** A token as {@link TokenSink} gets it, and where it is in the text as it was given, in UTF-16 units. */
  placedToken(units: Uint16Array, length: number, hash: number, start: number, end: number): void;
  /** A token that has a position and was left out. */
  skippedToken(): void;
}

/** Gives the tokens of texts to a sink, one text after the other. Pieces may be cut anywhere. */
export interface PlacedTokenizer {
  /** Before the first text: only these terms count, and other tokens may be left out without a word. */
  seek?(terms: readonly string[]): void;
  feed(piece: string): void;
  /** Ends the text. */
  finish(): void;
}

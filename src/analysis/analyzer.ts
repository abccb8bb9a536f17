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

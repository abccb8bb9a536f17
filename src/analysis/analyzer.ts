/**
 * The one analyzer, at build and at query time; spec in docs/query-language.md, "Analysis".
 * This file is the contract; see the implementations it exports.
 */

/** Receives the tokens of a text, in order. */
export interface TokenSink {
  /**
   * One token. `units[0 … length)` are the folded UTF-16 code units, valid only during the call; `hash` is a 32-bit
   * unsigned hash of them, the same as `hashTerm` gives for the term.
   */
  token(units: Uint16Array, length: number, hash: number): void;
}

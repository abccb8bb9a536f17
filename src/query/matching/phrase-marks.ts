/** Finds a phrase in the tokens of a value, one value after the other. */

/** Takes the extent of a match. */
export type MarkSink = (start: number, end: number) => void;

export interface PhraseMarks {
  /** Whether tokens that pass no test are wanted even while nothing of the phrase is there. */
  readonly wantsEveryToken: boolean;
  /** Whether something of the phrase is there, so that every token counts. */
  readonly isActive: boolean;
  /** No match to come begins before this offset. */
  readonly earliest: number;
  /** The next token: the tests that it passes, its position, its place. */
  token(passed: readonly number[], position: number, start: number, end: number): void;
  /** A position without a token. */
  skip(position: number): void;
  /** The end of the value. */
  finish(isOpen: boolean): void;
}

/** Finds a phrase in the tokens of a value, one value after the other. */

import type { PositionTokens } from './position-tokens.ts';

/** Takes the extent of a match. */
export type MarkSink = (start: number, end: number) => void;

export interface PhraseMarks {
  /** Whether tokens that pass no test are wanted even while nothing of the phrase is there. */
  readonly wantsEveryToken: boolean;
  /** Whether something of the phrase is there, so that every token counts. */
  readonly isActive: boolean;
  /** No match to come begins before this offset. */
  readonly earliest: number;
  /** The tokens of the next position, good until the call returns. */
  token(tokens: PositionTokens, position: number): void;
  /** A position without a token. */
  skip(position: number): void;
  /** The end of the value. */
  finish(isOpen: boolean): void;
}

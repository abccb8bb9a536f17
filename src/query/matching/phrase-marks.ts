/** Finds a phrase in the tokens of successive values. */
import type { PositionTokens } from './position-tokens.ts';

/** Receives the extent of a match. */
export type MarkSink = (start: number, end: number) => void;

export interface PhraseMarks {
  /** Whether all tokens are needed even if no match has begun. */
  readonly wantsEveryToken: boolean;
  /** Whether a match has begun, so that every token is needed. */
  readonly isActive: boolean;
  /** No further match begins before this offset. */
  readonly earliest: number;
  /** Takes the tokens of the next position, which are valid until the call returns. */
  token(tokens: PositionTokens, position: number): void;
  /** Skips a position without a token. */
  skip(position: number): void;
  /** Ends the value. */
  finish(isOpen: boolean): void;
}

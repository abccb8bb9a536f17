/**
 * One piece of one streamed answer in each turn of the event loop, first come, first served: a hundred simultaneous
 * streams delay a small request by the time of one piece, not of a hundred.
 */
import { Turns } from '../../shared/turns.ts';

const pieces = new Turns();

/** Resolves when it is the caller's turn to make a piece. */
export function turn(): Promise<void> {
  return pieces.next();
}

/**
 * Lets one streamed answer make one piece in each turn of the event loop, first come, first served. So a hundred streams delay
 * a small request by one piece, not by a hundred.
 */
import { Turns } from '../../shared/turns.ts';

const pieces = new Turns();

/** Resolves at the caller's turn to make a piece. */
export function turn(): Promise<void> {
  return pieces.next();
}

/**
 * What the records weigh that answers hold until they are sent, those of all requests together: a client that reads slowly keeps
 * a page of records for a while, and many such pages would be more than the server has room for.
 */
import { AppError } from '../../shared/errors.ts';
import { HELD_WEIGHT_MAX, WEIGHED_AT_ONCE } from '../limits.ts';

let heldByAll = 0;

/** Of one request. */
export class HeldRecords {
  readonly #max: number;
  #held = 0;
  #isOver = false;

  constructor(max = HELD_WEIGHT_MAX) {
    this.#max = max;
  }

  /** Throws AppError OVERLOADED where other answers hold too much. */
  claim(weight: number): void {
    // Nobody waits for it any more.
    if (this.#isOver) return;
    // Usual pages are taken all the same.
    if (this.#held + weight > WEIGHED_AT_ONCE && heldByAll + weight > this.#max) {
      throw new AppError('OVERLOADED', 'The answers under way hold all the records that they may. Try again soon.');
    }
    this.#held += weight;
    heldByAll += weight;
  }

  /** The answer was sent, or its client has left. */
  release(): void {
    this.#isOver = true;
    heldByAll -= this.#held;
    this.#held = 0;
  }
}

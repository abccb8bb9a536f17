/**
 * Total weight of the records in all unsent answers. A slow client keeps a page of records in memory for a while. Many such
 * pages would exceed the server's memory.
 */
import { AppError } from '../../shared/errors.ts';
import { HELD_WEIGHT_MAX, WEIGHED_AT_ONCE } from '../limits.ts';

let heldByAll = 0;
const heldByUser = new Map<string, number>();
/** Share of the total for one named user, so that others still get their pages. */
const OWN_SHARE = 0.5;

/** The records of one request. */
export class HeldRecords {
  readonly #user: string | null;
  readonly #max: number;
  #held = 0;
  #isOver = false;

  /** `user` is null without a name. */
  constructor(user: string | null = null, max = HELD_WEIGHT_MAX) {
    this.#user = user;
    this.#max = max;
  }

  /** Throws AppError OVERLOADED if other answers hold too much. */
  claim(weight: number): void {
    // The answer is over.
    if (this.#isOver) return;
    // Pages of normal size are always accepted.
    if (this.#held + weight > WEIGHED_AT_ONCE && !this.#hasRoom(weight)) {
      throw new AppError('OVERLOADED', 'The running answers hold all the records allowed for them. Try again soon.');
    }
    this.#add(weight);
  }

  /** Called when the answer was sent, or its client has disconnected. */
  release(): void {
    this.#isOver = true;
    this.#add(-this.#held);
  }

  #hasRoom(weight: number): boolean {
    if (heldByAll + weight > this.#max) return false;
    const own = this.#user === null ? 0 : (heldByUser.get(this.#user) ?? 0);
    return own + weight <= this.#max * OWN_SHARE || own === this.#held;
  }

  #add(weight: number): void {
    this.#held += weight;
    heldByAll += weight;
    if (this.#user === null || weight === 0) return;
    const own = (heldByUser.get(this.#user) ?? 0) + weight;
    if (own > 0) heldByUser.set(this.#user, own);
    else heldByUser.delete(this.#user);
  }
}

/**
 * What the records weigh that answers hold until they are sent, those of all requests together: a client that reads slowly keeps
 * a page of records for a while, and many such pages would be more than the server has room for.
 */
import { AppError } from '../../shared/errors.ts';
import { HELD_WEIGHT_MAX, WEIGHED_AT_ONCE } from '../limits.ts';

let heldByAll = 0;
const heldByUser = new Map<string, number>();
/** A user who has a name may hold this part of what all may: others still get their pages. */
const OWN_SHARE = 0.5;

/** Of one request. */
export class HeldRecords {
  readonly #user: string | null;
  readonly #max: number;
  #held = 0;
  #isOver = false;

  /** `user` is null for one whom nobody has named. */
  constructor(user: string | null = null, max = HELD_WEIGHT_MAX) {
    this.#user = user;
    this.#max = max;
  }

  /** Throws AppError OVERLOADED where other answers hold too much. */
  claim(weight: number): void {
    // Nobody waits for it any more.
    if (this.#isOver) return;
    // Usual pages are taken all the same.
    if (this.#held + weight > WEIGHED_AT_ONCE && !this.#hasRoom(weight)) {
      throw new AppError('OVERLOADED', 'The answers under way hold all the records that they may. Try again soon.');
    }
    this.#add(weight);
  }

  /** The answer was sent, or its client has left. */
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

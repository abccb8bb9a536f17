/**
 * Admission queue for expensive work. A limited number runs, and a limited number waits. Users share it fairly: the next permit
 * goes to the user served least recently. If the queue is full, the user with the most waiting requests loses one of them.
 */
import { onAbort } from '../../shared/ends/end-listeners.ts';
import { AppError } from '../../shared/errors.ts';

export type Release = () => void;

/** The queue as one user sees it. */
export interface Admission {
  readonly running: number;
  readonly waiting: number;
  /** Throws AppError OVERLOADED if one more would be refused. */
  refuseIfFull(): void;
  /**
   * Resolves with a function that releases the permit. Requests of one user are first come, first served. Throws AppError
   * OVERLOADED if the queue is full or another user takes the place, and the reason of `signal` if that fires first.
   */
  enter(signal: AbortSignal): Promise<Release>;
  /** The same queue for another user; null: a user without a name. */
  of(user: string | null): Admission;
}

interface Waiting {
  readonly user: string | null;
  readonly proceed: () => void;
  readonly refuse: (fault: AppError) => void;
}

export class AdmissionQueue implements Admission {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #what: string;
  readonly #ownRunningMax: number;
  #running = 0;
  readonly #runningOf = new Map<string | null, number>();
  /** For users with running or waiting work: the serial number of the last permit. */
  readonly #givenAt = new Map<string | null, number>();
  #given = 0;
  readonly #waiting = new Set<Waiting>();

  /** `what`: the plural noun for messages. A named user has at most `ownRunningMax` permits at once. */
  constructor(runningMax: number, waitingMax: number, what = 'searches', ownRunningMax = runningMax) {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
    this.#what = what;
    this.#ownRunningMax = ownRunningMax;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  refuseIfFull(): void {
    this.refuseIfFullFor(null);
  }

  enter(signal: AbortSignal): Promise<Release> {
    return this.enterAs(null, signal);
  }

  of(user: string | null): Admission {
    return user === null ? this : new OwnAdmission(this, user);
  }

  refuseIfFullFor(user: string | null): void {
    const isFull = !this.#mayBegin(user) && this.#waiting.size >= this.#waitingMax;
    if (isFull && this.#givingWayTo(user) === null) throw this.#overloaded();
  }

  async enterAs(user: string | null, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    if (this.#mayBegin(user)) this.#begin(user);
    else await this.#wait(user, signal);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#passOn(user);
    };
  }

  #mayBegin(user: string | null): boolean {
    const isOwnFree = user === null || this.#countOf(user) < this.#ownRunningMax;
    return this.#running < this.#runningMax && isOwnFree;
  }

  #countOf(user: string | null): number {
    return this.#runningOf.get(user) ?? 0;
  }

  #begin(user: string | null): void {
    this.#running++;
    this.#givenAt.set(user, ++this.#given);
    this.#runningOf.set(user, this.#countOf(user) + 1);
  }

  #passOn(user: string | null): void {
    this.#running--;
    const count = this.#countOf(user) - 1;
    if (count > 0) this.#runningOf.set(user, count);
    else this.#runningOf.delete(user);
    this.#next()?.proceed();
    const isThere = count > 0 || [...this.#waiting].some((one) => one.user === user);
    if (!isThere) this.#givenAt.delete(user);
  }

  #next(): Waiting | null {
    let next: Waiting | null = null;
    let earliest = Number.POSITIVE_INFINITY;
    for (const one of this.#waiting) {
      const givenAt = this.#givenAt.get(one.user) ?? 0;
      if (givenAt >= earliest || !this.#mayBegin(one.user)) continue;
      next = one;
      earliest = givenAt;
    }
    return next;
  }

  #wait(user: string | null, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#waitingMax) {
      const other = this.#givingWayTo(user);
      if (other === null) throw this.#overloaded();
      other.refuse(this.#overloaded());
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(one);
        forget();
      };
      const one: Waiting = {
        user,
        proceed: () => {
          leave();
          this.#begin(user);
          resolve();
        },
        refuse: (fault) => {
          leave();
          reject(fault);
        },
      };
      const giveUp = (): void => {
        leave();
        reject(signal.reason);
      };
      this.#waiting.add(one);
      const forget = onAbort(signal, giveUp);
    });
  }

  /** Returns the last request of the user with the most waiting requests. Null if `user` would then have as many. */
  #givingWayTo(user: string | null): Waiting | null {
    const counts = new Map<string | null, number>();
    for (const { user: other } of this.#waiting) counts.set(other, (counts.get(other) ?? 0) + 1);
    const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [user, 0]);
    if (count <= (counts.get(user) ?? 0) + 1) return null;
    return [...this.#waiting].filter((one) => one.user === most).at(-1) ?? null;
  }

  #overloaded(): AppError {
    return new AppError(
      'OVERLOADED',
      `${this.#running} ${this.#what} are running and ${this.#waiting.size} are waiting: the queue is full. Try again soon.`,
    );
  }
}

class OwnAdmission implements Admission {
  readonly #queue: AdmissionQueue;
  readonly #user: string;

  constructor(queue: AdmissionQueue, user: string) {
    this.#queue = queue;
    this.#user = user;
  }

  get running(): number {
    return this.#queue.running;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  refuseIfFull(): void {
    this.#queue.refuseIfFullFor(this.#user);
  }

  enter(signal: AbortSignal): Promise<Release> {
    return this.#queue.enterAs(this.#user, signal);
  }

  of(user: string | null): Admission {
    return this.#queue.of(user);
  }
}

/**
 * Tracks when each person last used a review, by the monotonic clock, so that setting the clock never returns a batch. Activity
 * before the start of the process is unknown, so everyone counts as active then.
 */

/** Number of people to remember. */
const PEOPLE_MAX = 10_000;

export class Activity {
  readonly #start = performance.now();
  readonly #last = new Map<string, number>();

  touch(review: number, who: string | null): void {
    const key = keyOf(review, who);
    this.#last.delete(key);
    this.#last.set(key, performance.now());
    if (this.#last.size > PEOPLE_MAX) this.#last.delete(this.#last.keys().next().value!);
  }

  /** Whether the person has been inactive for this time. */
  isGone(review: number, who: string | null, seconds: number): boolean {
    const last = this.#last.get(keyOf(review, who)) ?? this.#start;
    return performance.now() - last >= seconds * 1000;
  }
}

function keyOf(review: number, who: string | null): string {
  return JSON.stringify([review, who]);
}

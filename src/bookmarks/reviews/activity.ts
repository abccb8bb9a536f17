/**
 * When each person last asked for something of a review, by a clock that nobody sets: a jump of the time of day gives no batch
 * back. What happened before this process is not known to it, so that everyone counts as active when it starts.
 */

/** People remembered; beyond X. */
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

  /** Whether the person asked for nothing for so long. */
  isGone(review: number, who: string | null, seconds: number): boolean {
    const last = this.#last.get(keyOf(review, who)) ?? this.#start;
    return performance.now() - last >= seconds * 1000;
  }
}

function keyOf(review: number, who: string | null): string {
  return JSON.stringify([review, who]);
}

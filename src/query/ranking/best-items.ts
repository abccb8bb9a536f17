/** One item and its score. */
export interface ScoredItem {
  readonly id: number;
  readonly score: number;
}

/** The best few of many: a heap with the worst on top. */
export class BestItems {
  readonly #limit: number;
  readonly #ids: number[] = [];
  readonly #scores: number[] = [];
  /** Whether any document may be among them, and not only those after one. */
  readonly isOfAll: boolean = true;
  /** A score below this cannot enter. */
  threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
    if (limit === 0) this.threshold = Number.POSITIVE_INFINITY;
  }

  offer(id: number, score: number): void {
    if (this.#ids.length < this.#limit) {
      this.#ids.push(id);
      this.#scores.push(score);
      this.#up(this.#ids.length - 1);
    } else if (this.#limit > 0 && isBetter(score, id, this.#scores[0]!, this.#ids[0]!)) {
      this.#ids[0] = id;
      this.#scores[0] = score;
      this.#down();
    }
    if (this.#ids.length === this.#limit && this.#limit > 0) this.threshold = this.#scores[0]!;
  }

  sorted(): ScoredItem[] {
    return this.#ids.map((id, i) => ({ id, score: this.#scores[i]! })).sort((a, b) => b.score - a.score || a.id - b.id);
  }

  #up(start: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(): void {
    for (let at = 0; ; ) {
      let worst = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2 && child < this.#ids.length; child++) {
        if (this.#isWorse(child, worst)) worst = child;
      }
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #isWorse(a: number, b: number): boolean {
    return isBetter(this.#scores[b]!, this.#ids[b]!, this.#scores[a]!, this.#ids[a]!);
  }

  #swap(a: number, b: number): void {
    [this.#ids[a], this.#ids[b]] = [this.#ids[b]!, this.#ids[a]!];
    [this.#scores[a], this.#scores[b]] = [this.#scores[b]!, this.#scores[a]!];
  }
}

function isBetter(score: number, id: number, otherScore: number, otherId: number): boolean {
  return score > otherScore || (score === otherScore && id < otherId);
}

/** The best few of those that come after an item in the order. */
export class BestItemsAfter extends BestItems {
  override readonly isOfAll = false;
  readonly #score: number;
  readonly #id: number;

  constructor(limit: number, after: ScoredItem) {
    super(limit);
    this.#score = after.score;
    this.#id = after.id;
  }

  override offer(id: number, score: number): void {
    if (score < this.#score || (score === this.#score && id > this.#id)) super.offer(id, score);
  }
}

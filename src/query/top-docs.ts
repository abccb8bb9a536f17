import type { Query } from '../../grammar/ast.ts';
import { BLOCK_SIZE } from '../codec/doc-block.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { BlockSet } from './block-set.ts';
import { NO_BLOCK } from './operators/operator.ts';
import { Planner } from './planner.ts';

/** One item and its score. */
export interface ScoredDoc {
  readonly id: number;
  readonly score: number;
}

export interface TopDocs {
  /** Exact number of matches. */
  readonly count: number;
  /** Best first, equal scores by id. */
  readonly items: readonly ScoredDoc[];
}

/** The `limit` best documents of a query by BM25. */
export function* topDocs(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
  limit: number,
): Generator<void, TopDocs> {
  const planner = new Planner(index, defaultFields);
  const operator = yield* planner.plan(query);
  const scorer = planner.scorerOf(query);
  const best = new BestItems(limit);
  const set = BlockSet.take();
  const docs = new Uint32Array(BLOCK_SIZE);
  const scores = new Float64Array(BLOCK_SIZE);
  const { ids } = index;
  let total = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const count = set.collect(block * BLOCK_SIZE, docs, 0);
    total += count;
    scores.fill(0, 0, count);
    scorer.add(block, docs, count, scores);
    for (let i = 0; i < count; i++) if (scores[i]! >= best.threshold) best.offer(ids[docs[i]!]!, scores[i]!);
    yield;
  }
  set.release();
  return { count: total, items: best.sorted() };
}

/** The best few of many: a heap with the worst on top. */
export class BestItems {
  readonly #limit: number;
  readonly #ids: number[] = [];
  readonly #scores: number[] = [];
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

  sorted(): ScoredDoc[] {
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

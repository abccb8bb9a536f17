import { BLOCK_SIZE, BLOCK_WORDS } from '../codec/doc-block.ts';
import { RUN } from '../codec/frequencies.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { PostingList } from '../engine/posting-list.ts';
import type { BestItems } from './best-items.ts';
import type { BlockSet } from './block-set.ts';
import type { TermScorer } from './scoring.ts';
import { ROUNDING, TermInBlock } from './term-bounds.ts';

/**
 * The best documents of one block for a sum of terms, without scoring those that a bound keeps out (Turtle and Flood,
 * Query evaluation: strategies and optimizations, 1995; block-max after Ding and Suel, 2011). A posting's bound is that
 * of its run of 128; what is scored is scored exactly, term by term, for as long as it can still reach the best.
 */
export class PrunedTop {
  readonly #index: IndexReader;
  readonly #terms: TermInBlock[];
  readonly #best: BestItems;
  #base = 0;
  /** Bound on what the terms from each on add together. */
  #rest: Float64Array;

  constructor(index: IndexReader, scorers: readonly TermScorer[], best: BestItems) {
    this.#index = index;
    this.#terms = scorers.map((scorer) => new TermInBlock(index, scorer));
    this.#best = best;
    this.#rest = new Float64Array(scorers.length + 1);
  }

  /** Gives back what it borrowed; it is not used after. */
  release(): void {
    for (const term of this.#terms) term.release();
  }

  /** Documents that have any of the terms. */
  anyOf(block: number): void {
    this.#open(block, null);
    this.#byRuns(null, null);
  }

  /**
   * Documents of a set. `required` are terms that all of them have; with `isCovered`, each has one of the terms at
   * least. Few are scored one after the other; else runs of the terms are gone through as they are without a set.
   */
  among(block: number, set: BlockSet, required: ReadonlySet<PostingList>, isCovered: boolean): void {
    const driver = this.#open(block, required);
    const count = set.count();
    const isFew = count <= FEW || (driver !== null && count * FEW_PART < driver.count);
    if (isFew || (driver === null && !isCovered)) {
      this.#oneByOne(set);
      return;
    }
    if (set.isSparse) {
      allowed.fill(0);
      set.uniteInto(allowed, 0);
      this.#byRuns(allowed, driver);
    } else this.#byRuns(set.words, driver);
  }

  /** Turns to a block; terms by falling bound, behind the required one with the fewest documents, which it returns. */
  #open(block: number, required: ReadonlySet<PostingList> | null): TermInBlock | null {
    this.#base = block * BLOCK_SIZE;
    const terms = this.#terms;
    let driver: TermInBlock | null = null;
    for (const term of terms) {
      term.open(block);
      if (required?.has(term.list) && (driver === null || term.count < driver.count)) driver = term;
    }
    if (terms.length > 1) terms.sort((a, b) => (a === driver ? -1 : b === driver ? 1 : b.maxScore - a.maxScore));
    const rest = this.#rest;
    for (let t = terms.length - 1; t >= 0; t--) rest[t] = rest[t + 1]! + terms[t]!.maxScore;
    return driver;
  }

  #oneByOne(set: BlockSet): void {
    const count = set.collect(0, members, 0);
    for (let at = 0; at < count; at += RUN) {
      const size = Math.min(RUN, count - at);
      for (let i = 0; i < size; i++) lows[i] = members[at + i]!;
      scores.fill(0, 0, size);
      this.#finish(size, 0);
    }
  }

  /**
   * Terms by falling bound: once the bounds of the rest together cannot reach the worst of the best, no document that
   * has only those can. All documents have the driver, so that no term after it need be gone through.
   */
  #byRuns(words: Uint32Array | null, driver: TermInBlock | null): void {
    const terms = this.#terms;
    const best = this.#best;
    const isMarked = terms.length > 1 && driver === null;
    if (isMarked) seen.fill(0);
    for (let t = 0; t < terms.length; t++) {
      if (this.#rest[t]! * ROUNDING < best.threshold) return;
      const term = terms[t]!;
      if (term.count === 0) continue;
      const rest = this.#rest[t + 1]!;
      const first = term.bestRun();
      this.#byRun(t, first, words, isMarked);
      for (let run = 0; run < term.runCount; run++) {
        if (run === first || (term.runBound(run) + rest) * ROUNDING < best.threshold) continue;
        this.#byRun(t, run, words, isMarked);
      }
      if (term === driver) return;
    }
  }

  /** Scores the documents of a run that the words allow and that were not met in a term before it. */
  #byRun(t: number, run: number, words: Uint32Array | null, isMarked: boolean): void {
    const term = this.#terms[t]!;
    const count = term.run(run, lows);
    for (let i = 0; i < count; i++) {
      const at = lows[i]! >>> 5;
      const bit = 1 << (lows[i]! & 31);
      wanted[i] = words === null || (words[at]! & bit) !== 0 ? 1 : 0;
      if (!isMarked) continue;
      if ((seen[at]! & bit) !== 0) wanted[i] = 0;
      seen[at]! |= bit;
    }
    const least = this.#best.threshold / ROUNDING - this.#rest[t + 1]!;
    const left = term.scoreRun(run, lows, count, wanted, least, this.#base, scores);
    // A document that an earlier term has was met there, or could not reach the best.
    this.#finish(left, t + 1);
  }

  /** Adds to the scores of `lows[0 … count)` what terms from `from` on give, and offers what is left. */
  #finish(count: number, from: number): void {
    const terms = this.#terms;
    const best = this.#best;
    let left = count;
    for (let t = from; t < terms.length && left > 0; t++) {
      left = terms[t]!.add(lows, scores, left, this.#base, this.#rest[t + 1]!, best.threshold);
    }
    const { ids } = this.#index;
    for (let i = 0; i < left; i++) {
      if (scores[i]! >= best.threshold) best.offer(ids[this.#base + lows[i]!]!, scores[i]!);
    }
  }
}

/** Sets of up to this many documents are scored one by one, and so are those much smaller than the driver. */
const FEW = 256;
const FEW_PART = 4;

// Scratch of one call: nothing here waits, so that searches that take turns share it.
const seen = new Uint32Array(BLOCK_WORDS);
const allowed = new Uint32Array(BLOCK_WORDS);
const members = new Uint16Array(BLOCK_SIZE);
const lows = new Uint16Array(RUN);
const wanted = new Uint8Array(RUN);
const scores = new Float64Array(RUN);

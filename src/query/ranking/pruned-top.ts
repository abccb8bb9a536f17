/** Dynamic pruning (MaxScore, block-max): the best documents of a sum of terms without scoring all matches. */

import { BLOCK_SIZE, BLOCK_WORDS } from '../../codec/doc-block.ts';
import { RUN } from '../../codec/frequencies.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { ways } from '../../shared/thresholds.ts';
import type { BlockSet } from '../operators/block-set.ts';
import type { BestItems } from './best-items.ts';
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
  #totals: Float64Array | null = null;
  /** Bound on what the terms from each on add together. */
  #rest: Float64Array;

  /** `required` are lists that every match is in. */
  constructor(index: IndexReader, scorers: readonly TermScorer[], required: ReadonlySet<PostingList>, best: BestItems) {
    this.#index = index;
    this.#terms = scorers.map((scorer) => new TermInBlock(index, scorer, required.has(scorer.list)));
    this.#best = best;
    this.#rest = new Float64Array(scorers.length + 1);
  }

  /** Gives back what it borrowed; it is not used after. */
  release(): void {
    for (const term of this.#terms) term.release();
  }

  /** So many terms that bounds, of which each candidate asks them all, cost more than to score whatever has one. */
  get areMany(): boolean {
    return this.#terms.length > MANY;
  }

  /** Documents of a set, whatever their bounds: term by term into totals by document. */
  *allOf(block: number, set: BlockSet): Generator<void> {
    this.#base = block * BLOCK_SIZE;
    this.#totals ??= new Float64Array(BLOCK_SIZE);
    const totals = this.#totals.fill(0);
    for (const [t, term] of this.#terms.entries()) {
      term.open(block);
      term.addAll(this.#base, totals);
      if (t % MANY === 0) yield;
    }
    const count = set.collect(0, members, 0);
    const { ids } = this.#index;
    const best = this.#best;
    for (let i = 0; i < count; i++) {
      const low = members[i]!;
      if (totals[low]! >= best.threshold) best.offer(ids[this.#base + low]!, totals[low]!);
    }
  }

  /** Documents that have the required term, or any of the terms where none is required. */
  any(block: number): void {
    this.#byRuns(null, this.#open(block));
  }

  /**
   * Documents that have all required terms, two or more, if the rarest of them is rare; else nothing is done, and the
   * answer is false: then a set of bitmaps is cheaper.
   */
  join(block: number): boolean {
    const driver = this.#open(block)!;
    if (!driver.isSparse) return false;
    let count = driver.copyDocs(members);
    for (const term of this.#terms) {
      if (term.isRequired && term !== driver && count > 0) count = term.retain(members, count);
    }
    if (this.#areFew(count, driver)) this.#oneByOne(count);
    else {
      allowed.fill(0);
      for (let i = 0; i < count; i++) allowed[members[i]! >>> 5]! |= 1 << (members[i]! & 31);
      this.#byRuns(allowed, driver);
    }
    return true;
  }

  /**
   * Documents of a set. With `isCovered`, each has one of the terms at least. Few are scored one after the other; else
   * runs of the terms are gone through as they are without a set.
   */
  among(block: number, set: BlockSet, isCovered: boolean): void {
    const driver = this.#open(block);
    if ((driver === null && !isCovered) || this.#areFew(set.count(), driver)) {
      this.#oneByOne(set.collect(0, members, 0));
      return;
    }
    if (set.isSparse) {
      allowed.fill(0);
      set.uniteInto(allowed, 0);
      this.#byRuns(allowed, driver);
    } else this.#byRuns(set.words, driver);
  }

  #areFew(count: number, driver: TermInBlock | null): boolean {
    return count <= FEW || (driver !== null && count * FEW_PART < driver.count);
  }

  /**
   * Turns to a block: terms by falling bound, and among the required the one with the fewest documents first. Returns
   * that.
   */
  #open(block: number): TermInBlock | null {
    this.#base = block * BLOCK_SIZE;
    const terms = this.#terms;
    for (const term of terms) term.open(block);
    if (terms.length > 1) terms.sort((a, b) => b.maxScore - a.maxScore);
    const first = terms.findIndex((term) => term.isRequired);
    for (let t = first + 1; first >= 0 && t < terms.length; t++) {
      const term = terms[t]!;
      if (!term.isRequired || term.count >= terms[first]!.count) continue;
      terms[t] = terms[first]!;
      terms[first] = term;
    }
    const rest = this.#rest;
    for (let t = terms.length - 1; t >= 0; t--) rest[t] = rest[t + 1]! + terms[t]!.maxScore;
    return first < 0 ? null : terms[first]!;
  }

  /** Scores `members[0 … count)`. */
  #oneByOne(count: number): void {
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
    const isMarked = terms.length > 1 && terms[0] !== driver;
    if (isMarked) seen.fill(0);
    for (let t = 0; t < terms.length; t++) {
      if (this.#rest[t]! * ROUNDING < best.threshold) return;
      const term = terms[t]!;
      if (term.count === 0) continue;
      const rest = this.#rest[t + 1]!;
      const runs = term.runsByBound(order);
      for (let i = 0; i < runs; i++) {
        if ((term.runBound(order[i]!) + rest) * ROUNDING < best.threshold) break;
        this.#byRun(t, order[i]!, words, isMarked);
      }
      if (term === driver) return;
    }
  }

  /** Scores the documents of a run that the words allow and that were not met in a term before it. */
  #byRun(t: number, run: number, words: Uint32Array | null, isMarked: boolean): void {
    const term = this.#terms[t]!;
    let count = term.run(run, lows);
    let chosen = EVERY_PLACE;
    if (words !== null || isMarked) {
      chosen = places;
      const all = count;
      count = 0;
      for (let i = 0; i < all; i++) {
        const low = lows[i]!;
        const at = low >>> 5;
        const bit = 1 << (low & 31);
        if (words !== null && (words[at]! & bit) === 0) continue;
        if (isMarked) {
          if ((seen[at]! & bit) !== 0) continue;
          seen[at]! |= bit;
        }
        lows[count] = low;
        places[count++] = i;
      }
    }
    const least = this.#best.threshold / ROUNDING - this.#rest[t + 1]!;
    // A document that an earlier term has was met there, or could not reach the best.
    this.#finish(term.scoreRun(run, lows, chosen, count, least, this.#base, scores), t + 1);
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

/** Terms beyond which every document is scored. */
const MANY = ways.manyTerms;

/** Sets of up to this many documents are scored one by one, and so are those much smaller than the driver. */
const FEW = ways.fewDocs;
const FEW_PART = ways.fewPart;

// Scratch of one call: nothing here waits, so that searches that take turns share it.
const seen = new Uint32Array(BLOCK_WORDS);
const allowed = new Uint32Array(BLOCK_WORDS);
const members = new Uint16Array(BLOCK_SIZE);
const lows = new Uint16Array(RUN);
const places = new Uint8Array(RUN);
const EVERY_PLACE = Uint8Array.from({ length: RUN }, (_, i) => i);
const order = new Uint16Array(Math.ceil(BLOCK_SIZE / RUN));
const scores = new Float64Array(RUN);

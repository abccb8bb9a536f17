import { RUN } from '../codec/frequencies.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { PostingList } from '../engine/posting-list.ts';
import { RankedBlock } from './ranked-block.ts';
import type { TermScorer } from './scoring.ts';
import { RUN_BITS, TermFrequencies } from './term-frequencies.ts';

/** Rounding of sums must not keep out what an exact sum would let in. */
export const ROUNDING = 1 + 1e-9;

/** A term in one block of documents: its documents by rank, exact scores, and bounds by run of {@link RUN} postings. */
export class TermInBlock {
  readonly #weight: number;
  readonly #norms: Float64Array;
  readonly #frequencies: TermFrequencies;
  readonly #docs = RankedBlock.take();
  readonly list: PostingList;
  /** The n-th block of the list is the one at hand, or -1 where the term has no document in it. */
  #n = -1;
  count = 0;
  runCount = 0;
  /** Bound on the score of any posting in the block. */
  maxScore = 0;

  constructor(index: IndexReader, scorer: TermScorer) {
    this.list = scorer.list;
    this.#weight = scorer.weight;
    this.#norms = scorer.norms;
    this.#frequencies = new TermFrequencies(index, scorer.list);
  }

  /** Gives back what it borrowed; it is not used after. */
  release(): void {
    this.#docs.release();
  }

  /** Turns to a block. */
  open(block: number): void {
    const { list } = this;
    const n = list.seek(block);
    this.#n = list.blocks[n] === block ? n : -1;
    this.maxScore = 0;
    if (this.#n < 0) {
      this.count = 0;
      this.runCount = 0;
      return;
    }
    this.count = list.counts[n]!;
    this.runCount = (this.count + RUN - 1) >>> RUN_BITS;
    this.#docs.open(list, n);
    this.#frequencies.openBlock(n);
    let highest = 0;
    for (let run = 0; run < this.runCount; run++) {
      const bound = this.runBound(run);
      if (bound > highest) highest = bound;
    }
    this.maxScore = highest;
  }

  /** Bound on the score of any posting in a run; a short list stores none. */
  runBound(run: number): number {
    const { impacts, runCount } = this.#frequencies;
    return runCount === 0 ? this.#weight : (this.#weight / 255) * impacts[run]!;
  }

  /** The run whose bound is highest. */
  bestRun(): number {
    let best = 0;
    for (let run = 1; run < this.runCount; run++) if (this.runBound(run) > this.runBound(best)) best = run;
    return best;
  }

  /** The documents of a run, low parts; returns how many. */
  run(run: number, lows: Uint16Array): number {
    return this.#docs.run(run, lows);
  }

  /**
   * Scores a run: of its documents `lows[0 … count)`, those that `isWanted` and that score at least `least` move to
   * the front, with `scores`; returns how many.
   */
  scoreRun(
    run: number,
    lows: Uint16Array,
    count: number,
    wanted: Uint8Array,
    least: number,
    base: number,
    scores: Float64Array,
  ): number {
    this.#frequencies.run(run, frequencies);
    const weight = this.#weight;
    const norms = this.#norms;
    let left = 0;
    for (let i = 0; i < count; i++) {
      if (wanted[i] === 0) continue;
      const low = lows[i]!;
      const product = weight * frequencies[i]!;
      const divisor = frequencies[i]! + norms[base + low]!;
      // A product is cheaper than the quotient that only few need.
      if (product < least * divisor) continue;
      lows[left] = low;
      scores[left++] = product / divisor;
    }
    return left;
  }

  /**
   * Adds the scores of this term to those of ascending documents. Those that `rest` more cannot bring to `threshold`
   * are dropped; the others move to the front. Returns how many these are.
   */
  add(lows: Uint16Array, scores: Float64Array, count: number, base: number, rest: number, threshold: number): number {
    if (this.#n < 0) return count;
    this.#docs.ranks(lows, count, ranks);
    const least = threshold / ROUNDING - rest;
    const weight = this.#weight;
    const norms = this.#norms;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      const low = lows[i]!;
      let score = scores[i]!;
      if (rank >= 0) {
        if (score + this.runBound(rank >> RUN_BITS) < least) continue;
        const tf = this.#frequencies.at(rank);
        score += (weight * tf) / (tf + norms[base + low]!);
      }
      if (score < least) continue;
      lows[left] = low;
      scores[left++] = score;
    }
    return left;
  }
}

const frequencies = new Uint32Array(RUN);
const ranks = new Int32Array(RUN);

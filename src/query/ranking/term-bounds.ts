/** Scores of one term and upper bounds on them, by run of postings: what pruned-top.ts works with. */

import { IMPACT_BOUNDS, RUN, RUN_BITS } from '../../codec/frequencies.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { ways } from '../../shared/thresholds.ts';
import { RankedBlock } from './ranked-block.ts';
import type { TermScorer } from './scoring.ts';
import { TermFrequencies } from './term-frequencies.ts';

/** Rounding of sums must not exclude what an exact sum would admit. */
export const ROUNDING = 1 + 1e-9;

/** A term in one block of documents: its documents by rank, exact scores, and bounds by run of {@link RUN} postings. */
export class TermInBlock {
  readonly #weight: number;
  readonly #norms: Float64Array;
  readonly #frequencies: TermFrequencies;
  readonly #docs = RankedBlock.take();
  readonly list: PostingList;
  /** Documents without the term do not match. */
  readonly isRequired: boolean;
  /** The current block is the n-th of the list; -1 if the term has no document in it. */
  #n = -1;
  count = 0;
  runCount = 0;
  /** Bound on the score of any posting in the block. */
  maxScore = 0;

  constructor(index: IndexReader, scorer: TermScorer, isRequired: boolean) {
    this.list = scorer.list;
    this.isRequired = isRequired;
    this.#weight = scorer.weight;
    this.#norms = scorer.norms;
    this.#frequencies = new TermFrequencies(index, scorer.list);
  }

  /** Returns what it borrowed from pools; it must not be used afterwards. */
  release(): void {
    this.#docs.release();
  }

  /** Moves to a block. */
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
    return runCount === 0 ? this.#weight : this.#weight * IMPACT_BOUNDS[impacts[run]!]!;
  }

  /** Writes the runs into `out` by falling bound; returns how many. */
  runsByBound(out: Uint16Array): number {
    const { impacts, runCount } = this.#frequencies;
    if (runCount <= 1) {
      // The runs of a short list have no bounds: any order will do.
      for (let run = 0; run < this.runCount; run++) out[run] = run;
      return this.runCount;
    }
    starts.fill(0);
    for (let run = 0; run < runCount; run++) starts[255 - impacts[run]!]!++;
    for (let level = 0, start = 0; level < 256; level++) {
      const length = starts[level]!;
      starts[level] = start;
      start += length;
    }
    for (let run = 0; run < runCount; run++) out[starts[255 - impacts[run]!]!++] = run;
    return runCount;
  }

  /** Whether the documents are few enough to be read as an array. */
  get isSparse(): boolean {
    return this.#n < 0 || this.#docs.isArray;
  }

  /** Copies the documents of a sparse term, low parts; returns how many. */
  copyDocs(out: Uint16Array): number {
    return this.#n < 0 ? 0 : this.#docs.copy(out);
  }

  /** Moves those of the ascending documents that have the term to the front; returns how many. */
  retain(lows: Uint16Array, count: number): number {
    return this.#n < 0 ? 0 : this.#docs.retain(lows, count);
  }

  /** The documents of a run, low parts; returns how many. */
  run(run: number, lows: Uint16Array): number {
    return this.#docs.run(run, lows);
  }

  /**
   * Scores documents of a run: `lows[0 … count)`, the i-th being the `places[i]`-th of the run. Those that score at
   * least `least` move to the front, with their `scores`; returns how many.
   */
  scoreRun(
    run: number,
    lows: Uint16Array,
    places: Uint8Array,
    count: number,
    least: number,
    base: number,
    scores: Float64Array,
  ): number {
    this.#readPlaces(run, places, count);
    const weight = this.#weight;
    const norms = this.#norms;
    // weight · tf / (tf + norm) ≥ least, solved for tf: a product instead of the quotient, which only a few documents need.
    const room = weight - least;
    const perNorm = least <= 0 ? 0 : room > 0 ? least / room : Number.POSITIVE_INFINITY;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const low = lows[i]!;
      const tf = frequencies[i]!;
      const norm = norms[base + low]!;
      if (tf < norm * perNorm) continue;
      lows[left] = low;
      scores[left++] = (weight * tf) / (tf + norm);
    }
    return left;
  }

  /** Adds the score of every document of the block to `totals`, by low part. */
  addAll(base: number, totals: Float64Array): void {
    const weight = this.#weight;
    const norms = this.#norms;
    for (let run = 0; run < this.runCount; run++) {
      const count = this.#docs.run(run, runLows);
      this.#frequencies.run(run, frequencies);
      for (let i = 0; i < count; i++) {
        const low = runLows[i]!;
        const tf = frequencies[i]!;
        totals[low]! += (weight * tf) / (tf + norms[base + low]!);
      }
    }
  }

  /** Frequencies at places of a run, one by one if they are few. */
  #readPlaces(run: number, places: Uint8Array, count: number): void {
    if (count >= DECODED_FROM) {
      this.#frequencies.run(run, frequencies);
      // Places ascend, so none is overwritten before it is read.
      if (places[count - 1]! >= count) for (let i = 0; i < count; i++) frequencies[i] = frequencies[places[i]!]!;
      return;
    }
    for (let i = 0; i < count; i++) ranks[i] = (run << RUN_BITS) + places[i]!;
    this.#frequencies.at(ranks, count, frequencies);
  }

  /**
   * Adds the scores of this term to those of ascending documents. Documents that cannot reach
   * `threshold` with `rest` more are dropped; if the term is required, so are those without it. The others move to the
   * front. Returns their number.
   */
  add(lows: Uint16Array, scores: Float64Array, count: number, base: number, rest: number, threshold: number): number {
    if (this.#n < 0) return this.isRequired ? 0 : count;
    this.#docs.ranks(lows, count, ranks);
    const least = threshold / ROUNDING - rest;
    const bounded = this.#keepBounded(lows, scores, count, least);
    this.#frequencies.at(ranks, bounded, frequencies);
    const weight = this.#weight;
    const norms = this.#norms;
    let left = 0;
    for (let i = 0; i < bounded; i++) {
      const low = lows[i]!;
      const tf = frequencies[i]!;
      const score = scores[i]! + (weight * tf) / (tf + norms[base + low]!);
      if (score < least) continue;
      lows[left] = low;
      scores[left++] = score;
    }
    return left;
  }

  /** Moves the documents that the bounds of their runs admit to the front, with their `ranks`. */
  #keepBounded(lows: Uint16Array, scores: Float64Array, count: number, least: number): number {
    const { impacts, runCount } = this.#frequencies;
    const weight = this.#weight;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      if (
        rank < 0
          ? this.isRequired
          : scores[i]! + weight * IMPACT_BOUNDS[runCount === 0 ? 255 : impacts[rank >> RUN_BITS]!]! < least
      ) {
        continue;
      }
      lows[left] = lows[i]!;
      ranks[left] = rank;
      scores[left++] = scores[i]!;
    }
    return left;
  }
}

/** If this many frequencies of a run are needed, it is decoded; fewer are read one by one. */
const DECODED_FROM = ways.decodedFrom;
const frequencies = new Uint32Array(RUN);
const starts = new Uint16Array(256);
const ranks = new Int32Array(RUN);
const runLows = new Uint16Array(RUN);

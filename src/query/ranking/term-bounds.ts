/** Scores of one term and upper bounds on them, by pack of postings: what pruned-top.ts works with. */

import { IMPACT_BOUNDS, PACK, PACK_BITS } from '../../codec/frequencies.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { ways } from '../../shared/thresholds.ts';
import { RankedBlock } from './ranked-block.ts';
import type { TermScorer } from './scoring.ts';
import { TermFrequencies } from './term-frequencies.ts';

/** Rounding of sums must not exclude what an exact sum would admit. */
export const ROUNDING = 1 + 1e-9;

/** A term in one block of documents: its documents by rank, exact scores, and bounds by pack of {@link PACK} postings. */
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
  packCount = 0;
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
      this.packCount = 0;
      return;
    }
    this.count = list.counts[n]!;
    this.packCount = (this.count + PACK - 1) >>> PACK_BITS;
    this.#docs.open(list, n);
    this.#frequencies.openBlock(n);
    let highest = 0;
    for (let pack = 0; pack < this.packCount; pack++) {
      const bound = this.packBound(pack);
      if (bound > highest) highest = bound;
    }
    this.maxScore = highest;
  }

  /** Bound on the score of any posting in a pack; a short list stores none. */
  packBound(pack: number): number {
    const { impacts, packCount } = this.#frequencies;
    return packCount === 0 ? this.#weight : this.#weight * IMPACT_BOUNDS[impacts[pack]!]!;
  }

  /** Writes the packs into `out` by falling bound; returns how many. */
  packsByBound(out: Uint16Array): number {
    const { impacts, packCount } = this.#frequencies;
    if (packCount <= 1) {
      // The packs of a short list have no bounds: any order will do.
      for (let pack = 0; pack < this.packCount; pack++) out[pack] = pack;
      return this.packCount;
    }
    starts.fill(0);
    for (let pack = 0; pack < packCount; pack++) starts[255 - impacts[pack]!]!++;
    for (let level = 0, start = 0; level < 256; level++) {
      const length = starts[level]!;
      starts[level] = start;
      start += length;
    }
    for (let pack = 0; pack < packCount; pack++) out[starts[255 - impacts[pack]!]!++] = pack;
    return packCount;
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

  /** The documents of a pack, low parts; returns how many. */
  pack(pack: number, lows: Uint16Array): number {
    return this.#docs.pack(pack, lows);
  }

  /**
   * Scores documents of a pack: `lows[0 … count)`, the i-th being the `indexes[i]`-th of the pack. Those that score at
   * least `least` move to the front, with their `scores`; returns how many.
   */
  scorePack(
    pack: number,
    lows: Uint16Array,
    indexes: Uint8Array,
    count: number,
    least: number,
    base: number,
    scores: Float64Array,
  ): number {
    this.#readIndexes(pack, indexes, count);
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
    for (let pack = 0; pack < this.packCount; pack++) {
      const count = this.#docs.pack(pack, packLows);
      this.#frequencies.pack(pack, frequencies);
      for (let i = 0; i < count; i++) {
        const low = packLows[i]!;
        const tf = frequencies[i]!;
        totals[low]! += (weight * tf) / (tf + norms[base + low]!);
      }
    }
  }

  /** Frequencies at indexes of a pack, one by one if they are few. */
  #readIndexes(pack: number, indexes: Uint8Array, count: number): void {
    if (count >= DECODED_FROM) {
      this.#frequencies.pack(pack, frequencies);
      // Indexes ascend, so none is overwritten before it is read.
      if (indexes[count - 1]! >= count) for (let i = 0; i < count; i++) frequencies[i] = frequencies[indexes[i]!]!;
      return;
    }
    for (let i = 0; i < count; i++) ranks[i] = (pack << PACK_BITS) + indexes[i]!;
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

  /** Moves the documents that the bounds of their packs admit to the front, with their `ranks`. */
  #keepBounded(lows: Uint16Array, scores: Float64Array, count: number, least: number): number {
    const { impacts, packCount } = this.#frequencies;
    const weight = this.#weight;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      if (
        rank < 0
          ? this.isRequired
          : scores[i]! + weight * IMPACT_BOUNDS[packCount === 0 ? 255 : impacts[rank >> PACK_BITS]!]! < least
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

/** If this many frequencies of a pack are needed, it is decoded; fewer are read one by one. */
const DECODED_FROM = ways.decodedFrom;
const frequencies = new Uint32Array(PACK);
const starts = new Uint16Array(256);
const ranks = new Int32Array(PACK);
const packLows = new Uint16Array(PACK);

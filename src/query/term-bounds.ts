import { RUN } from '../codec/frequencies.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { BestItems } from './best-items.ts';
import { rankDocs } from './rank-docs.ts';
import type { TermScorer } from './scoring.ts';
import { TermFrequencies } from './term-frequencies.ts';

const ROUNDING = 1 + 1e-9;

/** A term in one block of documents: its documents by rank, exact scores, and bounds by run of {@link RUN} postings. */
export class TermInBlock {
  readonly #scorer: TermScorer;
  readonly #frequencies: TermFrequencies;
  /** Score of a posting whose impact is 255: every bound is a part of it. */
  readonly #unit: number;
  /** The n-th block of the list is the one at hand, or -1 where the term has no document in it. */
  #n = -1;
  count = 0;
  /** Bound on the score of any posting in the block. */
  maxScore = 0;
  #runBounds = new Float64Array(8);
  #docs: Uint16Array | null = null;

  constructor(index: IndexReader, scorer: TermScorer) {
    this.#scorer = scorer;
    this.#frequencies = new TermFrequencies(index, scorer.list);
    this.#unit = scorer.weight / 255;
  }

  /** Turns to a block. */
  open(block: number): void {
    const { list } = this.#scorer;
    const n = list.seek(block);
    this.#docs = null;
    this.#n = list.blocks[n] === block ? n : -1;
    this.count = this.#n < 0 ? 0 : list.counts[n]!;
    this.maxScore = 0;
    if (this.#n < 0) return;
    this.#frequencies.openBlock(n);
    const runs = Math.ceil(this.count / RUN);
    if (runs > this.#runBounds.length) this.#runBounds = new Float64Array(runs * 2);
    for (let run = 0; run < runs; run++) {
      const impact = this.#frequencies.runCount === 0 ? 255 : this.#frequencies.impacts[run]!;
      this.#runBounds[run] = impact * this.#unit;
      if (this.#runBounds[run]! > this.maxScore) this.maxScore = this.#runBounds[run]!;
    }
  }

  /** Low parts of the block's documents, by rank. */
  get docs(): Uint16Array {
    if (this.#docs === null) {
      this.#docs = new Uint16Array(this.count);
      if (this.#n >= 0) this.#scorer.list.decodeBlock(this.#n, this.#docs);
    }
    return this.#docs;
  }

  get runCount(): number {
    return Math.ceil(this.count / RUN);
  }

  runBound(run: number): number {
    return this.#runBounds[run]!;
  }

  /** Ranks of ascending documents, -1 where the term is not in one. */
  ranks(docs: Uint32Array, count: number, out: Int32Array): void {
    if (this.#n < 0) out.fill(-1, 0, count);
    else rankDocs(this.#scorer.list, this.#n, docs, 0, count, out);
  }

  /** Offers the documents of a run of a long list, of which this is the only term. */
  offerRun(run: number, base: number, ids: Uint32Array, best: BestItems): void {
    const { weight, norms } = this.#scorer;
    const frequencies = this.#frequencies.run(run);
    const lows = this.docs;
    const first = run * RUN;
    const end = Math.min(this.count, first + RUN);
    for (let rank = first; rank < end; rank++) {
      const doc = base + lows[rank]!;
      const tf = frequencies[rank - first]!;
      const divisor = tf + norms[doc]!;
      // A product is cheaper than the quotient that only the best need; the margin is for its rounding.
      if (weight * tf * ROUNDING < best.threshold * divisor) continue;
      best.offer(ids[doc]!, (weight * tf) / divisor);
    }
  }

  get isLong(): boolean {
    return this.#frequencies.runCount > 0;
  }

  /** Adds to `bounds[i]` the bound on what the term gives the document of `ranks[i]`. */
  addBounds(ranks: Int32Array, count: number, bounds: Float64Array): void {
    const runBounds = this.#runBounds;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      if (rank >= 0) bounds[i]! += runBounds[rank >> 7]!;
    }
  }

  addScores(docs: Uint32Array, ranks: Int32Array, count: number, scores: Float64Array): void {
    if (this.#n >= 0) this.#frequencies.addScores(docs, ranks, count, this.#scorer.weight, this.#scorer.norms, scores);
  }
}

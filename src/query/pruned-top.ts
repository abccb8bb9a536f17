import { BLOCK_SIZE, BLOCK_WORDS } from '../codec/doc-block.ts';
import { RUN } from '../codec/frequencies.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import type { BestItems } from './best-items.ts';
import type { TermScorer } from './scoring.ts';
import { TermInBlock } from './term-bounds.ts';

/**
 * The best documents of one block for a sum of terms, without scoring those that a bound keeps out (Turtle and Flood,
 * Query evaluation: strategies and optimizations, 1995; block-max after Ding and Suel, 2011). A posting's bound is that
 * of its run of 128; what is scored is scored exactly.
 */
export class PrunedTop {
  readonly #index: IndexReader;
  readonly #terms: TermInBlock[];
  readonly #best: BestItems;
  readonly #seen = new Uint32Array(BLOCK_WORDS);
  readonly #docs = new Uint32Array(BLOCK_SIZE);
  readonly #ranks: Int32Array[];
  #block = 0;

  constructor(index: IndexReader, scorers: readonly TermScorer[], best: BestItems) {
    this.#index = index;
    this.#terms = scorers.map((scorer) => new TermInBlock(index, scorer));
    this.#best = best;
    this.#ranks = scorers.map(() => new Int32Array(CHUNK));
  }

  #open(block: number): void {
    this.#block = block;
    for (const term of this.#terms) term.open(block);
    this.#terms.sort((a, b) => b.maxScore - a.maxScore);
  }

  /**
   * Documents that have any of the terms. Terms by falling bound: once the bounds of the rest together cannot reach
   * the worst of the best, no document that has only those can.
   */
  anyOf(block: number): void {
    this.#open(block);
    const terms = this.#terms;
    if (terms.length === 1 && terms[0]!.isLong) {
      this.#onlyTerm(terms[0]!);
      return;
    }
    const rest = new Float64Array(terms.length + 1);
    for (let t = terms.length - 1; t >= 0; t--) rest[t] = rest[t + 1]! + terms[t]!.maxScore;
    if (terms.length > 1) this.#seen.fill(0);
    for (let t = 0; t < terms.length; t++) {
      if (rest[t]! < this.#best.threshold) return;
      const term = terms[t]!;
      if (term.count === 0) continue;
      const first = bestRun(term);
      this.#scoreRuns(t, (run) => run === first);
      this.#scoreRuns(t, (run) => run !== first && term.runBound(run) + rest[t + 1]! >= this.#best.threshold);
    }
  }

  #onlyTerm(term: TermInBlock): void {
    const { ids } = this.#index;
    const first = bestRun(term);
    term.offerRun(first, this.#block * BLOCK_SIZE, ids, this.#best);
    for (let run = 0; run < term.runCount; run++) {
      if (run === first || term.runBound(run) * ROUNDING < this.#best.threshold) continue;
      term.offerRun(run, this.#block * BLOCK_SIZE, ids, this.#best);
    }
  }

  /** Scores the documents of chosen runs of a term that were not met in a term before it. */
  #scoreRuns(t: number, isWanted: (run: number) => boolean): void {
    const term = this.#terms[t]!;
    const lows = term.docs;
    const base = this.#block * BLOCK_SIZE;
    let count = 0;
    for (let run = 0; run < term.runCount; run++) {
      if (!isWanted(run)) continue;
      const end = Math.min(term.count, (run + 1) * RUN);
      for (let rank = run * RUN; rank < end; rank++) {
        const low = lows[rank]!;
        if (this.#terms.length > 1) {
          const bit = 1 << (low & 31);
          if ((this.#seen[low >>> 5]! & bit) !== 0) continue;
          this.#seen[low >>> 5]! |= bit;
        }
        this.#docs[count++] = base + low;
      }
    }
    // A document that an earlier term has was met there, or could not reach the best.
    this.#scoreDocs(count, t);
  }

  /** Documents given, ascending: every one is a match, whichever of the terms it has. */
  amongDocs(block: number, docs: Uint32Array, count: number): void {
    this.#open(block);
    this.#docs.set(docs.subarray(0, count));
    this.#scoreDocs(count, 0);
  }

  /** Offers the documents `#docs[0 … count)`, of which terms from `from` on may hold. */
  #scoreDocs(count: number, from: number): void {
    for (let at = 0; at < count; at += CHUNK) this.#scoreChunk(at, Math.min(CHUNK, count - at), from);
  }

  /** Bounds first, and what they leave exactly: each chunk raises the threshold for the next. */
  #scoreChunk(at: number, size: number, from: number): void {
    const terms = this.#terms;
    let docs = this.#docs.subarray(at, at + size);
    let count = size;
    for (let t = from; t < terms.length; t++) terms[t]!.ranks(docs, count, this.#ranks[t]!);
    const { threshold } = this.#best;
    if (threshold > 0 && terms.length - from > 1) {
      bounds.fill(0, 0, count);
      for (let t = from; t < terms.length; t++) terms[t]!.addBounds(this.#ranks[t]!, count, bounds);
      count = this.#keep(docs, count, from, threshold);
      docs = kept;
    }
    scores.fill(0, 0, count);
    for (let t = from; t < terms.length; t++) terms[t]!.addScores(docs, this.#ranks[t]!, count, scores);
    const { ids } = this.#index;
    const best = this.#best;
    for (let i = 0; i < count; i++) if (scores[i]! >= best.threshold) best.offer(ids[docs[i]!]!, scores[i]!);
  }

  /** Moves what its bound lets in to the front of `kept` and of the ranks. */
  #keep(docs: Uint32Array, count: number, from: number, threshold: number): number {
    let left = 0;
    for (let i = 0; i < count; i++) {
      // Rounding of sums must not keep out what an exact sum would let in.
      if (bounds[i]! * ROUNDING < threshold) continue;
      kept[left] = docs[i]!;
      for (let t = from; t < this.#terms.length; t++) this.#ranks[t]![left] = this.#ranks[t]![i]!;
      left++;
    }
    return left;
  }
}

/** Documents scored at once. */
const CHUNK = 1024;
const ROUNDING = 1 + 1e-9;
const bounds = new Float64Array(CHUNK);
const scores = new Float64Array(CHUNK);
const kept = new Uint32Array(CHUNK);

function bestRun(term: TermInBlock): number {
  let best = 0;
  for (let run = 1; run < term.runCount; run++) if (term.runBound(run) > term.runBound(best)) best = run;
  return best;
}

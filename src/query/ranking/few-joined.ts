/** The best of an intersection where a term is rare: what has all terms is found before anything is read for scores. */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { FEW_MAX } from '../../kernel/kernel.ts';
import { kernel } from '../../kernel/this-thread.ts';
import { ways } from '../../shared/thresholds.ts';
import { narrowTo } from '../operators/kernel-lists.ts';
import type { BestItems } from './best-items.ts';
import type { TermScorer } from './scoring.ts';
import { ROUNDING } from './term-bounds.ts';

/** What {@link FewJoined.join} says of a block in which no term is rare. */
export const NOT_FEW = -1;

/**
 * Scores documents that have all of several terms, and no others. In a block where one term has few documents, the other terms are looked up
 * in the kernel, the frequencies of what is left are read there too, and no bound is.
 */
export class FewJoined {
  readonly #index: IndexReader;
  /** The rarest first. */
  readonly #terms: readonly TermScorer[];
  readonly #best: BestItems;
  /** For each term: its block. */
  readonly #blocks: number[];
  /** The most that each term and all after it can add. */
  readonly #rest: Float64Array;

  constructor(index: IndexReader, terms: readonly TermScorer[], best: BestItems) {
    this.#index = index;
    this.#terms = [...terms].sort((a, b) => a.list.docFreq - b.list.docFreq);
    this.#best = best;
    this.#blocks = terms.map(() => 0);
    this.#rest = new Float64Array(terms.length + 1);
    for (let t = terms.length - 1; t >= 0; t--) this.#rest[t] = this.#rest[t + 1]! + this.#terms[t]!.weight;
  }

  /** Whether so many terms fit. */
  static isFor(terms: number): boolean {
    return terms <= ways.bulkTermsMax;
  }

  /**
   * Scores what has all terms in a block, or, if that is more than a few documents, writes them into `out` and leaves them to the caller.
   * Returns how many are left, or {@link NOT_FEW} if no term is rare there. Blocks are asked in ascending order.
   */
  join(block: number, out: Uint16Array): number {
    const terms = this.#terms;
    const blocks = this.#blocks;
    let driver = 0;
    for (let t = 0; t < terms.length; t++) {
      const { list } = terms[t]!;
      blocks[t] = list.seek(block, blocks[t]);
      if (list.blocks[blocks[t]!] !== block) return 0;
      if (list.counts[blocks[t]!]! < terms[driver]!.list.counts[blocks[driver]!]!) driver = t;
    }
    const { list } = terms[driver]!;
    if (list.counts[blocks[driver]!]! > DRIVER_MAX) return NOT_FEW;
    kernel.beginFew(lows, list.decodeBlock(blocks[driver]!, lows));
    try {
      for (let t = 0; t < terms.length; t++) if (narrowTo(t, terms[t]!.list, blocks[t]!) === 0) return 0;
      const candidates = kernel.collect();
      if (candidates.length > FEW) {
        out.set(candidates);
        return candidates.length;
      }
      for (let from = 0; from < candidates.length; from += ways.postingsAtOnce) {
        this.#score(block, candidates, from, Math.min(candidates.length - from, ways.postingsAtOnce));
      }
      return 0;
    } finally {
      kernel.endMatch();
    }
  }

  /** The rarest term counts most: candidates that cannot be among the best with all that the others can add are dropped after each. */
  #score(block: number, candidates: Uint16Array, from: number, count: number): void {
    const base = block * BLOCK_SIZE;
    const terms = this.#terms;
    const best = this.#best;
    const { alive } = kernel;
    kernel.allAlive(count);
    scores.fill(0, 0, count);
    let left = count;
    for (let t = 0; t < terms.length && left > 0; t++) {
      const { weight, norms } = terms[t]!;
      const frequencies = this.#frequenciesOf(t, from, left);
      const least = best.threshold / ROUNDING - this.#rest[t + 1]!;
      const all = left;
      left = 0;
      for (let i = 0; i < all; i++) {
        const candidate = alive[i]!;
        const tf = frequencies[i]!;
        const score = scores[i]! + (weight * tf) / (tf + norms[base + candidates[from + candidate]!]!);
        if (score < least) continue;
        alive[left] = candidate;
        scores[left++] = score;
      }
    }
    const { ids } = this.#index;
    for (let i = 0; i < left; i++) {
      if (scores[i]! >= best.threshold) best.offer(ids[base + candidates[from + alive[i]!]!]!, scores[i]!);
    }
  }

  /** Frequencies of the t-th term in candidates. Valid until the next call. */
  #frequenciesOf(t: number, from: number, count: number): Uint32Array {
    const { list } = this.#terms[t]!;
    const n = this.#blocks[t]!;
    const short = list.shortFrequencies;
    if (short !== null) {
      const ordinals = kernel.ranks(t, from, count, list.ranks[n]!);
      for (let i = 0; i < count; i++) shortFrequencies[i] = short[ordinals[i]!]!;
      return shortFrequencies;
    }
    kernel.ranks(t, from, count, 0);
    const offset = list.frequencyOffsets[n]!;
    kernel.sumPacks(count, this.#index.frequencies, offset, list.frequencyOffsets[n + 1]! - offset, list.counts[n]!, 0);
    return kernel.frequencies;
  }
}

/** Documents that a rare term may have in a block. */
const DRIVER_MAX = Math.min(ways.fewCandidates, FEW_MAX);
/** Up to this many documents are scored here. */
const FEW = ways.fewDocs;
// Not used across a yield, so that searches that take turns can share them.
const lows = new Uint32Array(FEW_MAX);
const scores = new Float64Array(ways.postingsAtOnce);
const shortFrequencies = new Uint32Array(ways.postingsAtOnce);

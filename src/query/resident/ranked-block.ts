/**
 * Ranks the documents of one block by many terms, in the memory of the resident kernel (assembly/ranking/). Scores are upper
 * bounds of the exact ones, computed with 32-bit floats and one-byte codes of norms.
 */
import type { Norms } from '../../engine/postings/document-lengths.ts';
import { format } from '../../shared/thresholds.ts';
import type { StoredList } from './resident-selection.ts';

/** Maximum terms of a block. */
export const RANKED_TERMS_MAX = 64;
/** Maximum candidates scored together. */
export const RANKED_SLOTS = 256;
/** Maximum k for the top documents of a single term. */
export const RANKED_BESTS_MAX = 256;

const BLOCK_SIZE = 2 ** format.blockBits;

type Region = 'SLOTS' | 'ALLOWED' | 'FREQUENCIES' | 'CANDIDATES';

export interface RankingCode extends Record<Region, { readonly value: number }> {
  readonly next: { readonly value: number };
  readonly bar: { readonly value: number };
  enterTerm(t: number, resident: number, weight: number, codes: number): void;
  beginBlock(): void;
  addTerm(t: number, least: number): void;
  gatherSums(least: number, kept: number): number;
  gatherTerm(t: number, least: number, bound: number): number;
  gatherBest(t: number, least: number, wanted: number, exactPart: number): number;
  boundOfPacks(t: number, wanted: number): number;
  keepAllowed(count: number): number;
  clearScores(count: number): void;
  lookUp(t: number, count: number, least: number, isRequired: number): number;
  scoreOfBest(count: number, wanted: number): number;
  keepBest(count: number, least: number): number;
  markCandidates(count: number): void;
  takeSlots(from: number, count: number, least: number, below: number): number;
  readSlots(t: number, count: number): void;
}

/** The memory that lists share. */
interface ResidentMemory {
  /** Changes whenever everything is dropped. Terms must then be entered again. */
  readonly generation: number;
  prepare(norms: readonly Norms[]): void;
  readonly codes: { of(norms: Norms): number };
  blockOf(list: StoredList, block: number): number;
}

/**
 * For each block, call `beginBlock`, then `enter` for each term before gathering or adding it. The block of the term
 * must be resident, with its frequencies. Then gather candidates, and take them into slots. Another run of the resident
 * kernel in between may drop the blocks, which changes `generation`, but keeps candidates, sums and slots.
 */
export class RankedBlock {
  readonly #code: RankingCode;
  readonly #memory: ResidentMemory;
  /**
   * `slots` has the document of each slot. From index `256 · t` on, `frequencies` has the frequency of the t-th term for each
   * slot.
   */
  slots = new Uint16Array(0);
  frequencies = new Uint32Array(0);
  candidates = new Uint16Array(0);
  allowed = new Uint32Array(0);

  constructor(code: RankingCode, memory: ResidentMemory) {
    this.#code = code;
    this.#memory = memory;
  }

  /** Creates the views again after the memory has grown. */
  look(buffer: ArrayBuffer): void {
    this.slots = new Uint16Array(buffer, this.#code.SLOTS.value, RANKED_SLOTS);
    this.frequencies = new Uint32Array(buffer, this.#code.FREQUENCIES.value, RANKED_SLOTS * RANKED_TERMS_MAX);
    this.candidates = new Uint16Array(buffer, this.#code.CANDIDATES.value, BLOCK_SIZE);
    this.allowed = new Uint32Array(buffer, this.#code.ALLOWED.value, BLOCK_SIZE / 32);
  }

  /** Changes whenever all blocks are dropped: then terms must be entered again. */
  get generation(): number {
    return this.#memory.generation;
  }

  /** Begins a block for terms with these norms. */
  beginBlock(norms: readonly Norms[]): void {
    this.#memory.prepare(norms);
    this.#code.beginBlock();
  }

  /** Enters a block of a list as the t-th term. `weight` is its maximum score. */
  enter(t: number, list: StoredList, block: number, weight: number, norms: Norms): void {
    const codes = this.#memory.codes.of(norms) + block * BLOCK_SIZE;
    this.#code.enterTerm(t, this.#memory.blockOf(list, block), weight, codes);
  }

  /** Adds a term to the sums of its documents, except to those where it scores less than `least`. */
  addTerm(t: number, least: number): void {
    this.#code.addTerm(t, least);
  }

  /**
   * Makes the documents with a sum of at least `least` the candidates. Returns how many. `areKept`: whether to keep the
   * sums.
   */
  gatherSums(least: number, areKept: boolean): number {
    return this.#code.gatherSums(least, areKept ? 1 : 0);
  }

  /**
   * Makes those documents candidates for which a term scores at least `least`. With `bestPacks`, uses only about this
   * many of the best packs.
   */
  gatherTerm(t: number, least: number, bestPacks = 0): number {
    return this.#code.gatherTerm(t, least, bestPacks === 0 ? 0 : this.#code.boundOfPacks(t, bestPacks));
  }

  /**
   * Makes those documents candidates that may be in the top `wanted` of a term and score at least `least`. Reads packs
   * by descending bound until none can be in the top. The list must have packs, and `wanted` be at most
   * `RANKED_BESTS_MAX`. The exact score is at least `exactPart` times the one found here, apart from rounding.
   */
  gatherBest(t: number, least: number, wanted: number, exactPart: number): number {
    return this.#code.gatherBest(t, least, wanted, exactPart);
  }

  /** Every document that the last `gatherBest` skipped scores less than this. */
  get bar(): number {
    return this.#code.bar.value;
  }

  /** Keeps the candidates that the caller has marked in `allowed`. Returns how many. */
  keepAllowed(count: number): number {
    return this.#code.keepAllowed(count);
  }

  /** Clears the scores of the first `count` of `candidates`, which the caller has written. */
  clearScores(count: number): void {
    this.#code.clearScores(count);
  }

  /** Adds a term to the scores of the candidates. Drops those below `least`. Returns how many are left. */
  lookUp(t: number, count: number, least: number, isRequired: boolean): number {
    return this.#code.lookUp(t, count, least, isRequired ? 1 : 0);
  }

  /** Returns a score that at least `wanted` candidates reach, and not many more. */
  scoreOfBest(count: number, wanted: number): number {
    return this.#code.scoreOfBest(count, wanted);
  }

  /** Keeps the candidates that score at least `least`. Returns how many. */
  keepBest(count: number, least: number): number {
    return this.#code.keepBest(count, least);
  }

  /** Marks the candidates, so that they are not gathered again in this block. */
  markCandidates(count: number): void {
    this.#code.markCandidates(count);
  }

  /**
   * Gives slots to candidates with scores from `least` up to, but not including, `below`, starting at the `from`-th of `count`.
   * Returns how many.
   */
  takeSlots(from: number, count: number, least: number, below: number): number {
    return this.#code.takeSlots(from, count, least, below);
  }

  /** The index of the first candidate after those that got slots last. */
  get next(): number {
    return this.#code.next.value;
  }

  /** Reads the frequencies of a term for the first `count` slots. */
  readSlots(t: number, count: number): void {
    this.#code.readSlots(t, count);
  }
}

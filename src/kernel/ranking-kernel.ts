/**
 * Finds the documents of a block that may be in the top k; compiled to WebAssembly from assembly/ranking/ranking.ts. Owns the
 * memory of the code. Its scores are upper bounds of the exact ones, computed with 32-bit floats and one-byte codes of norms.
 */
import { format } from '../shared/thresholds.ts';
import { type Norms, writeBounds, writeCodes, writeLeastNorms } from './norm-codes.ts';
import { code } from './ranking-code.ts';
import { type GrowingMemory, growTo, startCode } from './wasm-memory.ts';

/** Maximum terms of a block. */
export const RANKED_TERMS_MAX = 64;
/** Maximum candidates scored together. */
export const RANKED_SLOTS = 256;
/** Block form: an array of documents, with an array of frequencies. */
export const LISTED = 3;
/** Maximum k for the top documents of a single term. */
export const RANKED_BESTS_MAX = 64;
/** Bytes of a bitmap with the ranks of its words. */
const BITS_BYTES = 10_240;

const BLOCK_SIZE = 2 ** format.blockBits;
/** Bytes of codes cached for all fields of all indexes. */
const CODES_MAX = 64 * 2 ** 20;
/** Bytes that may be read past a list. */
const MORE_BYTES = 64;

type Region = ('NORMS' | 'BOUNDS' | 'SLOTS' | 'ALLOWED' | 'FREQUENCIES') | ('CANDIDATES' | 'LISTS');

interface Code extends Record<Region, { readonly value: number }> {
  readonly memory: GrowingMemory;
  readonly next: { readonly value: number };
  readonly bar: { readonly value: number };
  setPackBits(bits: number): void;
  setTerm(t: number, weight: number, codes: number): void;
  setDocs(t: number, form: number, at: number, length: number, count: number): void;
  setRecord(t: number, at: number, packs: number): void;
  beginBlock(): void;
  addTerm(t: number, least: number): void;
  gatherSums(least: number, kept: number): number;
  gatherTerm(t: number, least: number, bound: number): number;
  gatherBest(t: number, least: number, wanted: number): number;
  boundOfPacks(t: number, wanted: number): number;
  keepAllowed(count: number): number;
  keepWith(t: number, count: number): number;
  clearScores(count: number): void;
  makeBits(t: number, at: number): void;
  lookUp(t: number, count: number, least: number, isRequired: number): number;
  scoreOfBest(count: number, wanted: number): number;
  keepBest(count: number, least: number): number;
  markCandidates(count: number): void;
  takeSlots(from: number, count: number, least: number, below: number): number;
  readSlots(t: number, count: number): void;
}

/**
 * Call for each block: `beginBlock`; then each term with its documents, before it is gathered, added or kept; and its
 * frequencies, except for `keepWith`. Then candidates are gathered, and taken into slots.
 */
export class RankingKernel {
  readonly #code: Code;
  /** Keyed by norms: the address of their codes. */
  #codes = new WeakMap<Norms, number>();
  /** The end of the codes, and the beginning of the lists of the block. */
  #lists = 0;
  #end = 0;
  /** The whole memory. */
  bytes = new Uint8Array(0);
  /** Indexed by slot: the document, and from `256 · t` on the frequency of the t-th term. */
  slots = new Uint16Array(0);
  frequencies = new Uint32Array(0);
  candidates = new Uint16Array(0);
  allowed = new Uint32Array(0);

  /** `bounds` has the bound of each impact of a directory. */
  constructor(bounds: Float64Array) {
    this.#code = startCode<Code>(code);
    this.#lists = this.#code.LISTS.value;
    this.#end = this.#lists;
    this.#code.setPackBits(format.packBits);
    this.#look();
    writeLeastNorms(this.#code.memory.buffer, this.#code.NORMS.value);
    writeBounds(bounds, this.#code.memory.buffer, this.#code.BOUNDS.value);
  }

  #look(): void {
    const { buffer } = this.#code.memory;
    this.bytes = new Uint8Array(buffer);
    this.slots = new Uint16Array(buffer, this.#code.SLOTS.value, RANKED_SLOTS);
    this.frequencies = new Uint32Array(buffer, this.#code.FREQUENCIES.value, RANKED_SLOTS * RANKED_TERMS_MAX);
    this.candidates = new Uint16Array(buffer, this.#code.CANDIDATES.value, BLOCK_SIZE);
    this.allowed = new Uint32Array(buffer, this.#code.ALLOWED.value, BLOCK_SIZE / 32);
  }

  /** Makes codes for the norms of the terms of a search. Codes of others may be dropped. */
  #prepare(norms: readonly Norms[]): void {
    let missing = 0;
    for (const own of norms) if (!this.#codes.has(own)) missing += own.numbers.length + 7;
    if (missing === 0) return;
    const first = this.#code.LISTS.value;
    const isFull = this.#lists + missing > first + CODES_MAX;
    if (isFull) {
      this.#codes = new WeakMap();
      this.#lists = first;
    }
    for (const own of norms) if (!this.#codes.has(own)) this.#addCodes(own);
  }

  #addCodes(norms: Norms): void {
    const at = this.#lists;
    this.#lists = (at + norms.numbers.length + 7) & ~7;
    this.#reach(this.#lists);
    writeCodes(norms, this.bytes, at);
    this.#codes.set(norms, at);
  }

  #reach(end: number): void {
    if (end + MORE_BYTES <= this.bytes.length) return;
    growTo(this.#code.memory, end + MORE_BYTES);
    this.#look();
  }

  /** Begins a block for terms with these norms. */
  beginBlock(norms: readonly Norms[]): void {
    this.#prepare(norms);
    this.#end = this.#lists;
    this.#code.beginBlock();
  }

  /** Allocates `length` bytes for a list of the block. Replaces the views. */
  roomFor(length: number): number {
    const at = this.#end;
    this.#end = (at + length + 7) & ~7;
    this.#reach(this.#end);
    return at;
  }

  /** Begins the t-th term, which scores at most `weight`. The block begins with document `base`. */
  setTerm(t: number, weight: number, norms: Norms, base: number): void {
    this.#code.setTerm(t, weight, this.#codes.get(norms)! + base);
  }

  /** Sets the documents of the t-th term: `length` bytes at `at`. */
  setDocs(t: number, form: number, at: number, length: number, count: number): void {
    this.#code.setDocs(t, form, at, length, count);
  }

  /** Sets the address of the frequencies of the t-th term. */
  setRecord(t: number, at: number, packs: number): void {
    this.#code.setRecord(t, at, packs === 0 ? 0 : this.roomFor(8 * packs));
  }

  /** Adds a term to the sums of its documents, except where it scores less than `least`. */
  addTerm(t: number, least: number): void {
    this.#code.addTerm(t, least);
  }

  /** Makes the documents with a sum of at least `least` the candidates. Returns how many. Keeps or drops the sums. */
  gatherSums(least: number, areKept: boolean): number {
    return this.#code.gatherSums(least, areKept ? 1 : 0);
  }

  /**
   * Makes the documents that score at least `least` by a term the candidates. With `bestPacks`, uses only about this many of
   * the best packs.
   */
  gatherTerm(t: number, least: number, bestPacks = 0): number {
    return this.#code.gatherTerm(t, least, bestPacks === 0 ? 0 : this.#code.boundOfPacks(t, bestPacks));
  }

  /**
   * Makes the documents that may be in the top `wanted` of a term, and score at least `least`, the candidates. Reads packs by
   * descending bound until none can be in the top. For lists with packs, up to `RANKED_BESTS_MAX`.
   */
  gatherBest(t: number, least: number, wanted: number): number {
    return this.#code.gatherBest(t, least, wanted);
  }

  /** Documents that the last `gatherBest` skipped score less than this. */
  get bar(): number {
    return this.#code.bar.value;
  }

  /** Keeps the candidates that are `allowed`, as written by the caller. Returns how many. */
  keepAllowed(count: number): number {
    return this.#code.keepAllowed(count);
  }

  /** Clears the scores of the first `count` of `candidates`, which the caller has written. */
  clearScores(count: number): void {
    this.#code.clearScores(count);
  }

  /** Keeps the candidates that have a term. Returns how many. */
  keepWith(t: number, count: number): number {
    return this.#code.keepWith(t, count);
  }

  /** Makes a bitmap of a term that is stored as gaps or bitmap, so that many lookups are cheap. */
  makeBits(t: number): void {
    this.#code.makeBits(t, this.roomFor(BITS_BYTES));
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

  /** The first candidate after the last ones that got slots. */
  get next(): number {
    return this.#code.next.value;
  }

  /** Reads the frequencies of a term for the first `count` slots. */
  readSlots(t: number, count: number): void {
    this.#code.readSlots(t, count);
  }
}

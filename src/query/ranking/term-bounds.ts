/** A term in one block of documents: the bounds of its scores, and its block in the kernel. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { BITMAP, GAPS, INTERVALS } from '../../engine/postings/doc-block.ts';
import { IMPACT_BOUNDS, PACK, PACK_BITS } from '../../engine/postings/frequencies.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { putDocs, putRecords } from '../operators/resident-blocks.ts';
import { kernel } from '../resident/this-thread.ts';
import type { TermScorer } from './scoring.ts';

/** Weights whose sums and quotients 32-bit floats can represent. */
export const WEIGHT_MIN = 1e-30;
export const WEIGHT_MAX = 1e30;
/** Bytes of a pack in its directory: the impact, and a length below 2^14. */
const DIRECTORY_ENTRY_MAX = 3;

export class TermInBlock {
  readonly #index: IndexReader;
  readonly list: PostingList;
  readonly scorer: TermScorer;
  /** Its number in the kernel. Terms are added in this order, so that equal documents have equal scores. */
  readonly number: number;
  /** Whether documents without the term cannot match. */
  readonly isRequired: boolean;
  readonly #weight: number;
  /** The index of the current block in the list. */
  #n = 0;
  #block = 0;
  #isThere = false;
  #hasBits = false;
  /** The kernel's generation when these blocks were entered. */
  #generation = 0;
  /** Documents in the current block. */
  count = 0;
  /** Bound on the score of any posting in the block. */
  bound = 0;
  /** Whether the scores of candidates include it. */
  isCounted = false;

  constructor(index: IndexReader, scorer: TermScorer, number: number, isRequired: boolean) {
    this.#index = index;
    this.list = scorer.list;
    this.scorer = scorer;
    this.number = number;
    this.isRequired = isRequired;
    this.#weight = scorer.bound;
  }

  /** Returns the first block at or after `block` with the term; Infinity if there is none. */
  nextBlock(block: number): number {
    const { blocks } = this.list;
    if (this.#n > 0 && blocks[this.#n - 1]! >= block) this.#n = 0;
    this.#n = this.list.seek(block, this.#n);
    return this.#n < blocks.length ? blocks[this.#n]! : Number.POSITIVE_INFINITY;
  }

  /** Moves to a block. */
  open(block: number): void {
    this.#block = block;
    this.#isThere = false;
    this.#hasBits = false;
    this.isCounted = false;
    this.count = this.nextBlock(block) === block ? this.list.counts[this.#n]! : 0;
    this.bound = this.count === 0 ? 0 : this.#weight * IMPACT_BOUNDS[this.#impact()]!;
  }

  /** Returns the highest impact of the block, which is read once and cached with the list. */
  #impact(): number {
    const { list } = this;
    const n = this.#n;
    if (list.shortDocs !== null) return 255;
    if (list.impacts[n] === 0) readImpacts(list, n, this.#index.frequencies);
    return list.impacts[n]! - 1;
  }

  /** Enters the documents of the block and their frequencies into the kernel. */
  put(): void {
    if (this.#generation !== ranked.generation) {
      this.#generation = ranked.generation;
      this.#isThere = false;
      this.#hasBits = false;
    }
    if (this.#isThere) return;
    this.#isThere = true;
    const { list } = this;
    const block = this.#block;
    if (!kernel.hasDocs(list, block)) putDocs(list, block, block + 1);
    if (!kernel.hasFrequencies(list, block)) putRecords(list, block, block + 1, this.#index.frequencies);
    this.#enter();
  }

  #enter(): void {
    ranked.enter(this.number, this.list, this.#block, this.#weight, this.scorer.norms);
  }

  /** Whether the block has packs of frequencies. */
  get hasPacks(): boolean {
    return this.list.shortFrequencies === null;
  }

  /** Computes the ranks of a bitmap, so that the documents of one pack can be read without those of previous packs. */
  rankBitmap(): void {
    if (this.list.shortDocs === null && this.list.formOf(this.#n) === BITMAP) this.#makeBits();
  }

  /**
   * Call this before looking up this many documents, ascending. Makes a bitmap if it pays off. Unlike `makeBitsFor` of the kernel,
   * it ignores earlier lookups: pruning leaves few documents for most blocks, and each bitmap takes 10 KB.
   */
  expect(lookups: number): void {
    const { list } = this;
    if (lookups < BITS_FROM || list.shortDocs !== null) return;
    const form = list.formOf(this.#n);
    if (form === INTERVALS || (form === GAPS && lookups * GAPS_SHARE < list.bytesOf(this.#n))) return;
    this.#makeBits();
  }

  #makeBits(): void {
    if (this.#hasBits) return;
    this.#hasBits = true;
    kernel.makeBits(this.list, this.#block);
    this.#enter();
  }
}

/**
 * Finds the highest impact of the n-th block of a list, and of following blocks whose pack directories are in the same verified
 * bytes.
 */
export function readImpacts(list: PostingList, n: number, frequencies: StreamReader): void {
  const { frequencyOffsets, counts, impacts } = list;
  const from = frequencyOffsets[n]!;
  frequencies.peek(from, directoryBytes(list, n));
  const { bytes, start, viewTo } = frequencies;
  for (let i = n; i < counts.length; i++) {
    const offset = frequencyOffsets[i]!;
    if (offset + directoryBytes(list, i) > viewTo) return;
    let highest = 0;
    let at = start + (offset - from);
    for (let left = packsOf(counts[i]!); left > 0; left--) {
      if (bytes[at]! > highest) highest = bytes[at]!;
      at++;
      while (bytes[at]! > 127) at++;
      at++;
    }
    impacts[i] = highest + 1;
  }
}

/** Maximum bytes of the pack directory of a block. */
function directoryBytes({ frequencyOffsets, counts }: PostingList, n: number): number {
  return Math.min(frequencyOffsets[n + 1]! - frequencyOffsets[n]!, packsOf(counts[n]!) * DIRECTORY_ENTRY_MAX);
}

function packsOf(count: number): number {
  return (count + PACK - 1) >>> PACK_BITS;
}

/** A bitmap does not pay off for fewer lookups than this, or than this fraction of the bytes of gaps. */
const BITS_FROM = tuning.rankedBits;
const GAPS_SHARE = tuning.rankedShare;
const { ranked } = kernel;

/** Leaf operator over a bitmap that was computed when the query was planned. */
import { popcount } from '../../codec/bits.ts';
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import type { BlockSet } from './block-set.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import { type MadeBitmap, NO_BLOCK, type Operator } from './operator.ts';

/**
 * Documents computed beforehand, as a bitmap over all documents, in whole blocks. Used for the expansion of a range of terms or
 * numbers.
 */
export class DocBitmap implements Operator {
  readonly name: string;
  readonly detail: string;
  readonly children: readonly Operator[] = [];
  readonly isNothing = false;
  readonly relevance = null;
  readonly cost: number;
  readonly exactCount: number;
  readonly words: Uint32Array;

  /** `count` is the number of set bits, if known. */
  constructor(words: Uint32Array, name: string, detail: string, count: number | null = null) {
    this.words = words;
    this.name = name;
    this.detail = detail;
    this.exactCount = count ?? popcount(words);
    this.cost = this.exactCount;
  }

  listShape(): ListShape {
    return UNKNOWN_SHAPE;
  }

  madeBitmap(): MadeBitmap {
    return { words: this.words, count: this.exactCount };
  }

  nextBlock(from: number): number {
    for (let word = from * BLOCK_WORDS; word < this.words.length; word++) {
      if (this.words[word] !== 0) return Math.floor(word / BLOCK_WORDS);
    }
    return NO_BLOCK;
  }

  load(block: number, out: BlockSet): void {
    out.isSparse = false;
    const first = block * BLOCK_WORDS;
    out.words.set(this.words.subarray(first, first + BLOCK_WORDS));
  }

  retain(block: number, set: BlockSet): void {
    this.#narrow(block, set, 0);
  }

  remove(block: number, set: BlockSet): void {
    this.#narrow(block, set, -1);
  }

  /** Intersects with the words, each XORed with `flip`. */
  #narrow(block: number, set: BlockSet, flip: 0 | -1): void {
    const first = block * BLOCK_WORDS;
    const { words } = this;
    if (!set.isSparse) {
      for (let i = 0; i < BLOCK_WORDS; i++) set.words[i]! &= words[first + i]! ^ flip;
      return;
    }
    let length = 0;
    for (let i = 0; i < set.length; i++) {
      const low = set.docs[i]!;
      if (((words[first + (low >>> 5)]! ^ flip) & (1 << (low & 31))) !== 0) set.docs[length++] = low;
    }
    set.length = length;
  }

  unite(block: number, words: Uint32Array, first: number): void {
    const own = block * BLOCK_WORDS;
    for (let i = 0; i < BLOCK_WORDS; i++) words[first + i]! |= this.words[own + i]!;
  }
}

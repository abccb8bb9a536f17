/** The documents of an answer, in the smaller of two forms: an ascending list, or a bitmap over the index. */
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { kernel } from '../resident/this-thread.ts';

export class FoundDocs {
  readonly count: number;
  /** Exactly one of the two is null. */
  readonly docs: Uint32Array | null;
  readonly words: Uint32Array | null;

  private constructor(count: number, docs: Uint32Array | null, words: Uint32Array | null) {
    this.count = count;
    this.docs = docs;
    this.words = words;
  }

  /** Must ascend. */
  static ofDocs(docs: Uint32Array): FoundDocs {
    return new FoundDocs(docs.length, docs, null);
  }

  /** In whole blocks. */
  static ofWords(words: Uint32Array, count: number): FoundDocs {
    return new FoundDocs(count, null, words);
  }

  /** Counts the bitmap first. */
  static *counted(words: Uint32Array): Generator<void, FoundDocs> {
    let count = 0;
    for (let word = 0; word < words.length; word += BLOCK_WORDS) {
      count += kernel.bits.count(words.subarray(word, word + BLOCK_WORDS));
      yield;
    }
    return new FoundDocs(count, null, words);
  }

  get bytes(): number {
    return this.docs?.byteLength ?? this.words!.byteLength;
  }

  /** Returns all of them as a list, possibly shared. Do not change it. */
  *list(): Generator<void, Uint32Array> {
    if (this.docs !== null) return this.docs;
    claimMemory(4 * this.count, 'the list of hits');
    const docs = new Uint32Array(this.count);
    const words = this.words!;
    let at = 0;
    for (let word = 0; word < words.length; word += BLOCK_WORDS) {
      at = kernel.bits.listBlock(words, word, docs, at);
      yield;
    }
    return docs;
  }

  /** Returns all of them as a bitmap, possibly shared. Do not change it. */
  bitmap(bitmapWords: number): Uint32Array {
    if (this.words !== null) return this.words;
    claimMemory(4 * bitmapWords, 'the set of hits');
    const words = new Uint32Array(bitmapWords);
    for (const doc of this.docs!) words[doc >>> 5]! |= 1 << (doc & 31);
    return words;
  }
}

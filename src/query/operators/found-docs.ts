/** The documents of an answer, in the smaller of two forms: a list that ascends, or a bitmap over the index. */
import { BLOCK_WORDS } from '../../codec/doc-block.ts';
import { kernel } from '../../kernel/this-thread.ts';
import { claimMemory } from '../../shared/query-memory.ts';

export class FoundDocs {
  readonly count: number;
  /** One of both is null. */
  readonly docs: Uint32Array | null;
  readonly words: Uint32Array | null;

  private constructor(count: number, docs: Uint32Array | null, words: Uint32Array | null) {
    this.count = count;
    this.docs = docs;
    this.words = words;
  }

  /** They ascend. */
  static ofDocs(docs: Uint32Array): FoundDocs {
    return new FoundDocs(docs.length, docs, null);
  }

  /** Of whole blocks. */
  static ofWords(words: Uint32Array, count: number): FoundDocs {
    return new FoundDocs(count, null, words);
  }

  get bytes(): number {
    return this.docs?.byteLength ?? this.words!.byteLength;
  }

  /** All of them as a list, which may be theirs: it must not be changed. */
  *list(): Generator<void, Uint32Array> {
    if (this.docs !== null) return this.docs;
    claimMemory(4 * this.count, 'the list of hits');
    const docs = new Uint32Array(this.count);
    const words = this.words!;
    let at = 0;
    for (let word = 0; word < words.length; word += BLOCK_WORDS) {
      at = kernel.listBlock(words, word, docs, at);
      yield;
    }
    return docs;
  }

  /** All of them as a bitmap, which may be theirs: it must not be changed. */
  bitmap(bitmapWords: number): Uint32Array {
    if (this.words !== null) return this.words;
    claimMemory(4 * bitmapWords, 'the set of hits');
    const words = new Uint32Array(bitmapWords);
    for (const doc of this.docs!) words[doc >>> 5]! |= 1 << (doc & 31);
    return words;
  }
}

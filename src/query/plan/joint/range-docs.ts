/** Collects the documents of a range of words: in a list while they are few, then in a bitmap. */
import { popcount } from '../../../codec/bits.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import { PostingList } from '../../../engine/postings/posting-list-reader.ts';
import { claimMemory } from '../../../shared/query-memory.ts';
import { tuning } from '../../../shared/thresholds.ts';
import { SPARSE_MAX } from '../../operators/block-set.ts';
import { DocBitmap } from '../../operators/doc-bitmap.ts';
import { Nothing } from '../../operators/nothing.ts';
import type { Operator } from '../../operators/operator.ts';
import { TermOperator } from '../../operators/term.ts';

export class RangeDocs {
  readonly #bitmapWords: number;
  /** Maximum length of the list. A longer one would take more memory than it saves. */
  readonly #most: number;
  /** Ascending within each added part. */
  #list: number[] = [];
  #bitmap: Uint32Array | null = null;
  /** Whether the memory of a bitmap is claimed. */
  #isClaimed = false;
  /** Words of the range so far. */
  words = 0;

  /** `words`: approximate number of words. If there are many, memory for a bitmap is claimed immediately. */
  constructor({ bitmapWords }: IndexReader, words: number) {
    this.#bitmapWords = bitmapWords;
    this.#most = Math.min(SPARSE_MAX, Math.ceil(bitmapWords / tuning.wordsPerPoint) - 1);
    if (words > this.#most) this.#claim();
  }

  /** Adds the documents of this many words to all of several ranges. */
  static addAll(ranges: readonly RangeDocs[], bitmap: Uint32Array, words: number): void {
    const count = popcount(bitmap);
    const few = ranges.some((one) => one.#isListWith(count)) ? docsIn(bitmap, count) : null;
    for (const one of ranges) {
      one.words += words;
      if (few !== null && one.#isListWith(count)) one.#list.push(...few);
      else one.#unite(bitmap);
    }
  }

  operator(detail: string): Operator {
    const shown = `${detail} (${this.words} terms)`;
    if (this.#bitmap !== null) return new DocBitmap(this.#bitmap, 'terms', shown);
    if (this.#list.length === 0) return new Nothing(detail);
    const docs = Uint32Array.from(new Set(this.#list)).sort();
    claimMemory(docs.byteLength, DOCUMENTS);
    return new TermOperator(PostingList.ofDocs(docs), 'terms', shown);
  }

  #isListWith(count: number): boolean {
    return !this.#isClaimed && this.#list.length + count <= this.#most;
  }

  #unite(bitmap: Uint32Array): void {
    const words = this.#bitmap ?? this.#becomeBitmap();
    for (let i = 0; i < words.length; i++) words[i]! |= bitmap[i]!;
  }

  #becomeBitmap(): Uint32Array {
    if (!this.#isClaimed) this.#claim();
    const words = new Uint32Array(this.#bitmapWords);
    for (const doc of this.#list) words[doc >>> 5]! |= 1 << (doc & 31);
    this.#list = [];
    this.#bitmap = words;
    return words;
  }

  #claim(): void {
    claimMemory(4 * this.#bitmapWords, DOCUMENTS);
    this.#isClaimed = true;
  }
}

const DOCUMENTS = 'the documents of a pattern or range';

function docsIn(bitmap: Uint32Array, count: number): Uint32Array {
  const docs = new Uint32Array(count);
  let found = 0;
  for (let i = 0; found < count; i++) {
    for (let word = bitmap[i]!; word !== 0; word &= word - 1) docs[found++] = 32 * i + 31 - Math.clz32(word & -word);
  }
  return docs;
}

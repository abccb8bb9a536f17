/**
 * The documents of a part of an index that the case no longer hasbecause their file is gone or a later part has its new
 * state. Parts are immutable, so these documents are listed as ranges next to a part, and searches skip them.
 */
import { hasBit, setBit } from '../../codec/bits.ts';
import { BLOCK_SIZE } from './doc-block.ts';
import type { BlockedDocuments } from './document-lengths.ts';
import { PostingList } from './posting-list-reader.ts';

/** Documents from the first number up to the second, exclusive. */
export type DocRange = readonly [from: number, to: number];

export class StruckDocuments {
  /** Ascending, without overlaps. */
  readonly ranges: readonly DocRange[];
  readonly count: number;
  /** A bitmap over the index. Do not change it. */
  readonly words: Uint32Array;
  /** The struck documents as a posting list. */
  readonly list: PostingList;

  /** `bitmapWords`: number of words in a bitmap over the index. */
  constructor(ranges: readonly DocRange[], bitmapWords: number) {
    this.ranges = ranges;
    this.count = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    this.words = new Uint32Array(bitmapWords);
    for (const doc of this.documents()) setBit(this.words, doc);
    this.list = PostingList.ofBitmap(this.words);
  }

  has(doc: number): boolean {
    return doc >= 0 && hasBit(this.words, doc);
  }

  *documents(): Generator<number, void, undefined> {
    for (const [from, to] of this.ranges) for (let doc = from; doc < to; doc++) yield doc;
  }

  /** Clears the bits of the struck documents. */
  clearIn(words: Uint32Array): void {
    for (const doc of this.documents()) words[doc >>> 5]! &= ~(1 << (doc & 31));
  }

  /** Whether any document of a block is struck. */
  areIn(block: number): boolean {
    return this.count > 0 && this.list.blocks[this.list.seek(block)] === block;
  }

  /** Counts the struck documents of a list. Decodes only blocks with struck documents. */
  countIn(list: BlockedDocuments): number {
    let count = 0;
    let docs: Uint16Array | null = null;
    let at = 0;
    for (let n = 0; n < list.blocks.length && at < this.list.blocks.length; n++) {
      const block = list.blocks[n]!;
      at = this.list.seek(block, at);
      if (this.list.blocks[at] !== block) continue;
      docs ??= new Uint16Array(BLOCK_SIZE);
      const length = list.decodeBlock(n, docs);
      for (let i = 0; i < length; i++) if (this.has(block * BLOCK_SIZE + docs[i]!)) count++;
    }
    return count;
  }
}

export const NONE_STRUCK = new StruckDocuments([], 0);

/**
 * Maximum number of ranges over all parts of an index. The list of parts is read into memory, so its size is limited.
 */
export const STRUCK_RANGES_MAX = 2 ** 15;

/**
 * Whether the ranges are ascending, separate, not empty, and below the number of documents. Checks a list that was read
 * from a file.
 */
export function areRangesOf(documents: number, ranges: readonly DocRange[]): boolean {
  let last = 0;
  for (const [from, to] of ranges) {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < last || to <= from) return false;
    last = to;
  }
  return last <= documents;
}

/** Returns the union of two lists of ranges, ascending, with adjacent ranges joined. */
export function unionOfRanges(a: readonly DocRange[], b: readonly DocRange[]): readonly DocRange[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...a, ...b].sort((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (from === to) continue;
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

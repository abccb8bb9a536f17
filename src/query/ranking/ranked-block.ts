/** Maps documents of a posting list to ranks and back, within one block. */

import { bitsIn } from '../../codec/bits.ts';
import { BITMAP, BLOCK_WORDS, bitmapWords, INTERVALS } from '../../codec/doc-block.ts';
import { PACK } from '../../codec/frequencies.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { ways } from '../../shared/thresholds.ts';
import { SPARSE_MAX } from '../operators/block-set.ts';

/**
 * The documents of one block of a list by rank, and ranks by document: frequencies are stored by rank. A bitmap gets a
 * directory of how many documents come before each word, for lookups in any order; an array is searched from where the
 * previous search ended.
 */
export class RankedBlock {
  /** Unused instances: allocating their arrays costs more than a small query. */
  static readonly #free: RankedBlock[] = [];

  /** One from the pool; `release` gives it back. One that is not released is simply garbage-collected. */
  static take(): RankedBlock {
    return RankedBlock.#free.pop() ?? new RankedBlock();
  }

  release(): void {
    this.#list = null;
    this.#words = NO_WORDS;
    if (RankedBlock.#free.length < FREE_MAX) RankedBlock.#free.push(this);
  }

  #list: PostingList | null = null;
  #n = 0;
  #isRead = false;
  #isBitmap = false;
  #words: Uint32Array = NO_WORDS;
  /** Documents before each word. Like every array here it is allocated on demand: a query may have many words. */
  #before: Uint16Array = NO_DOCS;
  /** The bitmap of a block that is stored as intervals. */
  #own: Uint32Array | null = null;
  /** The documents, unless they are a bitmap: `#docs[0 … #count)`. */
  #docs: Uint16Array = NO_DOCS;
  #count = 0;
  #at = 0;

  /** Moves to the n-th block of a list; data is read on demand. */
  open(list: PostingList, n: number): void {
    this.#list = list;
    this.#n = n;
    this.#isRead = false;
  }

  #read(): void {
    const list = this.#list!;
    const n = this.#n;
    this.#isRead = true;
    this.#at = 0;
    const form = list.shortDocs !== null ? null : list.formOf(n);
    this.#isBitmap = form === BITMAP || form === INTERVALS;
    if (!this.#isBitmap) {
      const count = Math.min(list.counts[n]!, SPARSE_MAX);
      if (count > this.#docs.length) this.#docs = new Uint16Array(Math.min(SPARSE_MAX, count * 2));
      this.#count = Math.min(list.decodeBlock(n, this.#docs), count);
      return;
    }
    if (form === BITMAP) {
      list.fetchBlock(n);
      this.#words = bitmapWords(list.bytes, list.start, list.end);
    } else {
      this.#own ??= new Uint32Array(BLOCK_WORDS);
      list.uniteBlock(n, this.#own.fill(0));
      this.#words = this.#own;
    }
    const words = this.#words;
    if (this.#before.length === 0) this.#before = new Uint16Array(BLOCK_WORDS);
    const before = this.#before;
    let count = 0;
    for (let i = 0; i < words.length; i++) {
      before[i] = count;
      count += bitsIn(words[i]!);
    }
  }

  /** Writes the rank of each of the ascending documents `lows[0 … count)` into `out`, -1 if it is not there. */
  ranks(lows: Uint16Array, count: number, out: Int32Array): void {
    if (!this.#isRead) this.#read();
    if (!this.#isBitmap) {
      this.#ranksInArray(lows, count, out);
      return;
    }
    const words = this.#words;
    const before = this.#before;
    for (let i = 0; i < count; i++) {
      const low = lows[i]!;
      const at = low >>> 5;
      const word = at < words.length ? words[at]! : 0;
      const bit = 1 << (low & 31);
      out[i] = (word & bit) === 0 ? -1 : before[at]! + bitsIn(word & (bit - 1));
    }
  }

  #ranksInArray(lows: Uint16Array, count: number, out: Int32Array): void {
    const docs = this.#docs;
    let at = this.#at;
    if (count === 0) return;
    if (at >= this.#count || docs[at]! > lows[0]!) at = 0;
    const length = Math.min(this.#count, this.#firstFrom(at, lows[count - 1]!) + 1);
    const isDense = length - at <= count * GALLOP_FROM;
    for (let i = 0; i < count; i++) {
      const low = lows[i]!;
      if (isDense) while (at < length && docs[at]! < low) at++;
      else at = this.#firstFrom(at, low);
      out[i] = at < length && docs[at] === low ? at : -1;
    }
    this.#at = at;
  }

  /** The first rank from `from` on whose document is not below `low`: gallops to a range that contains it, then bisects. */
  #firstFrom(from: number, low: number): number {
    const docs = this.#docs;
    const length = this.#count;
    let at = from;
    let end = from;
    for (let step = 1; end < length && docs[end]! < low; step *= 2) {
      at = end + 1;
      end += step;
    }
    if (end > length) end = length;
    while (at < end) {
      const middle = (at + end) >>> 1;
      if (docs[middle]! < low) at = middle + 1;
      else end = middle;
    }
    return at;
  }

  /** Whether the documents are read as an array: there are few. */
  get isArray(): boolean {
    if (!this.#isRead) this.#read();
    return !this.#isBitmap;
  }

  /** Copies all documents of an array into `out`, which has room for {@link SPARSE_MAX}; returns how many. */
  copy(out: Uint16Array): number {
    out.set(this.#docs.subarray(0, this.#count));
    return this.#count;
  }

  /** Moves those of the ascending documents `lows[0 … count)` that are here to the front; returns how many. */
  retain(lows: Uint16Array, count: number): number {
    if (!this.#isRead) this.#read();
    let left = 0;
    if (this.#isBitmap) {
      const words = this.#words;
      for (let i = 0; i < count; i++) {
        const low = lows[i]!;
        const at = low >>> 5;
        if (at < words.length && (words[at]! & (1 << (low & 31))) !== 0) lows[left++] = low;
      }
      return left;
    }
    this.#ranksInArray(lows, count, found);
    for (let i = 0; i < count; i++) if (found[i]! >= 0) lows[left++] = lows[i]!;
    return left;
  }

  /** Writes the documents of a pack of {@link PACK} ranks into `out`; returns how many. */
  pack(pack: number, out: Uint16Array): number {
    if (!this.#isRead) this.#read();
    const first = pack * PACK;
    if (!this.#isBitmap) {
      const count = Math.max(0, Math.min(PACK, this.#count - first));
      for (let i = 0; i < count; i++) out[i] = this.#docs[first + i]!;
      return count;
    }
    const words = this.#words;
    let at = this.#wordOf(first);
    // Signed: otherwise the value is not always below 2^31, and V8 cannot keep it as a small integer in the loop.
    let word = at < words.length ? words[at]! | 0 : 0;
    for (let skip = first - this.#before[at]!; skip > 0 && word !== 0; skip--) word &= word - 1;
    for (let count = 0; ; word = words[at]! | 0) {
      for (; word !== 0; word &= word - 1) {
        out[count++] = at * 32 + 31 - Math.clz32(word & -word);
        if (count === PACK) return count;
      }
      if (++at >= words.length) return count;
    }
  }

  /** The last word with at most `rank` documents before it. */
  #wordOf(rank: number): number {
    const before = this.#before;
    let low = 0;
    let high = this.#words.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (before[middle]! <= rank) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const NO_WORDS = new Uint32Array(0);
const NO_DOCS = new Uint16Array(0);

/** If a list has this many times as many documents as are looked for, each is searched for; else both are merged. */
const GALLOP_FROM = ways.gallopFrom;
const found = new Int32Array(SPARSE_MAX);

/** Size of the pool. */
const FREE_MAX = ways.rankedBlocksKept;

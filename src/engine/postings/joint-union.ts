/**
 * Unites posting lists in many bitmaps. Each list belongs to some of the bitmaps. Many bitmaps do not fit in the
 * processor's caches, so the documents of each bitmap are buffered and then set together.
 */
import { tuning } from '../../shared/thresholds.ts';
import { SHORT_LIST_MAX } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { ListUnion } from './list-union.ts';

/** Documents buffered for a bitmap. The documents of a longer list fill cache lines without buffering. */
const GATHERED_DOCS = tuning.gatheredDocs;

export class JointUnion {
  readonly #bitmaps: (Uint32Array | undefined)[];
  /** 32-bit words of a bitmap. */
  readonly #size: number;
  readonly #newBitmap: () => Uint32Array;
  readonly #lists: ListUnion;
  /** Buffered documents of bitmap `n`: `#docs[n * #most … n * #most + #counts[n])`. */
  readonly #docs: Uint32Array;
  readonly #most: number;
  readonly #counts: Uint32Array;
  /** Buffers for the documents of a list, as a list or, if there are many, as a bitmap. Null until needed. */
  #listed: Uint32Array | null = null;
  #shared: Uint32Array | null = null;

  /** `size`: 32-bit words of each bitmap. `gathered`: maximum documents buffered for each; see {@link gatheredDocs}. */
  constructor(stream: StreamReader, count: number, size: number, gathered: number, newBitmap: () => Uint32Array) {
    this.#bitmaps = new Array(count);
    this.#size = size;
    this.#newBitmap = newBitmap;
    this.#lists = new ListUnion(stream, NO_WORDS);
    this.#most = gathered;
    this.#docs = new Uint32Array(count * this.#most);
    this.#counts = new Uint32Array(count);
  }

  /** Adds a document to the bitmaps `chosen[0 … count)`. */
  addDoc(doc: number, chosen: Uint16Array, count: number): void {
    const counts = this.#counts;
    for (let i = 0; i < count; i++) {
      const number = chosen[i]!;
      if (counts[number] === this.#most) this.#empty(number);
      this.#docs[number * this.#most + counts[number]!] = doc;
      counts[number]!++;
    }
  }

  /** Adds a list of two or more documents to the bitmaps `chosen[0 … count)`. The list is decoded once. */
  addList(offset: number, length: number, docFreq: number, chosen: Uint16Array, count: number): void {
    // For more documents, combining words of a bitmap costs less than setting single bits.
    const listedMax = Math.max(SHORT_LIST_MAX, this.#size >>> 1);
    if (docFreq > listedMax || !this.#lists.isFetchedAtOnce(length)) {
      this.#addWords(offset, length, docFreq, chosen, count);
      return;
    }
    this.#listed ??= new Uint32Array(listedMax);
    const docs = this.#listed;
    this.#lists.decode(offset, length, docFreq, docs);
    for (let i = 0; i < count; i++) {
      const number = chosen[i]!;
      if (docFreq > this.#most) setBits(this.#bitmap(number), docs, 0, docFreq);
      else this.#gather(number, docs, docFreq);
    }
  }

  /** Returns the documents of a bitmap so far, or undefined if there are none. */
  documents(number: number): Uint32Array | undefined {
    if (this.#counts[number]! > 0) this.#empty(number);
    return this.#bitmaps[number];
  }

  #gather(number: number, docs: Uint32Array, count: number): void {
    const counts = this.#counts;
    if (counts[number]! + count > this.#most) this.#empty(number);
    const gathered = this.#docs;
    const at = number * this.#most + counts[number]!;
    for (let i = 0; i < count; i++) gathered[at + i] = docs[i]!;
    counts[number]! += count;
  }

  #empty(number: number): void {
    const from = number * this.#most;
    setBits(this.#bitmap(number), this.#docs, from, from + this.#counts[number]!);
    this.#counts[number] = 0;
  }

  #bitmap(number: number): Uint32Array {
    const known = this.#bitmaps[number];
    if (known !== undefined) return known;
    const bitmap = this.#newBitmap();
    this.#bitmaps[number] = bitmap;
    return bitmap;
  }

  #addWords(offset: number, length: number, docFreq: number, chosen: Uint16Array, count: number): void {
    const size = this.#size;
    this.#shared ??= new Uint32Array(size);
    const shared = this.#shared.fill(0);
    this.#lists.words = shared;
    this.#lists.addList(offset, length, docFreq);
    for (let i = 0; i < count; i++) {
      const words = this.#bitmap(chosen[i]!);
      for (let at = 0; at < size; at++) words[at]! |= shared[at]!;
    }
  }
}

/**
 * Returns how many documents to buffer for each of `count` bitmaps, at least one. Each takes 4 bytes in addition to the
 * bitmaps. Small bitmaps need no buffer, because they stay in a cache.
 */
export function gatheredDocs(count: number, size: number, freeBytes: number): number {
  const perBitmap = Math.floor(freeBytes / (4 * count)) - size;
  return Math.max(1, Math.min(GATHERED_DOCS, size, perBitmap));
}

function setBits(words: Uint32Array, docs: Uint32Array, from: number, end: number): void {
  for (let i = from; i < end; i++) {
    const doc = docs[i]!;
    words[doc >>> 5]! |= 1 << (doc & 31);
  }
}

const NO_WORDS = new Uint32Array(0);

/** The set of documents that operators fill and narrow, one block of 65,536 at a time. It is an array or a bitmap. */
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import { tuning } from '../../shared/thresholds.ts';
import { kernel } from '../resident/this-thread.ts';

/**
 * A set of documents in one block of 65,536, by the low 16 bits of their numbers: an ascending array while it is
 * sparse, a bitmap otherwise. Operators fill and narrow one of these block after block.
 */
export class BlockSet {
  /** A pool, because allocating a set costs more than a small query. */
  static readonly #free: BlockSet[] = [];

  /** Takes an empty set from the pool; `release` returns it. A set that is not released is simply garbage-collected. */
  static take(): BlockSet {
    const set = BlockSet.#free.pop() ?? new BlockSet();
    set.clear();
    return set;
  }

  release(): void {
    if (BlockSet.#free.length < FREE_MAX) BlockSet.#free.push(this);
  }

  isSparse = true;
  /** Documents while sparse: `docs[0 … length)`. */
  readonly docs = new Uint16Array(SPARSE_MAX);
  length = 0;
  /** The bitmap while not sparse. */
  readonly words = new Uint32Array(BLOCK_WORDS);

  clear(): void {
    this.isSparse = true;
    this.length = 0;
  }

  /** Becomes equal to `other`. */
  copy(other: BlockSet): void {
    this.isSparse = other.isSparse;
    this.length = other.length;
    if (other.isSparse) this.docs.set(other.docs.subarray(0, other.length));
    else this.words.set(other.words);
  }

  /** Becomes an empty bitmap. The caller sets bits in `words`. */
  beginDense(): Uint32Array {
    this.isSparse = false;
    this.words.fill(0);
    return this.words;
  }

  /** Returns the number of documents. */
  count(): number {
    if (this.isSparse) return this.length;
    return kernel.bits.count(this.words);
  }

  isEmpty(): boolean {
    if (this.isSparse) return this.length === 0;
    const { words } = this;
    for (let i = 0; i < words.length; i++) if (words[i] !== 0) return false;
    return true;
  }

  /** Writes the first documents, at most `limit`, each plus `base`, into `out`. Returns how many. */
  first(base: number, out: Uint32Array, limit: number): number {
    let count = 0;
    if (this.isSparse) {
      for (; count < this.length && count < limit; count++) out[count] = base + this.docs[count]!;
      return count;
    }
    for (let i = 0; i < this.words.length; i++) {
      for (let word = this.words[i]!; word !== 0; word &= word - 1) {
        if (count === limit) return count;
        out[count++] = base + i * 32 + 31 - Math.clz32(word & -word);
      }
    }
    return count;
  }

  /** Writes the documents, ascending, each plus `base`, into `out` from `at`. Returns the index after the last. */
  collect(base: number, out: Uint32Array | Uint16Array, at: number): number {
    if (this.isSparse) {
      for (let i = 0; i < this.length; i++) out[at++] = base + this.docs[i]!;
      return at;
    }
    return kernel.bits.list(this.words, base, out, at);
  }

  /** Sets the bits of the documents in `words` from word `first` on. */
  uniteInto(words: Uint32Array, first: number): void {
    if (this.isSparse) {
      for (let i = 0; i < this.length; i++) {
        const low = this.docs[i]!;
        words[first + (low >>> 5)]! |= 1 << (low & 31);
      }
      return;
    }
    const own = this.words;
    for (let i = 0; i < own.length; i++) words[first + i]! |= own[i]!;
  }

  /** Intersects with `other`. */
  intersect(other: BlockSet): void {
    if (this.isSparse) {
      if (other.isSparse) this.length = this.#mergeWith(other.docs, other.length);
      else this.filter(other.words, 1);
    } else if (other.isSparse) {
      const { words, docs } = this;
      let length = 0;
      for (let i = 0; i < other.length; i++) {
        const low = other.docs[i]!;
        if ((words[low >>> 5]! & (1 << (low & 31))) !== 0) docs[length++] = low;
      }
      this.isSparse = true;
      this.length = length;
    } else {
      const { words } = this;
      const others = other.words;
      for (let i = 0; i < words.length; i++) words[i]! &= others[i]!;
    }
  }

  /** Subtracts `other`. */
  subtract(other: BlockSet): void {
    if (other.isSparse) {
      if (this.isSparse) {
        this.#dropFrom(other.docs, other.length);
        return;
      }
      for (let i = 0; i < other.length; i++) {
        const low = other.docs[i]!;
        this.words[low >>> 5]! &= ~(1 << (low & 31));
      }
    } else if (this.isSparse) this.filter(other.words, 0);
    else {
      const { words } = this;
      const others = other.words;
      for (let i = 0; i < words.length; i++) words[i]! &= ~others[i]!;
    }
  }

  /** Subtracts the documents whose bits are set in `words`. The block's first word is `first`. */
  subtractWords(words: Uint32Array, first: number): void {
    if (this.isSparse) {
      this.filter(words.subarray(first), 0);
      return;
    }
    for (let i = 0; i < this.words.length; i++) this.words[i]! &= ~words[first + i]!;
  }

  /** Keeps the documents whose bit in `words` is `wanted`. For a sparse set. */
  filter(words: Uint32Array, wanted: 0 | 1): void {
    const { docs } = this;
    let length = 0;
    for (let i = 0; i < this.length; i++) {
      const low = docs[i]!;
      // Avoids an unpredictable branch: every document is written, and the next one overwrites it if it is dropped.
      docs[length] = low;
      length += ((words[low >>> 5]! >>> (low & 31)) & 1) ^ wanted ^ 1;
    }
    this.length = length;
  }

  #mergeWith(others: Uint16Array, count: number): number {
    const { docs } = this;
    let length = 0;
    for (let i = 0, j = 0; i < this.length && j < count; ) {
      const a = docs[i]!;
      const b = others[j]!;
      if (a === b) {
        docs[length++] = a;
        i++;
        j++;
      } else if (a < b) i++;
      else j++;
    }
    return length;
  }

  #dropFrom(others: Uint16Array, count: number): void {
    const { docs } = this;
    let length = 0;
    for (let i = 0, j = 0; i < this.length; i++) {
      const low = docs[i]!;
      while (j < count && others[j]! < low) j++;
      if (j === count || others[j] !== low) docs[length++] = low;
    }
    this.length = length;
  }
}

/** Size of the pool. */
const FREE_MAX = tuning.blockSetsKept;

/** Capacity of the sparse form. A block stored as gaps has no more documents. */
export const SPARSE_MAX = tuning.sparseMax;

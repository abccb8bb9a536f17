/**
 * Counts how many of several sets contain each document of a block. Bitmaps are added as one-bit numbers, all documents of a
 * word at once. Adding two bitmaps to a binary digit of all counts gives a new digit and a carry. So a bitmap costs a few
 * operations per word, however many bitmaps there are. The documents of small sets are counted one by one.
 */
import { BLOCK_SIZE, BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import { tuning } from '../../shared/thresholds.ts';
import type { BlockSet } from './block-set.ts';

/** One binary digit of all counts, and a bitmap still to be added to it. */
class Digit {
  readonly words = new Uint32Array(BLOCK_WORDS);
  readonly waiting = new Uint32Array(BLOCK_WORDS);
  isWaiting = false;
}

export class BlockCounts {
  /** A pool, because each has hundreds of kilobytes. */
  static readonly #free: BlockCounts[] = [];

  /** All counts are 0. `release` returns it to the pool. */
  static take(): BlockCounts {
    return BlockCounts.#free.pop() ?? new BlockCounts();
  }

  /** Counts by low part, without the digits. `#counted[0 … #length)` are the low parts that have counts. */
  readonly #counts = new Uint32Array(BLOCK_SIZE);
  readonly #counted = new Uint16Array(BLOCK_SIZE);
  #length = 0;
  readonly #digits: Digit[] = [];
  /** Number of digits that may be nonzero. */
  #used = 0;
  #isSettled = false;

  release(): void {
    if (this.#isSettled) this.#counts.fill(0);
    else for (let i = 0; i < this.#length; i++) this.#counts[this.#counted[i]!] = 0;
    this.#isSettled = false;
    this.#length = 0;
    this.#clear();
    if (BlockCounts.#free.length < FREE_MAX) BlockCounts.#free.push(this);
  }

  /** Adds `times` to the count of each document of a set. */
  add(set: BlockSet, times: number): void {
    if (set.isSparse && set.length < SMALL) {
      for (let i = 0; i < set.length; i++) {
        const low = set.docs[i]!;
        if (this.#counts[low] === 0) this.#counted[this.#length++] = low;
        this.#counts[low]! += times;
      }
      return;
    }
    let { words } = set;
    if (set.isSparse) {
      words = bitmap.fill(0);
      set.uniteInto(words, 0);
    }
    for (let n = 0, left = times; left > 0; n++, left >>>= 1) if ((left & 1) === 1) this.#addTo(n, words);
  }

  /** Sets the bits of the documents in at least `minimum` sets, 1 or more. Must be called before {@link settled}. */
  atLeast(minimum: number, out: Uint32Array): void {
    this.#finish();
    for (let i = 0; i < this.#length; i++) {
      const low = this.#counted[i]!;
      if (this.#counts[low]! + this.#inDigits(low) >= minimum) out[low >>> 5]! |= 1 << (low & 31);
    }
    // No count has this many digits.
    if (minimum >= 2 ** this.#used) return;
    for (let i = 0; i < BLOCK_WORDS; i++) {
      // Bits of the counts that equal the minimum in all digits so far, from the highest on, and of those that exceed
      // it.
      let equal = -1;
      let greater = 0;
      for (let n = this.#used - 1; n >= 0; n--) {
        const own = this.#digits[n]!.words[i]!;
        if (((minimum >>> n) & 1) === 1) equal &= own;
        else {
          greater |= equal & own;
          equal &= ~own;
        }
      }
      out[i]! |= greater | equal;
    }
  }

  /** Returns all counts, by low part of the document. The caller may change them until {@link release}. */
  settled(): Uint32Array {
    this.#finish();
    const counts = this.#counts;
    this.#isSettled = true;
    for (let n = 0; n < this.#used; n++) {
      const { words } = this.#digits[n]!;
      for (let i = 0; i < BLOCK_WORDS; i++) {
        for (let word = words[i]!; word !== 0; word &= word - 1) {
          counts[i * 32 + 31 - Math.clz32(word & -word)]! += 2 ** n;
        }
      }
    }
    this.#clear();
    return counts;
  }

  #inDigits(low: number): number {
    let count = 0;
    for (let n = 0; n < this.#used; n++) count += ((this.#digits[n]!.words[low >>> 5]! >>> (low & 31)) & 1) << n;
    return count;
  }

  /** Adds the pending bitmaps. */
  #finish(): void {
    for (let n = 0; n < this.#used; n++) if (this.#digits[n]!.isWaiting) this.#addTo(n, NONE);
  }

  #addTo(n: number, words: Uint32Array): void {
    for (let added = words, at = n; ; at++) {
      const digit = this.#digit(at);
      if (!digit.isWaiting) {
        digit.waiting.set(added);
        digit.isWaiting = true;
        return;
      }
      digit.isWaiting = false;
      if (!carry(digit, added)) return;
      added = digit.waiting;
    }
  }

  #digit(n: number): Digit {
    while (this.#digits.length <= n) this.#digits.push(new Digit());
    this.#used = Math.max(this.#used, n + 1);
    return this.#digits[n]!;
  }

  #clear(): void {
    for (let n = 0; n < this.#used; n++) {
      this.#digits[n]!.words.fill(0);
      this.#digits[n]!.isWaiting = false;
    }
    this.#used = 0;
  }
}

/** Adds a bitmap and the pending one to a digit, and makes the carry the pending one. Returns whether the carry has a bit. */
function carry({ words, waiting }: Digit, added: Uint32Array): boolean {
  let any = 0;
  for (let i = 0; i < BLOCK_WORDS; i++) {
    const own = words[i]!;
    const one = waiting[i]!;
    const other = added[i]!;
    const sum = own ^ one;
    const carried = (own & one) | (sum & other);
    words[i] = sum ^ other;
    waiting[i] = carried;
    any |= carried;
  }
  return any !== 0;
}

/** Sets with at least this many documents are added as bitmaps. */
const SMALL = tuning.countedSingly;
/** Size of the pool. Lists are rarely nested deeper. */
const FREE_MAX = 4;
const NONE = new Uint32Array(BLOCK_WORDS);
// Not used across a call.
const bitmap = new Uint32Array(BLOCK_WORDS);

/** Counts the documents of bitmaps by their groups, and derives the counts of classes. */
import type { DocGroups } from '../../engine/columns/doc-groups.ts';
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';

/** Groups between two yields. */
const GROUPS_PER_SLICE = 1 << 12;

export class GroupCounts {
  readonly #groups: DocGroups;
  readonly #counts: Uint32Array;
  /**
   * Counts of every second document. Neighbours are usually in one group, so with a single array each count would wait for the
   * previous one.
   */
  readonly #others: Uint32Array;

  constructor(groups: DocGroups) {
    this.#groups = groups;
    this.#counts = new Uint32Array(groups.last.length);
    this.#others = new Uint32Array(groups.last.length);
  }

  /** Counts the documents of a bitmap's block, whose first word is `at`. */
  readonly addWords = (words: Uint32Array, at: number, base: number): void => {
    const { of } = this.#groups;
    // Separate loops, so that each is compiled for one kind of array.
    if (of instanceof Uint8Array) countBytes(words, at, base, of, this.#counts, this.#others);
    else countWords(words, at, base, of, this.#counts, this.#others);
  };

  /** Calls `take` for each class of each group, with the previous class of the group or -1, and the number of documents in the group. */
  *forEach(take: (own: number, before: number, items: number) => void): Generator<void, void> {
    const { without, last } = this.#groups;
    for (let group = 1; group < last.length; group++) {
      if (group % GROUPS_PER_SLICE === 0) yield;
      const items = this.#counts[group]! + this.#others[group]!;
      if (items === 0) continue;
      for (let at = group; at !== 0; at = without[at]!) take(last[at]!, last[without[at]!]!, items);
    }
  }

  /** Number of documents with a value. */
  get items(): number {
    let items = 0;
    for (let group = 1; group < this.#counts.length; group++) items += this.#counts[group]! + this.#others[group]!;
    return items;
  }
}

function countBytes(
  words: Uint32Array,
  at: number,
  base: number,
  of: Uint8Array,
  counts: Uint32Array,
  others: Uint32Array,
): void {
  for (let i = 0, first = base; i < BLOCK_WORDS; i++, first += 32) {
    for (let word = words[at + i]!; word !== 0; word &= word - 1) {
      counts[of[first + 31 - Math.clz32(word & -word)]!]!++;
      word &= word - 1;
      if (word === 0) break;
      others[of[first + 31 - Math.clz32(word & -word)]!]!++;
    }
  }
}

function countWords(
  words: Uint32Array,
  at: number,
  base: number,
  of: Uint16Array,
  counts: Uint32Array,
  others: Uint32Array,
): void {
  for (let i = 0, first = base; i < BLOCK_WORDS; i++, first += 32) {
    for (let word = words[at + i]!; word !== 0; word &= word - 1) {
      counts[of[first + 31 - Math.clz32(word & -word)]!]!++;
      word &= word - 1;
      if (word === 0) break;
      others[of[first + 31 - Math.clz32(word & -word)]!]!++;
    }
  }
}

/**
 * Cached results of a phrase in the documents of a block. Many lists of a query can contain the same phrase. Each document is
 * checked once, whichever list requests it.
 */
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { claimMemory, freeMemory } from '../../shared/query-memory.ts';

/** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, i below `count`, that has the phrase. */
export type FindPhrase = (docs: Uint32Array, count: number, visit: (i: number, occurrences: number) => void) => void;

/**
 * Codes of results. 0 means not checked. The codes after the second constant are counts. The last code means that a map
 * has the count.
 */
const HAS_NONE = 1;
const HAS_SOME = 2;
const HAS_MANY = 255;
/** Memory reserved for the rest of the query. Without room for results, documents are checked again. */
const LEFT_BYTES = 64 * 2 ** 20;
const LOW_MASK = BLOCK_SIZE - 1;

export class ExaminedDocs {
  /** Indexed by low part of the document. */
  readonly #known = new Uint8Array(BLOCK_SIZE);
  readonly #many = new Map<number, number>();
  #block = -1;

  /** Returns null if the query has no memory left for it. */
  static claimed(): ExaminedDocs | null {
    if (freeMemory() < LEFT_BYTES + BLOCK_SIZE) return null;
    claimMemory(BLOCK_SIZE, 'the phrases that a query repeats');
    return new ExaminedDocs();
  }

  /**
   * Like `find`, but calls `find` only for documents that were not checked before. Without `isCounted`, occurrences are
   * 1.
   */
  forEach(
    block: number,
    docs: Uint32Array,
    count: number,
    isCounted: boolean,
    find: FindPhrase,
    visit: (i: number, occurrences: number) => void,
  ): void {
    this.#turnTo(block);
    const known = this.#known;
    let asked = 0;
    for (let i = 0; i < count; i++) {
      const is = known[docs[i]! & LOW_MASK]!;
      if (is === 0 || (is === HAS_SOME && isCounted)) unknown[asked++] = docs[i]!;
    }
    for (let i = 0; i < asked; i++) known[unknown[i]! & LOW_MASK] = HAS_NONE;
    if (asked > 0) find(unknown, asked, (i, occurrences) => this.#note(unknown[i]! & LOW_MASK, occurrences, isCounted));
    for (let i = 0; i < count; i++) {
      const is = known[docs[i]! & LOW_MASK]!;
      if (is >= HAS_SOME) visit(i, isCounted ? this.#occurrences(docs[i]! & LOW_MASK, is) : 1);
    }
  }

  #note(low: number, occurrences: number, isCounted: boolean): void {
    const is = isCounted ? Math.min(HAS_SOME + occurrences, HAS_MANY) : HAS_SOME;
    this.#known[low] = is;
    if (is === HAS_MANY) this.#many.set(low, occurrences);
  }

  #occurrences(low: number, is: number): number {
    return is === HAS_MANY ? this.#many.get(low)! : is - HAS_SOME;
  }

  #turnTo(block: number): void {
    if (block === this.#block) return;
    this.#block = block;
    this.#known.fill(0);
    this.#many.clear();
  }
}

// Not used across a yield, so that interleaved searches can share it.
const unknown = new Uint32Array(BLOCK_SIZE);

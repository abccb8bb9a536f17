/** The intersection of several lists, found in the resident kernel, for callers that need it block by block. */
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { firstFrom } from '../../shared/sorting/binary-search.ts';
import { tuning } from '../../shared/thresholds.ts';
import { COMMON_LISTS_MAX, RANKED, RESIDENT_TERMS_MAX, type ResidentPhrase } from '../resident/resident-selection.ts';
import { kernel } from '../resident/this-thread.ts';
import { distinct } from './distinct.ts';
import { NO_BLOCK } from './operator.ts';
import { ResidentLists } from './resident-lists.ts';

/** Whether several lists can be intersected this way. */
export function areTogether(lists: readonly PostingList[]): boolean {
  return lists.length > 1 && lists.length <= RESIDENT_TERMS_MAX && distinct(lists) === lists;
}

/** Whether their common documents can be listed this way. */
export function areListedTogether(lists: readonly PostingList[]): boolean {
  return areTogether(lists) && lists.length <= COMMON_LISTS_MAX;
}

/** Documents in all of several lists, with their ranks in each or the number of phrase occurrences, some blocks at a time. */
export class CommonDocs extends ResidentLists {
  /**
   * The documents of the blocks `[#from, #to)`: `count` of them, followed by `count` ranks for each list, or by `count`
   * numbers of phrase occurrences.
   */
  docs: Uint32Array = new Uint32Array(0);
  count = 0;
  /** Numbers stored for each document. */
  readonly #columns: number;
  #from = 0;
  #to = 0;

  constructor(lists: readonly PostingList[], phrase: ResidentPhrase | null = null) {
    super(lists, [], false, RANKED, phrase);
    this.#columns = phrase === null ? lists.length : 1;
  }

  /** Returns the phrase occurrences in the i-th of `docs`. */
  occurrencesOf(i: number): number {
    return this.docs[this.count + i]!;
  }

  /** Copies the ranks in a list of `count` documents, from the `first`-th on. Returns false if the list is not one of these. */
  ranksIn(list: PostingList, first: number, count: number, out: Uint16Array): boolean {
    const t = this.lists.indexOf(list);
    if (t < 0) return false;
    const from = (t + 1) * this.count + first;
    for (let c = 0; c < count; c++) out[c] = this.docs[from + c]!;
    return true;
  }

  /** Moves to the documents of the next blocks, initially the first ones. Returns false at the end. */
  advance(): boolean {
    if (this.#to >= this.end) return false;
    this.#reach(this.#to);
    return true;
  }

  /** Returns the first block at or after `from` that may have documents. */
  nextBlock(from: number): number {
    if (from >= this.end) return NO_BLOCK;
    this.#reach(from);
    const first = this.indexOf(from * BLOCK_SIZE);
    if (first < this.count) return Math.floor(this.docs[first]! / BLOCK_SIZE);
    return this.#to < this.end ? this.#to : NO_BLOCK;
  }

  /** Makes the documents of a block available as `docs[first … end)`. Returns `first`. */
  open(block: number): number {
    if (block < this.end) this.#reach(block);
    return this.indexOf(block * BLOCK_SIZE);
  }

  /** Returns the index of the first of `docs` that is at least `doc`. */
  indexOf(doc: number): number {
    return firstFrom(this.docs, doc, 0, this.count);
  }

  #reach(block: number): void {
    if (block >= this.#from && block < this.#to) return;
    this.#from = block;
    this.#to = kernel.run(this, block, this.end, tuning.commonAtOnce, 0).next;
    this.docs = kernel.common(this.#columns);
    this.count = this.docs.length / (this.#columns + 1);
  }
}

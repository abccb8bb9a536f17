/** Intersections and unions of lists, less others, in the kernel that keeps them: counted, listed, as bitmaps, or listed with the rank of each document in each list. */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import {
  blocksOf,
  COMMON_LISTS_MAX,
  COUNTED,
  RANKED,
  RESIDENT_TERMS_MAX,
  type ResidentPhrase,
  type ResultForm,
  type Selection,
} from '../../kernel/resident-kernel.ts';
import { ways } from '../../shared/thresholds.ts';
import { NO_BLOCK } from './operator.ts';
import { putDocs, resident } from './resident-blocks.ts';

/** Lists, of which documents are put into the kernel. */
export class ResidentLists implements Selection {
  readonly lists: readonly PostingList[];
  readonly leading: number;
  readonly isUnion: boolean;
  /** Documents are looked for in the blocks before this. */
  readonly end: number;
  readonly weights: readonly number[] = [];
  readonly norms: readonly Float64Array[] | null = null;
  readonly isCounted: boolean = true;
  readonly form: ResultForm;
  readonly phrase: ResidentPhrase | null = null;

  constructor(
    lists: readonly PostingList[],
    excluded: readonly PostingList[] = [],
    isUnion = false,
    form: ResultForm = COUNTED,
  ) {
    this.lists = excluded.length === 0 ? lists : [...lists, ...excluded];
    this.leading = lists.length;
    this.isUnion = isUnion;
    this.form = form;
    this.end = isUnion
      ? lists.reduce((end, list) => Math.max(end, blocksOf(list)), 0)
      : lists.reduce((end, list) => Math.min(end, blocksOf(list)), NO_BLOCK);
  }

  put(t: number, block: number, through: number, isThere: boolean): void {
    if (!isThere) putDocs(this.lists[t]!, block, through);
  }

  offer(_block: number, _low: number, _frequencies: Uint32Array): number {
    throw new Error('documents without scores are not offered');
  }

  /** Goes through all blocks; returns what was counted. */
  *run(least: () => number = () => 0): Generator<void, number> {
    let count = 0;
    for (let block = 0; block < this.end; ) {
      const run = resident.run(this, block, this.end, ways.residentAtOnce, least());
      count += run.count;
      block = run.next;
      if (block < this.end) yield;
    }
    return count;
  }
}

/** Whether several lists can be intersected so. */
export function areTogether(lists: readonly PostingList[]): boolean {
  return lists.length > 1 && lists.length <= RESIDENT_TERMS_MAX && new Set(lists).size === lists.length;
}

/** Whether their common documents can be listed so. */
export function areListedTogether(lists: readonly PostingList[]): boolean {
  return areTogether(lists) && lists.length <= COMMON_LISTS_MAX;
}

/** Documents that all of several lists have, with their ranks in each, of some blocks at a time. */
export class CommonDocs extends ResidentLists {
  /** The documents of the blocks `[#from, #to)`, `count` of them, and after them as many ranks in each list. */
  docs: Uint32Array = new Uint32Array(0);
  count = 0;
  /** Numbers beside each document: for each list its rank. */
  protected readonly columns: number;
  #from = 0;
  #to = 0;

  constructor(lists: readonly PostingList[], columns = lists.length) {
    super(lists, [], false, RANKED);
    this.columns = columns;
  }

  /** Copies the ranks of `count` documents from the `first`-th on in a list; returns whether it is one of these. */
  ranksIn(list: PostingList, first: number, count: number, out: Uint16Array): boolean {
    const t = this.lists.indexOf(list);
    if (t < 0) return false;
    const from = (t + 1) * this.count + first;
    for (let c = 0; c < count; c++) out[c] = this.docs[from + c]!;
    return true;
  }

  /** The first block at or after `from` that may have any. */
  nextBlock(from: number): number {
    if (from >= this.end) return NO_BLOCK;
    this.#reach(from);
    const first = this.indexOf(from * BLOCK_SIZE);
    if (first < this.count) return Math.floor(this.docs[first]! / BLOCK_SIZE);
    return this.#to < this.end ? this.#to : NO_BLOCK;
  }

  /** Makes `docs` contain those of a block, as `docs[first … end)`; returns `first`. */
  open(block: number): number {
    if (block < this.end) this.#reach(block);
    return this.indexOf(block * BLOCK_SIZE);
  }

  /** The index of the first of `docs` that is at least `doc`. */
  indexOf(doc: number): number {
    const { docs } = this;
    let low = 0;
    for (let high = this.count; low < high; ) {
      const middle = (low + high) >>> 1;
      if (docs[middle]! < doc) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #reach(block: number): void {
    if (block >= this.#from && block < this.#to) return;
    this.#from = block;
    this.#to = resident.run(this, block, this.end, ways.commonAtOnce, 0).next;
    this.docs = resident.common(this.columns);
    this.count = this.docs.length / (this.columns + 1);
  }
}

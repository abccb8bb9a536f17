/**
 * Intersections and unions of lists, minus others, in the resident kernel. They are counted, listed, made into bitmaps, or
 * listed with the rank of each document in each list.
 */
import type { Norms } from '../../engine/postings/document-lengths.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { blocksOf } from '../resident/resident-kernel.ts';
import {
  COUNTED,
  RESIDENT_TERMS_MAX,
  type ResidentNear,
  type ResidentPhrase,
  type ResultForm,
  type ScoredLists,
  type Selection,
} from '../resident/resident-selection.ts';
import { kernel } from '../resident/this-thread.ts';
import { distinct } from './distinct.ts';
import { putDocs } from './resident-blocks.ts';

/** Lists whose documents are copied into the kernel. */
export class ResidentLists implements Selection {
  readonly lists: readonly PostingList[];
  readonly leading: number;
  readonly isUnion: boolean;
  /** Documents are searched in the blocks before this one. */
  readonly end: number;
  readonly weights: readonly number[] = [];
  readonly norms: readonly Norms[] | null = null;
  readonly isCounted: boolean = true;
  readonly form: ResultForm;
  readonly phrase: ResidentPhrase | null;
  readonly near: ResidentNear | null = null;
  readonly scored: ScoredLists | null = null;

  constructor(
    lists: readonly PostingList[],
    excluded: readonly PostingList[] = [],
    isUnion = false,
    form: ResultForm = COUNTED,
    phrase: ResidentPhrase | null = null,
  ) {
    this.phrase = phrase;
    this.lists = excluded.length === 0 ? lists : [...lists, ...excluded];
    this.leading = lists.length;
    this.isUnion = isUnion;
    this.form = form;
    this.end = isUnion
      ? lists.reduce((end, list) => Math.max(end, blocksOf(list)), 0)
      : lists.reduce((end, list) => Math.min(end, blocksOf(list)), blocksOf(lists[0]!));
  }

  put(t: number, block: number, through: number, isThere: boolean): void {
    if (!isThere) putDocs(this.lists[t]!, block, through);
  }

  offer(_block: number, _low: number, _frequencies: Uint32Array): number {
    throw new Error('documents without scores are not offered');
  }

  /** Returns the selection of its documents that are in none of `excluded`, or null if these are too many lists. */
  without(excluded: readonly PostingList[]): ResidentLists | null {
    const { lists, leading, isUnion, form, phrase } = this;
    if (lists.length + excluded.length > RESIDENT_TERMS_MAX) return null;
    const all = distinct([...lists.slice(leading), ...excluded]);
    return new ResidentLists(lists.slice(0, leading), all, isUnion, form, phrase);
  }

  /** Processes all blocks. Returns the count. */
  *run(least: () => number = () => 0): Generator<void, number> {
    let count = 0;
    for (let block = 0; block < this.end; ) {
      const run = kernel.run(this, block, this.end, tuning.residentAtOnce, least());
      count += run.count;
      block = run.next;
      if (block < this.end) yield;
    }
    return count;
  }
}

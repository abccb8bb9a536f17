/** Supplies positions to the resident kernel, which finds exact phrases and NEAR with them. */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { putRecords } from '../operators/resident-blocks.ts';
import { PUT_MAX } from '../resident/resident-kernel.ts';
import type {
  ReachedPositions,
  ResidentElement,
  ResidentPhrase,
  ResidentPositions,
} from '../resident/resident-selection.ts';
import { kernel } from '../resident/this-thread.ts';
import type { PhraseTerm } from './phrase-candidates.ts';
import type { PositionsRecord, TermPositions } from './term-positions.ts';

/** The positions of lists, for the kernel. */
export class PositionsInLists implements ResidentPositions {
  readonly #lists: readonly PostingList[];
  readonly #terms: readonly (TermPositions | undefined)[];
  readonly #frequencies: StreamReader;

  /** `terms` has an element for each list. It is undefined if positions of the list are not needed. */
  constructor(lists: readonly PostingList[], terms: readonly (TermPositions | undefined)[], frequencies: StreamReader) {
    this.#lists = lists;
    this.#terms = terms;
    this.#frequencies = frequencies;
  }

  keepPositions(t: number, block: number, isFirst: boolean, hasRecord: boolean): void {
    const list = this.#lists[t]!;
    const term = this.#terms[t]!;
    const record = term.recordOf(block);
    if (record.bytes > KEPT_MAX || (isFirst && record.bytes > KEPT_AT_ONCE)) {
      kernel.leavePositions(list, block, record.bytes > KEPT_MAX ? NEVER : Math.ceil(record.bytes / REACHED_BYTES));
      return;
    }
    if (!hasRecord) putRecords(list, block, block + 1, this.#frequencies);
    const n = list.seek(block);
    const to = endOfKept(list, n);
    const length = list.shortDocs === null ? list.positionOffsets[to]! - record.offset : record.bytes;
    const at = kernel.roomFor(length);
    term.copyPositions(record.offset, length, kernel.bytes, at);
    for (let i = n; i < to; i++) describePositions(list, i, i - n, record);
    kernel.keepPositions(list, to - n, at);
  }

  reach(t: number, block: number, rank: number): ReachedPositions {
    const term = this.#terms[t]!;
    term.openBlock(block);
    return term.reach(rank);
  }
}

/** An exact phrase whose positions the kernel compares. */
export class PhraseInLists extends PositionsInLists implements ResidentPhrase {
  readonly elements: readonly ResidentElement[];
  readonly areCounted: boolean;

  /**
   * `lists`: the lists of the terms, and further lists that contain every document with the phrase. The terms are in
   * matching order.
   */
  constructor(
    lists: readonly PostingList[],
    terms: readonly PhraseTerm[],
    areCounted: boolean,
    frequencies: StreamReader,
  ) {
    const ofList = (list: PostingList) => terms.find(({ term }) => term.list === list)?.term;
    super(lists, lists.map(ofList), frequencies);
    this.elements = terms.map(({ term, offset }) => ({ t: lists.indexOf(term.list), offset }));
    this.areCounted = areCounted;
  }
}

/**
 * Returns the end of the blocks whose positions are kept together with those of the n-th. A short list has one record; others
 * have consecutive short ones.
 */
function endOfKept(list: PostingList, n: number): number {
  const end = Math.min(list.blocks.length, n + PUT_MAX);
  if (list.shortDocs !== null) return end;
  let to = n + 1;
  while (to < end && list.positionOffsets[to + 1]! - list.positionOffsets[n]! <= KEPT_AT_ONCE) to++;
  return to;
}

/**
 * Describes the n-th block of a list, the i-th of the blocks kept together: the location of its record after the first
 * record, or within the common one.
 */
function describePositions(
  list: PostingList,
  n: number,
  i: number,
  { offset, bytes, postings }: PositionsRecord,
): void {
  const block = list.blocks[n]!;
  if (list.shortDocs !== null) {
    kernel.describe(i, block, 0, list.ranks[n]!, bytes, postings);
    return;
  }
  const begin = list.positionOffsets[n]!;
  kernel.describe(i, block, begin - offset, 0, list.positionOffsets[n + 1]! - begin, list.counts[n]!);
}

/**
 * Longer records of positions are never kept in memory. Very short ones are kept immediately. Others are kept once
 * enough single documents were read from them: one for each {@link REACHED_BYTES} of the record.
 */
const KEPT_MAX = tuning.residentPositions;
const KEPT_AT_ONCE = tuning.keptAtOnce;
const REACHED_BYTES = 2048;
const NEVER = 0xffff_ffff;

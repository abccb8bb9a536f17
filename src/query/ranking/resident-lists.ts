/** Intersections of terms in the kernel that keeps their lists: counted, and their best documents found, in one pass. */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import { IMPACT_BOUNDS } from '../../codec/frequencies.ts';
import { SHORT_LIST_MAX } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { type Intersection, LISTED, RESIDENT_TERMS_MAX, ResidentKernel } from '../../kernel/resident-kernel.ts';
import { ways } from '../../shared/thresholds.ts';
import type { BestItems } from './best-items.ts';
import type { TermScorer } from './scoring.ts';
import { MARGIN, WEIGHT_MAX, WEIGHT_MIN } from './term-bounds.ts';

const resident = new ResidentKernel(IMPACT_BOUNDS);

/** Documents of leading lists between two yields. */
const AT_ONCE = ways.residentAtOnce;

/** Puts the blocks of lists into the kernel. */
abstract class ListsOfIndex implements Intersection {
  readonly lists: readonly PostingList[];
  abstract readonly weights: readonly number[];
  abstract readonly norms: readonly Float64Array[] | null;
  abstract readonly isCounted: boolean;
  readonly #index: IndexReader;

  constructor(index: IndexReader, lists: readonly PostingList[]) {
    this.#index = index;
    this.lists = lists;
  }

  put(t: number, block: number, isThere: boolean): void {
    const list = this.lists[t]!;
    const n = list.seek(block);
    if (!isThere) putDocs(list, n, block);
    if (this.norms !== null) this.#putRecord(list, n, block);
  }

  #putRecord(list: PostingList, n: number, block: number): void {
    const count = list.counts[n]!;
    const { shortFrequencies } = list;
    if (shortFrequencies !== null) {
      const at = resident.roomFor(4 * count);
      const first = list.ranks[n]!;
      new Uint32Array(resident.bytes.buffer, at, count).set(shortFrequencies.subarray(first, first + count));
      resident.keepRecord(list, block, at, 0);
      return;
    }
    const offset = list.frequencyOffsets[n]!;
    const length = list.frequencyOffsets[n + 1]! - offset;
    const at = resident.roomFor(length);
    this.#index.frequencies.copy(offset, length, resident.bytes, at);
    resident.keepRecord(list, block, at, count);
  }

  abstract offer(block: number, low: number, frequencies: Uint32Array): number;
}

function putDocs(list: PostingList, n: number, block: number): void {
  const count = list.counts[n]!;
  if (list.shortDocs !== null) {
    const at = resident.roomFor(2 * count);
    list.decodeBlock(n, shortLows);
    resident.bytes.set(shortBytes.subarray(0, 2 * count), at);
    resident.keepDocs(list, block, LISTED, at, 2 * count, count);
    return;
  }
  const length = list.bytesOf(n);
  const at = resident.roomFor(length);
  list.copyBlock(n, resident.bytes, at);
  resident.keepDocs(list, block, list.formOf(n), at, length, count);
}

const shortLows = new Uint16Array(SHORT_LIST_MAX);
const shortBytes = new Uint8Array(shortLows.buffer);

/** The best documents that have all terms. */
class BestOfAll extends ListsOfIndex {
  readonly weights: readonly number[];
  readonly norms: readonly Float64Array[];
  readonly isCounted: boolean;
  /** In the order of the query. */
  readonly #terms: readonly TermScorer[];
  readonly #ids: Uint32Array;
  readonly #best: BestItems;

  constructor(index: IndexReader, terms: readonly TermScorer[], best: BestItems, isCounted: boolean) {
    super(
      index,
      terms.map(({ list }) => list),
    );
    this.#terms = terms;
    this.#ids = index.ids;
    this.#best = best;
    this.weights = terms.map(({ weight }) => weight * MARGIN);
    this.norms = terms.map(({ norms }) => norms);
    this.isCounted = isCounted;
  }

  offer(block: number, low: number, frequencies: Uint32Array): number {
    const terms = this.#terms;
    const doc = block * BLOCK_SIZE + low;
    let score = 0;
    for (let t = 0; t < terms.length; t++) {
      const { weight, norms } = terms[t]!;
      const tf = frequencies[t]!;
      score += (weight * tf) / (tf + norms[doc]!);
    }
    if (score >= this.#best.threshold) this.#best.offer(this.#ids[doc]!, score);
    return this.least;
  }

  get least(): number {
    return this.#best.threshold * (1 - 1e-6);
  }
}

/** Documents that all lists have, without scores. */
class CountOfAll extends ListsOfIndex {
  readonly weights: readonly number[] = [];
  readonly norms = null;
  readonly isCounted = true;

  offer(): number {
    throw new Error('documents without scores are not offered');
  }
}

/** Whether the best documents that have all of several terms can be found so. */
export function areRankedTogether(index: IndexReader, terms: readonly TermScorer[]): boolean {
  return (
    areTogether(
      index,
      terms.map(({ list }) => list),
    ) && terms.every(({ weight }) => weight > WEIGHT_MIN && weight < WEIGHT_MAX)
  );
}

/** Whether the documents of several lists can be counted so. */
export function areTogether(index: IndexReader, lists: readonly PostingList[]): boolean {
  if (lists.length < 2 || lists.length > RESIDENT_TERMS_MAX || !resident.hasRoomFor(index.documentCount)) return false;
  return new Set(lists).size === lists.length;
}

/** Offers the best documents that have all terms; returns how many there are in all if that `isCounted`, else 0. */
export function bestOfAll(
  index: IndexReader,
  terms: readonly TermScorer[],
  best: BestItems,
  isCounted: boolean,
): Generator<void, number> {
  const all = new BestOfAll(index, terms, best, isCounted);
  return runAll(index, all, () => all.least);
}

/** How many documents all lists have. */
export function countOfAll(index: IndexReader, lists: readonly PostingList[]): Generator<void, number> {
  return runAll(index, new CountOfAll(index, lists), () => 0);
}

function* runAll(index: IndexReader, all: ListsOfIndex, least: () => number): Generator<void, number> {
  const blocks = Math.ceil(index.documentCount / BLOCK_SIZE);
  let count = 0;
  for (let block = 0; block < blocks; ) {
    const run = resident.run(all, block, blocks, AT_ONCE, least());
    count += run.count;
    block = run.next;
    if (block < blocks) yield;
  }
  return count;
}

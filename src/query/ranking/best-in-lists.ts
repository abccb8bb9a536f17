/**
 * Finds the top k documents in the resident kernel. Documents are in all of some lists and in none of others, or in any
 * of several lists. Further lists may only add to scores.
 */
import { SHORT_LIST_MAX } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import type { Norms } from '../../engine/postings/document-lengths.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { putDocs, putRecords } from '../operators/resident-blocks.ts';
import { ResidentLists } from '../operators/resident-lists.ts';
import { ResidentCodes } from '../resident/resident-codes.ts';
import { blocksOf } from '../resident/resident-kernel.ts';
import type { ScoredLists } from '../resident/resident-selection.ts';
import type { BestItems } from './best-items.ts';
import type { TermScorer } from './scoring.ts';
import { readImpacts, WEIGHT_MAX, WEIGHT_MIN } from './term-bounds.ts';

abstract class BestInLists extends ResidentLists {
  override readonly weights: readonly number[];
  override readonly norms: readonly Norms[];
  readonly #best: BestItems;

  /** `terms` are in the order of the kernel. */
  constructor(terms: readonly TermScorer[], excluded: readonly PostingList[], best: BestItems) {
    super(
      terms.map(({ list }) => list),
      excluded,
    );
    this.weights = terms.map(({ bound }) => bound);
    this.norms = terms.map(({ norms }) => norms);
    this.#best = best;
  }

  /** The score that a document must reach. */
  get least(): number {
    return this.#best.threshold * (1 - 1e-6);
  }

  protected isLeftOut(doc: number): boolean {
    return this.#best.isLeftOut(doc);
  }

  /** Offers a document with its exact score. Returns the score that the next one must reach. */
  protected offerScore(doc: number, score: number): number {
    if (score >= this.#best.threshold) this.#best.offer(doc, score);
    return this.least;
  }
}

/** Documents that have all terms. They can be counted in the same pass. */
class BestOfAll extends BestInLists {
  override readonly isCounted: boolean;
  readonly #index: IndexReader;
  readonly #terms: readonly TermScorer[];

  constructor(
    index: IndexReader,
    terms: readonly TermScorer[],
    excluded: readonly PostingList[],
    best: BestItems,
    isCounted: boolean,
  ) {
    super(terms, excluded, best);
    this.#index = index;
    this.#terms = terms;
    this.isCounted = isCounted;
  }

  override put(t: number, block: number, through: number, isThere: boolean): void {
    super.put(t, block, through, isThere);
    if (t < this.leading) putRecords(this.lists[t]!, block, through, this.#index.frequencies);
  }

  override offer(block: number, low: number, frequencies: Uint32Array): number {
    const doc = block * BLOCK_SIZE + low;
    if (this.isLeftOut(doc)) return this.least;
    const terms = this.#terms;
    let score = 0;
    for (let t = 0; t < terms.length; t++) score += terms[t]!.scoreOf(doc, frequencies[t]!);
    return this.offerScore(doc, score);
  }
}

/** Documents that have the required terms, or any term if none is required. */
class BestOfSome extends BestInLists {
  override readonly scored: ScoredLists;
  override readonly leading: number;
  override readonly end: number;
  readonly #terms: readonly TermScorer[];
  /** Indexed by term, in the order of the query: its number in the kernel. */
  readonly #numbers: readonly number[];

  constructor(index: IndexReader, terms: readonly TermScorer[], required: ReadonlySet<PostingList>, best: BestItems) {
    const inOrder = [...terms].sort((a, b) => Number(required.has(b.list)) - Number(required.has(a.list)));
    super(inOrder, [], best);
    this.leading = required.size;
    this.end =
      required.size === 0
        ? Math.max(...this.lists.map(blocksOf))
        : Math.min(...this.lists.slice(0, required.size).map(blocksOf));
    this.#terms = terms;
    this.#numbers = terms.map((term) => inOrder.indexOf(term));
    const { lists } = this;
    this.scored = {
      need(t, block, isThere) {
        if (!isThere) putDocs(lists[t]!, block, block + 1);
        putRecords(lists[t]!, block, block + 1, index.frequencies);
      },
      impactsOf: (t) => (lists[t]!.shortDocs === null ? lists[t]!.impacts : SHORT_IMPACTS),
      learn: (t, block) => readImpacts(lists[t]!, lists[t]!.seek(block), index.frequencies),
    };
  }

  override offer(block: number, low: number, frequencies: Uint32Array): number {
    const doc = block * BLOCK_SIZE + low;
    if (this.isLeftOut(doc)) return this.least;
    const terms = this.#terms;
    let score = 0;
    for (let t = 0; t < terms.length; t++) {
      const frequency = frequencies[this.#numbers[t]!]!;
      if (frequency > 0) score += terms[t]!.scoreOf(doc, frequency);
    }
    return this.offerScore(doc, score);
  }
}

/** Whether the kernel can bound the scores of terms, and has room for the norms of an index. */
export function haveBounds(index: IndexReader, terms: readonly TermScorer[]): boolean {
  return (
    ResidentCodes.hasRoomFor(index.documentCount, new Set(terms.map(({ norms }) => norms)).size) &&
    terms.every(({ bound }) => bound > WEIGHT_MIN && bound < WEIGHT_MAX)
  );
}

/** Offers the top documents with all terms and in none of other lists. Returns the total count if `isCounted`, else 0. */
export function bestOfAll(
  index: IndexReader,
  terms: readonly TermScorer[],
  excluded: readonly PostingList[],
  best: BestItems,
  isCounted: boolean,
): Generator<void, number> {
  const all = new BestOfAll(index, terms, excluded, best, isCounted);
  return all.run(() => all.least);
}

/** Offers the top documents with all required terms, or any term if none is required. */
export function bestOfSome(
  index: IndexReader,
  terms: readonly TermScorer[],
  required: ReadonlySet<PostingList>,
  best: BestItems,
): Generator<void, number> {
  const some = new BestOfSome(index, terms, required, best);
  return some.run(() => some.least);
}

/** A short list has no bounds, but its scores are below the term's weight. */
const SHORT_IMPACTS = new Uint16Array(SHORT_LIST_MAX).fill(256);

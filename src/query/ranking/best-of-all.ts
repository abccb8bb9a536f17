/**
 * Finds, in the resident kernel, the top k of documents that are in all of several lists and in none of others. Counts them in
 * the same pass.
 */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { Norms } from '../../kernel/norm-codes.ts';
import { ResidentCodes } from '../../kernel/resident-codes.ts';
import { putRecords } from '../operators/resident-blocks.ts';
import { ResidentLists } from '../operators/resident-lists.ts';
import type { BestItems } from './best-items.ts';
import type { TermScorer } from './scoring.ts';
import { MARGIN, WEIGHT_MAX, WEIGHT_MIN } from './term-bounds.ts';

class BestOfAll extends ResidentLists {
  override readonly weights: readonly number[];
  override readonly norms: readonly Norms[];
  override readonly isCounted: boolean;
  readonly #index: IndexReader;
  /** In the order of the query. */
  readonly #terms: readonly TermScorer[];
  readonly #best: BestItems;

  constructor(
    index: IndexReader,
    terms: readonly TermScorer[],
    excluded: readonly PostingList[],
    best: BestItems,
    isCounted: boolean,
  ) {
    super(
      terms.map(({ list }) => list),
      excluded,
    );
    this.#index = index;
    this.#terms = terms;
    this.#best = best;
    this.weights = terms.map(weightOf);
    this.norms = terms.map(({ norms }) => norms);
    this.isCounted = isCounted;
  }

  /** The score that a document must reach. */
  get least(): number {
    return leastOf(this.#best);
  }

  override put(t: number, block: number, through: number, isThere: boolean): void {
    super.put(t, block, through, isThere);
    if (t >= this.leading) return;
    putRecords(this.lists[t]!, block, through, this.#index.frequencies);
  }

  override offer(block: number, low: number, frequencies: Uint32Array): number {
    return offerScored(this.#terms, null, block, low, frequencies, this.#best);
  }
}

/** Returns the weight of a term in the kernel. */
export function weightOf({ weight }: TermScorer): number {
  return weight * MARGIN;
}

/** Returns the score that a document must reach in the kernel. */
export function leastOf(best: BestItems): number {
  return best.threshold * (1 - 1e-6);
}

/**
 * Offers a document with its exact score, from its frequency of each term. `numbers` are those of the terms in the kernel;
 * null: their order.
 */
export function offerScored(
  terms: readonly TermScorer[],
  numbers: readonly number[] | null,
  block: number,
  low: number,
  frequencies: Uint32Array,
  best: BestItems,
): number {
  const doc = block * BLOCK_SIZE + low;
  let score = 0;
  for (let t = 0; t < terms.length; t++) {
    const frequency = frequencies[numbers === null ? t : numbers[t]!]!;
    if (frequency > 0) score += terms[t]!.scoreOf(doc, frequency);
  }
  if (score >= best.threshold) best.offer(doc, score);
  return leastOf(best);
}

/** Whether the kernel can bound the scores of terms, and has room for the norms of an index. */
export function haveBounds(index: IndexReader, terms: readonly TermScorer[]): boolean {
  return (
    ResidentCodes.hasRoomFor(index.documentCount, new Set(terms.map(({ norms }) => norms)).size) &&
    terms.every(({ weight }) => weight > WEIGHT_MIN && weight < WEIGHT_MAX)
  );
}

/** Whether the top k of documents with all of several terms, and in none of other lists, can be found this way. */
export function areRankedTogether(
  index: IndexReader,
  terms: readonly TermScorer[],
  excluded: readonly PostingList[],
): boolean {
  return terms.length + excluded.length > 1 && haveBounds(index, terms);
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

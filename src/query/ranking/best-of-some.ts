/** Finds, in the resident kernel, the top k of documents with any of several terms, or with all of some and perhaps others. */
import { SHORT_LIST_MAX } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { Norms } from '../../kernel/norm-codes.ts';
import { blocksOf } from '../../kernel/resident-kernel.ts';
import { RESIDENT_TERMS_MAX, type ScoredLists } from '../../kernel/resident-selection.ts';
import { tuning } from '../../shared/thresholds.ts';
import { distinct } from '../operators/distinct.ts';
import { putDocs, putRecords } from '../operators/resident-blocks.ts';
import { ResidentLists } from '../operators/resident-lists.ts';
import type { BestItems } from './best-items.ts';
import { haveBounds, leastOf, offerScored, weightOf } from './best-of-all.ts';
import type { MatchShape } from './match-shape.ts';
import type { TermScorer } from './scoring.ts';
import { readImpacts } from './term-bounds.ts';

class BestOfSome extends ResidentLists {
  override readonly weights: readonly number[];
  override readonly norms: readonly Norms[];
  override readonly scored: ScoredLists;
  override readonly leading: number;
  override readonly end: number;
  readonly #terms: readonly TermScorer[];
  /** Indexed by term in the order of the query: its number in the kernel. */
  readonly #numbers: readonly number[];
  readonly #best: BestItems;

  constructor(index: IndexReader, terms: readonly TermScorer[], required: ReadonlySet<PostingList>, best: BestItems) {
    const inOrder = [...terms].sort((a, b) => Number(required.has(b.list)) - Number(required.has(a.list)));
    super(inOrder.map(({ list }) => list));
    this.leading = required.size;
    this.end =
      required.size === 0
        ? Math.max(...this.lists.map(blocksOf))
        : Math.min(...this.lists.slice(0, required.size).map(blocksOf));
    this.weights = inOrder.map(weightOf);
    this.norms = inOrder.map(({ norms }) => norms);
    this.#terms = terms;
    this.#numbers = terms.map((term) => inOrder.indexOf(term));
    this.#best = best;
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

  get least(): number {
    return leastOf(this.#best);
  }

  override offer(block: number, low: number, frequencies: Uint32Array): number {
    return offerScored(this.#terms, this.#numbers, block, low, frequencies, this.#best);
  }
}

/** Whether the top k can be found this way: matches have all required terms, or any of the terms if none is required. */
export function areRankedBySome(
  index: IndexReader,
  { isAll, isAny, required }: MatchShape,
  terms: readonly TermScorer[],
): boolean {
  if (!(isAll || isAny) || terms.length < 2 || terms.length > TERMS_MAX) return false;
  const lists = terms.map(({ list }) => list);
  if (required.size === 1 && isRarerOne(lists, required)) return false;
  return haveBounds(index, terms) && distinct(lists) === lists;
}

/**
 * Whether an optional term is rarer than the only required one. Then scoring the rare terms of a block first leaves little of the
 * required one to read (pruned-top.ts).
 */
function isRarerOne(lists: readonly PostingList[], required: ReadonlySet<PostingList>): boolean {
  const [one] = required;
  return lists.some(({ docFreq }) => docFreq < one!.docFreq);
}

const TERMS_MAX = Math.min(tuning.rankedTogether, RESIDENT_TERMS_MAX);

/** Offers the top documents with all required terms, or any term if none is required. */
export function bestOfSome(
  index: IndexReader,
  terms: readonly TermScorer[],
  { required }: MatchShape,
  best: BestItems,
): Generator<void, number> {
  const some = new BestOfSome(index, terms, required, best);
  return some.run(() => some.least);
}

/** A short list has no bounds, but its scores are below its weight. */
const SHORT_IMPACTS = new Uint16Array(SHORT_LIST_MAX).fill(256);

/** The best documents of a query by score: chooses between pruning, one pass over a phrase, and scoring everything. */
import type { Query } from '../../grammar/ast.ts';
import { BLOCK_SIZE } from '../codec/doc-block.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { BlockSet } from './operators/block-set.ts';
import { NO_BLOCK, type Operator } from './operators/operator.ts';
import type { OutsideSets } from './plan/outside-sets.ts';
import { Planner } from './plan/planner.ts';
import { BestItems, BestItemsAfter, type ScoredItem } from './ranking/best-items.ts';
import { MatchShape } from './ranking/match-shape.ts';
import { PrunedTop } from './ranking/pruned-top.ts';
import type { CountedScorer, Scorer, TermScorer } from './ranking/scoring.ts';
import { countDocs } from './run.ts';

export interface TopDocs {
  /** Exact number of matches if requested, else 0. */
  readonly count: number;
  /** Best first, equal scores by id. */
  readonly items: readonly ScoredItem[];
}

export interface TopRequest {
  readonly limit: number;
  /** Whether the exact count is needed: without it, documents that cannot reach the top are skipped. */
  readonly isCounted: boolean;
  readonly filters: readonly Query[];
  readonly sets: OutsideSets;
  /** Items up to and including this one are left out; null: none. */
  readonly after: ScoredItem | null;
}

/** The `limit` best documents of a query by BM25. */
export function* topDocs(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
  { limit, isCounted, filters, sets, after }: TopRequest,
): Generator<void, TopDocs> {
  const planner = new Planner(index, defaultFields, { sets });
  const operator = yield* planner.planFiltered(query, filters);
  const best = after === null ? new BestItems(limit) : new BestItemsAfter(limit, after);
  const scorer = planner.scorerOf(query);
  const constant = scorer.constantOn(operator, index);
  if (constant !== null) {
    const count = isCounted ? yield* countDocs(operator) : 0;
    yield* firstByIds(index, operator, constant, after === null ? limit : index.documentCount, best);
    return { count, items: best.sorted() };
  }
  const { terms, counted } = scorer;
  const count = isCounted && terms !== null ? yield* countDocs(operator) : 0;
  if (terms === null) {
    const total =
      counted !== null && counted.relevance === operator.relevance
        ? topOfCounted(index, operator, counted, best)
        : topOfScored(index, operator, scorer, best);
    return { count: yield* total, items: best.sorted() };
  }
  yield* topOfTerms(index, operator, terms, best);
  return { count, items: best.sorted() };
}

/** The best matches of an operator whose scorer is a sum of terms. */
function* topOfTerms(
  index: IndexReader,
  operator: Operator,
  terms: readonly TermScorer[],
  best: BestItems,
): Generator<void> {
  const { required, isAll, isAny, isCovered } = new MatchShape(operator, terms);
  const pruned = new PrunedTop(index, terms, required, best);
  const set = isAny && !pruned.areMany ? null : BlockSet.take();
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    if (set === null) pruned.any(block);
    else if (pruned.areMany) {
      operator.load(block, set);
      yield* pruned.allOf(block, set);
    } else if (!isAll || !pruned.join(block)) {
      operator.load(block, set);
      if (!set.isEmpty()) pruned.among(block, set, isCovered);
    }
    yield;
  }
  set?.release();
  pruned.release();
}

/** The matches with the lowest ids, all of one score. */
function* firstByIds(
  index: IndexReader,
  operator: Operator,
  score: number,
  limit: number,
  best: BestItems,
): Generator<void> {
  const { ids, idOrder } = index;
  const set = BlockSet.take();
  let left = idOrder === null ? limit : index.documentCount;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK && left > 0; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const count = set.first(block * BLOCK_SIZE, docs, left);
    left -= count;
    for (let i = 0; i < count; i++) best.offer(ids[docs[i]!]!, score);
    yield;
  }
  set.release();
}

/** For a query that is just a phrase: matches and scores in one pass over positions; returns the number of matches. */
function* topOfCounted(
  index: IndexReader,
  operator: Operator,
  scorer: CountedScorer,
  best: BestItems,
): Generator<void, number> {
  const set = BlockSet.take();
  const { ids } = index;
  let total = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    scorer.relevance.loadCandidates(block, set);
    const count = set.collect(block * BLOCK_SIZE, docs, 0);
    scorer.forEach(docs, count, (i, score) => {
      total++;
      if (score >= best.threshold) best.offer(ids[docs[i]!]!, score);
    });
    yield;
  }
  set.release();
  return total;
}

/** Scores all matches; returns their number. */
function* topOfScored(
  index: IndexReader,
  operator: Operator,
  scorer: Scorer,
  best: BestItems,
): Generator<void, number> {
  const set = BlockSet.take();
  const { ids } = index;
  let total = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const count = set.collect(block * BLOCK_SIZE, docs, 0);
    total += count;
    scores.fill(0, 0, count);
    scorer.add(block, docs, count, scores);
    for (let i = 0; i < count; i++) if (scores[i]! >= best.threshold) best.offer(ids[docs[i]!]!, scores[i]!);
    yield;
  }
  set.release();
  return total;
}

// Not used across a yield, so that searches that take turns can share them.
const docs = new Uint32Array(BLOCK_SIZE);
const scores = new Float64Array(BLOCK_SIZE);

/** The algorithms for the top k of an operator, block by block: pruned, all with one score, counted, or all scored. */
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import { tuning } from '../../shared/thresholds.ts';
import { BlockSet } from '../operators/block-set.ts';
import { NO_BLOCK, type Operator } from '../operators/operator.ts';
import type { CountedDocs } from '../operators/relevance.ts';
import type { BestItems } from './best-items.ts';
import type { MatchShape } from './match-shape.ts';
import { PrunedTop } from './pruned-top.ts';
import type { CountedScorer, Scorer, TermScorer } from './scoring.ts';

/** Finds the best matches of an operator whose scorer is a sum of terms with bounds. */
export function* prunedTop(
  index: IndexReader,
  operator: Operator,
  terms: readonly TermScorer[],
  { required, isAny, isCovered }: MatchShape,
  best: BestItems,
  limit: number,
): Generator<void> {
  const pruned = new PrunedTop(index, terms, required, best, limit);
  if (isAny) {
    for (let block = pruned.nextBlock(0); block < NO_BLOCK; block = pruned.nextBlock(block + 1)) {
      pruned.any(block);
      yield;
    }
  } else {
    for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
      pruned.among(block, operator, isCovered);
      yield;
    }
  }
}

/** Takes the matches with the lowest ids, because all have one score. */
export function* firstByIds(
  index: IndexReader,
  operator: Operator,
  score: number,
  limit: number,
  best: BestItems,
): Generator<void> {
  const { idOrder } = index;
  const set = BlockSet.take();
  let left = idOrder === null ? limit : index.documentCount;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK && left > 0; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const count = set.first(block * BLOCK_SIZE, docs, left);
    left -= count;
    for (let i = 0; i < count; i++) best.offer(docs[i]!, score);
    yield;
  }
  set.release();
}

/**
 * Answers a query that consists of one phrase: matches and scores it in one pass over positions. Returns the number of
 * matches.
 */
export function topOfCounted(operator: Operator, scorer: CountedScorer, best: BestItems): Generator<void, number> {
  const found = scorer.relevance.found();
  if (found !== null) return topOfFound(found, scorer, best);
  const load = (block: number, set: BlockSet): void => scorer.relevance.loadCandidates(block, set);
  return scoreBlocks(operator, load, (_block, count) => {
    let matches = 0;
    scorer.forEach(docs, count, (i, score) => {
      if (best.isLeftOut(docs[i]!)) return;
      matches++;
      if (score >= best.threshold) best.offer(docs[i]!, score);
    });
    return matches;
  });
}

/** Like `topOfCounted`, for a phrase whose documents are all found without visiting each block. */
function* topOfFound(found: CountedDocs, scorer: CountedScorer, best: BestItems): Generator<void, number> {
  let total = 0;
  while (found.advance()) {
    total += scorer.offerFound(found, best);
    yield;
  }
  return total;
}

/** Scores all matches. Returns their number. */
export function topOfScored(operator: Operator, scorer: Scorer, best: BestItems): Generator<void, number> {
  const load = (block: number, set: BlockSet): void => operator.load(block, set);
  if (scorer.terms !== null) return topOfTotals(operator, load, scorer.terms, best);
  return scoreBlocks(operator, load, (block, count) => {
    scores.fill(0, 0, count);
    scorer.add(block, docs, count, scores);
    for (let i = 0; i < count; i++) if (scores[i]! >= best.threshold) best.offer(docs[i]!, scores[i]!);
    return count;
  });
}

/** Like `topOfScored`, for a sum of terms: adds up totals by document, one term after the other. */
function topOfTotals(
  operator: Operator,
  load: (block: number, set: BlockSet) => void,
  terms: readonly TermScorer[],
  best: BestItems,
): Generator<void, number> {
  const totals = new Float64Array(BLOCK_SIZE);
  function* addTerms(block: number): Generator<void> {
    totals.fill(0);
    for (const [t, term] of terms.entries()) {
      term.addAll(block, totals);
      if (t % TERMS_AT_ONCE === 0) yield;
    }
  }
  const offerTotals = (block: number, count: number): number => {
    const base = block * BLOCK_SIZE;
    for (let i = 0; i < count; i++) {
      const total = totals[docs[i]! - base]!;
      if (total >= best.threshold) best.offer(docs[i]!, total);
    }
    return count;
  };
  return scoreBlocks(operator, load, offerTotals, addTerms);
}

/** Terms between two yields. */
const TERMS_AT_ONCE = tuning.manyTerms;

/**
 * Passes the documents of `load`, block by block, to `score`, which returns how many of these match. Returns the sum. `before`
 * runs first in each block, and may yield.
 */
function* scoreBlocks(
  operator: Operator,
  load: (block: number, set: BlockSet) => void,
  score: (block: number, count: number) => number,
  before: ((block: number) => Generator<void>) | null = null,
): Generator<void, number> {
  const set = BlockSet.take();
  let total = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    if (before !== null) yield* before(block);
    load(block, set);
    total += score(block, set.collect(block * BLOCK_SIZE, docs, 0));
    yield;
  }
  set.release();
  return total;
}

// Not used across a yield, so that interleaved searches can share them.
const docs = new Uint32Array(BLOCK_SIZE);
const scores = new Float64Array(BLOCK_SIZE);

import type { Query } from '../../grammar/ast.ts';
import { BLOCK_SIZE } from '../codec/doc-block.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { BestItems, type ScoredItem } from './best-items.ts';
import { BlockSet } from './block-set.ts';
import { Disjunction } from './operators/disjunction.ts';
import { NO_BLOCK, type Operator } from './operators/operator.ts';
import { TermOperator } from './operators/term.ts';
import { Planner } from './planner.ts';
import { PrunedTop } from './pruned-top.ts';
import { countDocs } from './run.ts';
import { type Scorer, SumScorer, TermScorer } from './scoring.ts';

export interface TopDocs {
  /** Exact number of matches where it was asked for, else 0. */
  readonly count: number;
  /** Best first, equal scores by id. */
  readonly items: readonly ScoredItem[];
}

/** The `limit` best documents of a query by BM25. */
export function* topDocs(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
  limit: number,
  isCounted: boolean,
): Generator<void, TopDocs> {
  const planner = new Planner(index, defaultFields);
  const operator = yield* planner.plan(query);
  const best = new BestItems(limit);
  const scorer = planner.scorerOf(query);
  const terms = termsOf(scorer);
  if (terms !== null && isAnyOf(operator, terms)) {
    const count = isCounted ? yield* countDocs(operator) : 0;
    yield* topOfAny(index, operator, terms, best);
    return { count, items: best.sorted() };
  }
  const count = yield* topOfMatches(index, operator, scorer, terms, best);
  return { count, items: best.sorted() };
}

/** The terms of a scorer that is a sum of nothing else, or null. */
function termsOf(scorer: Scorer): TermScorer[] | null {
  if (scorer instanceof TermScorer) return [scorer];
  if (!(scorer instanceof SumScorer)) return null;
  const terms: TermScorer[] = [];
  for (const part of scorer.parts) {
    const own = termsOf(part);
    if (own === null) return null;
    terms.push(...own);
  }
  return terms.some((term) => term.weight < 0) ? null : terms;
}

/** Whether the matches are just the documents that have one of the terms. */
function isAnyOf(operator: Operator, terms: readonly TermScorer[]): boolean {
  const parts = operator instanceof Disjunction ? operator.children : [operator];
  return (
    parts.every((part) => part instanceof TermOperator && part.field !== null) &&
    terms.every((term) => parts.some((part) => part instanceof TermOperator && part.list === term.list))
  );
}

function* topOfAny(
  index: IndexReader,
  operator: Operator,
  terms: readonly TermScorer[],
  best: BestItems,
): Generator<void> {
  const pruned = new PrunedTop(index, terms, best);
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    pruned.anyOf(block);
    yield;
  }
}

/** Scores what matches; returns the number of matches. */
function* topOfMatches(
  index: IndexReader,
  operator: Operator,
  scorer: Scorer,
  terms: readonly TermScorer[] | null,
  best: BestItems,
): Generator<void, number> {
  const pruned = terms === null ? null : new PrunedTop(index, terms, best);
  // Both are used up before a yield, so that searches that take turns can share them.
  const set = BlockSet.take();
  const { ids } = index;
  let total = 0;
  for (let block = operator.nextBlock(0); block !== NO_BLOCK; block = operator.nextBlock(block + 1)) {
    operator.load(block, set);
    const count = set.collect(block * BLOCK_SIZE, docs, 0);
    total += count;
    if (pruned !== null) pruned.amongDocs(block, docs, count);
    else {
      scores.fill(0, 0, count);
      scorer.add(block, docs, count, scores);
      for (let i = 0; i < count; i++) if (scores[i]! >= best.threshold) best.offer(ids[docs[i]!]!, scores[i]!);
    }
    yield;
  }
  set.release();
  return total;
}

const docs = new Uint32Array(BLOCK_SIZE);
const scores = new Float64Array(BLOCK_SIZE);

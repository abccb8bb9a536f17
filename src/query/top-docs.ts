/** Finds the top k documents of a query by score. Chooses between pruning, one pass over a phrase, and scoring everything. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { tuning } from '../shared/thresholds.ts';
import { countDocs } from './execute.ts';
import type { OutsideSets } from './plan/outside-sets.ts';
import type { PlanNotes } from './plan/plan-notes.ts';
import { Planner } from './plan/planner.ts';
import { isPlanning } from './plan/planning.ts';
import { BestItems, BestItemsAfter, type ScoredItem } from './ranking/best-items.ts';
import { areRankedTogether, bestOfAll } from './ranking/best-of-all.ts';
import { areRankedBySome, bestOfSome } from './ranking/best-of-some.ts';
import { excludedBesideAll, MatchShape } from './ranking/match-shape.ts';
import type { TermScorer } from './ranking/scoring.ts';
import { firstByIds, topOfCounted, topOfScored, topOfTerms } from './ranking/top-of-blocks.ts';

export interface TopDocs {
  /** Exact number of matches if requested, else 0. */
  readonly count: number;
  /** Best first, ties by id. */
  readonly items: readonly ScoredItem[];
}

export interface TopRequest {
  readonly limit: number;
  /** Whether the exact count is needed. If not, documents that cannot reach the top k are skipped. */
  readonly isCounted: boolean;
  readonly filters: readonly Query[];
  readonly sets: OutsideSets;
  readonly notes: PlanNotes | null;
  /** Skips items up to and including this one; null: none. */
  readonly after: ScoredItem | null;
}

/** Returns the top `limit` documents of a query by BM25. */
export function* topDocs(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
  { limit, isCounted, filters, sets, notes, after }: TopRequest,
): Generator<void, TopDocs> {
  const planner = new Planner(index, defaultFields, { sets, notes });
  const begun = planner.planFiltered(query, filters);
  const operator = isPlanning(begun) ? yield* begun : begun;
  const best = after === null ? new BestItems(limit, index) : new BestItemsAfter(limit, index, after);
  const scorer = planner.scorerOf(query);
  const constant = scorer.constantOn(operator, index);
  if (constant !== null) {
    const count = isCounted ? yield* countDocs(operator) : 0;
    yield* firstByIds(index, operator, constant, after === null ? limit : index.documentCount, best);
    return { count, items: best.sorted() };
  }
  const { terms, counted } = scorer;
  const excluded = terms === null ? null : excludedBesideAll(operator, terms);
  const isRanked = terms !== null && excluded !== null && areRankedTogether(index, terms, excluded);
  if (isRanked && (isCounted || !isFrequentAlone(terms))) {
    const count = yield* bestOfAll(index, terms, excluded, best, isCounted);
    return { count, items: best.sorted() };
  }
  const count = isCounted && terms !== null ? yield* countDocs(operator) : 0;
  if (terms === null) {
    planner.refuseScoring(scorer, operator);
    const total =
      counted !== null && counted.relevance === operator.relevance
        ? topOfCounted(operator, counted, best)
        : topOfScored(operator, scorer, best);
    return { count: yield* total, items: best.sorted() };
  }
  const shape = new MatchShape(operator, terms);
  if (areRankedBySome(index, shape, terms)) yield* bestOfSome(index, terms, shape, best);
  else yield* topOfTerms(index, operator, terms, shape, best, limit);
  return { count, items: best.sorted() };
}

/** Whether finding the top k of the only term is faster than finding all matching documents. */
function isFrequentAlone(terms: readonly TermScorer[]): boolean {
  return terms.length === 1 && terms[0]!.list.docFreq >= tuning.risingFrom;
}

/** Finds the top k documents of a query by score, in the way that ranking/top-way.ts chooses. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { countDocs } from './execute.ts';
import { withoutStruck } from './operators/exclusion.ts';
import type { OutsideSets } from './plan/outside-sets.ts';
import type { PlanNotes } from './plan/plan-notes.ts';
import { Planner } from './plan/planner.ts';
import { isPlanning } from './plan/planning.ts';
import { bestOfAll, bestOfSome } from './ranking/best-in-lists.ts';
import { BestItems, BestItemsAfter, type ScoredItem } from './ranking/best-items.ts';
import { firstByIds, prunedTop, topOfCounted, topOfScored } from './ranking/top-of-blocks.ts';
import { topWay } from './ranking/top-way.ts';

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
  /** Items with lower scores may be left out; default none. */
  readonly threshold?: number;
}

/** Returns the top `limit` documents of a query by BM25. */
export function* topDocs(
  index: IndexReader,
  query: Query,
  defaultFields: readonly string[],
  { limit, isCounted, filters, sets, notes, after, threshold }: TopRequest,
): Generator<void, TopDocs> {
  const planner = new Planner(index, defaultFields, { sets, notes });
  const begun = planner.planWithStruck(query, filters);
  const operator = isPlanning(begun) ? yield* begun : begun;
  const matches = withoutStruck(index, operator);
  const best =
    after === null ? new BestItems(limit, index, threshold) : new BestItemsAfter(limit, index, after, threshold);
  const scorer = planner.scorerOf(query);
  const way = topWay(index, { operator, matches }, scorer, isCounted);
  switch (way.kind) {
    case 'one-score': {
      const count = isCounted ? yield* countDocs(matches) : 0;
      yield* firstByIds(index, matches, way.score, after === null ? limit : index.documentCount, best);
      return { count, items: best.sorted() };
    }
    case 'all-lists': {
      const count = yield* bestOfAll(index, way.terms, way.excluded, best, isCounted);
      return { count, items: best.sorted() };
    }
    case 'some-lists':
    case 'pruned': {
      const count = isCounted ? yield* countDocs(matches) : 0;
      if (way.kind === 'pruned') yield* prunedTop(index, operator, way.terms, way.shape, best, limit);
      else yield* bestOfSome(index, way.terms, way.required, best);
      return { count, items: best.sorted() };
    }
    default: {
      if (scorer.terms === null) planner.refuseScoring(scorer, operator);
      const total =
        way.kind === 'counted' ? topOfCounted(operator, way.scorer, best) : topOfScored(matches, way.scorer, best);
      return { count: yield* total, items: best.sorted() };
    }
  }
}

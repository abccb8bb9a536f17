/** Finds the top k documents of a query by score, in the way that ranking/top-way.ts chooses. */
import type { Query } from '../../grammar/ast.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { collectBitmap, countDocs } from './execute.ts';
import { Disjunction } from './operators/disjunction.ts';
import { DocBitmap } from './operators/doc-bitmap.ts';
import { withoutStruck } from './operators/exclusion.ts';
import type { Operator } from './operators/operator.ts';
import type { OutsideSets } from './plan/outside-sets.ts';
import type { PlanNotes } from './plan/plan-notes.ts';
import { Planner } from './plan/planner.ts';
import { isPlanning } from './plan/planning.ts';
import { bestOfAll, bestOfSome } from './ranking/best-in-lists.ts';
import { BestItems, BestItemsAfter, type RankedItems, type ScoredItem } from './ranking/best-items.ts';
import { OfferedBefore } from './ranking/docs-left-out.ts';
import { firstByIds, prunedTop, topOfCounted, topOfScored } from './ranking/top-of-blocks.ts';
import { topWay, type WayOfTerms } from './ranking/top-way.ts';

export interface TopDocs {
  /** Exact number of matches if requested, else 0. */
  readonly count: number;
  readonly items: RankedItems;
}

export interface TopRequest {
  readonly limit: number;
  /** Whether the exact count is needed. If not, documents that cannot reach the top k are skipped. */
  readonly isCounted: boolean;
  readonly filters: readonly Query[];
  readonly sets: OutsideSets;
  readonly notes: PlanNotes | null;
  /** Skips items up to and including this one. Null skips none. */
  readonly after: ScoredItem | null;
  /** Items with lower scores may be left out. By default, none are. */
  readonly threshold?: number;
}

function topOfTerms(
  index: IndexReader,
  operator: Operator,
  { kind, terms, shape }: WayOfTerms,
  best: BestItems,
  limit: number,
): Generator<void> {
  return kind === 'pruned'
    ? prunedTop(index, operator, terms, shape, best, limit)
    : bestOfSome(index, terms, shape.required, best);
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
      return { count, items: yield* best.sorted() };
    }
    case 'all-lists': {
      const count = yield* bestOfAll(index, way.terms, way.excluded, best, isCounted);
      return { count, items: yield* best.sorted() };
    }
    case 'some-lists':
    case 'pruned': {
      const count = isCounted ? yield* countDocs(matches) : 0;
      yield* topOfTerms(index, operator, way, best, limit);
      return { count, items: yield* best.sorted() };
    }
    case 'counted': {
      planner.refuseScoring(scorer, operator);
      return { count: yield* topOfCounted(operator, way.scorer, best), items: yield* best.sorted() };
    }
    case 'scored': {
      const { divided } = way;
      const scored = divided === null ? matches : new Disjunction(divided.apart);
      if (scorer.terms === null) planner.refuseScoring(scorer, scored);
      if (divided === null) return { count: yield* topOfScored(scored, scorer, best), items: yield* best.sorted() };
      const count = isCounted ? yield* countDocs(matches) : 0;
      const words = yield* collectBitmap(scored, index.bitmapWords);
      yield* topOfScored(new DocBitmap(words, scored.name, scored.detail), scorer, best);
      best.leaveOut(new OfferedBefore(words, best.leftOut));
      yield* topOfTerms(index, operator, divided.others, best, limit);
      return { count, items: yield* best.sorted() };
    }
  }
}

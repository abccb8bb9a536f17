/** Runs one request on one index: plans it, runs it, and returns count and items in order. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { SourceAnswer } from '../search/search-answer.ts';
import { DEFAULT_FIELDS, type Facet, type SourceScope } from '../search/search-request.ts';
import { tuning } from '../shared/thresholds.ts';
import { addLeastIds, collapsedDocs, type SeenValues } from './columns/collapse.ts';
import { type FacetsBeside, facetsOfDocs, facetsOfPlan } from './columns/facets.ts';
import { orderedItems } from './columns/ordered-items.ts';
import { collectBitmap, collectDocs, collectFound, countDocs } from './execute.ts';
import { hintsFor } from './hints/query-hints.ts';
import { idsOfBitmap, idsOfDocs, WholeItems } from './item-batches.ts';
import { MatchedWords } from './matching/matched-words.ts';
import { PlanNotes } from './plan/plan-notes.ts';
import { Planner } from './plan/planner.ts';
import { isPlanning, planned } from './plan/planning.ts';
import { filtersOf, queryOf, type SetsRequest, setsOf, unfiltered } from './request-sets.ts';
import { topDocs } from './top-docs.ts';

/** A request with its query as a tree. */
export type ParsedRequest = SetsRequest;

const NO_FACETS = [] as const;
const NO_FACETS_ASKED: readonly Facet[] = [];

/** Answers the parts of a request that concern one index. The engine handles the rest. */
export function answerOf(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  signal: AbortSignal | undefined,
): Generator<void, SourceAnswer> {
  if (request.want.includes('hints')) return hinted(index, request, scope, signal);
  const isFaceted = request.facets !== undefined && request.facets.length > 0;
  if (request.want.includes('ids') && request.sort?.by === 'fields') return byFields(index, request, scope, signal);
  if (isFaceted) return faceted(index, request, scope, signal);
  if (!request.want.includes('ids')) return counted(index, request, scope);
  return request.sort?.by === 'relevance' ? byRelevance(index, request, scope) : byId(index, request, scope, signal);
}

function* hinted(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  signal: AbortSignal | undefined,
): Generator<void, SourceAnswer> {
  const { earlier = null } = request;
  const want = request.want.filter((one) => one !== 'hints');
  if (earlier?.areWithoutHints === true) {
    const answer = yield* answerOf(index, { ...request, want }, scope, signal);
    return { ...answer, hints: [] };
  }
  const notes = new PlanNotes();
  const answer = yield* answerOf(index, { ...request, want, notes }, scope, signal);
  // If documents were found before, the plan contains only these, so the query is planned again.
  const known = request.found === undefined ? notes : null;
  // A later part may leave out items that score lower than enough items of earlier parts.
  const isWhole = (scope.after ?? scope.skip ?? 0) === 0 && earlier?.hasEnough !== true;
  const isEmpty = request.isEmptyAway ?? ((answer.count ?? answer.items?.whole?.ids.length) === 0 && isWhole);
  const sets = () => setsOf(index, request, scope);
  const hints = yield* hintsFor(index, request, { notes: known, isEmpty, sets, lookups: earlier?.lookups });
  earlier?.addHints(hints);
  return { ...answer, hints };
}

function* counted(index: IndexReader, request: ParsedRequest, scope: SourceScope): Generator<void, SourceAnswer> {
  const isCounted = request.want.includes('count');
  const begun = planOf(index, request, scope);
  const operator = isPlanning(begun) ? yield* begun : begun;
  const count = isCounted ? (operator.exactCount ?? (yield* countDocs(operator))) : null;
  return { count, items: null, facets: NO_FACETS };
}

function* byId(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  signal: AbortSignal | undefined,
): Generator<void, SourceAnswer> {
  const begun = planOf(index, request, scope);
  const operator = isPlanning(begun) ? yield* begun : begun;
  const { skip = 0 } = scope;
  const part = { after: scope.after?.id ?? -1, skip, limit: request.limit ?? index.documentCount, signal };
  const isCounted = request.want.includes('count');
  if (operator.cost <= Math.max(index.bitmapWords, tuning.listedMax)) {
    const docs = yield* collectDocs(operator);
    return { count: isCounted ? docs.length : null, items: idsOfDocs(index, docs, part), facets: NO_FACETS };
  }
  const words = yield* collectBitmap(operator, index.bitmapWords);
  const { count, items } = idsOfBitmap(index, words, isCounted, part);
  return { count, items, facets: NO_FACETS };
}

/** Returns the items to keep when a field is collapsed. Filters are applied later. */
export function* collapsedOf(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  field: string,
  seen: SeenValues | null,
): Generator<void, Uint32Array> {
  const docs = yield* collectDocs(yield* planned(planOf(index, unfiltered(request), scope)));
  return yield* collapsedDocs(index, docs, field, seen);
}

/** Updates the least id of each value of the field, before it is collapsed. */
export function* leastIdsOf(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  field: string,
  leastIds: Map<string, number>,
): Generator<void, void> {
  const docs = yield* collectDocs(yield* planned(planOf(index, unfiltered(request), scope)));
  yield* addLeastIds(index, docs, field, leastIds);
}

/** Answers in an order by fields, with or without facets. */
function* byFields(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  signal: AbortSignal | undefined,
): Generator<void, SourceAnswer> {
  const { want, sort, limit = Number.POSITIVE_INFINITY, facets = NO_FACETS_ASKED } = request;
  const found = yield* collectFound(yield* planned(planOf(index, request, scope)), index.bitmapWords);
  const counts =
    facets.length === 0 ? NO_FACETS : yield* facetsOfDocs(index, facets, besideFacets(index, request, scope), found);
  const keys = sort?.by === 'fields' ? sort.keys : [];
  const part = { after: scope.after, skip: scope.skip ?? 0, limit, hasKeys: want.includes('keys'), signal };
  return {
    count: want.includes('count') ? found.count : null,
    items: yield* orderedItems(index, found, keys, part),
    facets: counts,
  };
}

/** Answers in another order, or without items. Facets are counted in a separate pass. */
function* faceted(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  signal: AbortSignal | undefined,
): Generator<void, SourceAnswer> {
  const { facets = NO_FACETS_ASKED, ...rest } = request;
  const operator = yield* planned(planOf(index, request, scope));
  const counted = yield* facetsOfPlan(index, facets, besideFacets(index, request, scope), operator);
  if (request.want.includes('ids')) {
    const answer = yield* answerOf(index, { ...rest, facets: NO_FACETS_ASKED }, scope, signal);
    return { ...answer, facets: counted.facets };
  }
  return { count: request.want.includes('count') ? counted.count : null, items: null, facets: counted.facets };
}

/** Inputs of facets that do not come from columns. */
export function besideFacets(
  index: IndexReader,
  request: ParsedRequest,
  scope: Pick<SourceScope, 'source'>,
): FacetsBeside {
  const { query, defaultFields = DEFAULT_FIELDS } = request;
  return {
    sets: setsOf(index, request, scope),
    matchedWords: () => new MatchedWords(index, query, defaultFields),
  };
}

export function planOf(
  index: IndexReader,
  request: ParsedRequest,
  scope: Pick<SourceScope, 'source'>,
): ReturnType<Planner['planFiltered']> {
  const sets = setsOf(index, request, scope);
  const planner = new Planner(index, request.defaultFields ?? DEFAULT_FIELDS, {
    isScored: false,
    sets,
    notes: request.notes ?? null,
  });
  return planner.planFiltered(queryOf(request), filtersOf(request));
}

function* byRelevance(index: IndexReader, request: ParsedRequest, scope: SourceScope): Generator<void, SourceAnswer> {
  const { want, earlier = null } = request;
  const isCounted = want.includes('count');
  const { skip = 0 } = scope;
  const wanted = (request.limit ?? index.documentCount) + skip;
  const { count, items } = yield* topDocs(index, queryOf(request), request.defaultFields ?? DEFAULT_FIELDS, {
    limit: Math.min(wanted, index.documentCount),
    isCounted,
    filters: filtersOf(request),
    sets: setsOf(index, request, scope),
    notes: request.notes ?? null,
    after: scope.after === undefined ? null : { score: Number(scope.after.key[0]), id: scope.after.id },
    threshold: earlier?.threshold ?? Number.NEGATIVE_INFINITY,
  });
  if (request.limit !== undefined) earlier?.addBest(items.scores, wanted);
  const ids = items.ids.slice(skip);
  const keys = want.includes('keys') ? items.scores.slice(skip) : null;
  return { count: isCounted ? count : null, items: new WholeItems({ ids, keys }), facets: NO_FACETS };
}

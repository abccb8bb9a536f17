/** Answers a request on one index from a cached set. The set is found once, and sorted once for each order. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { Items, SourceAnswer } from '../search/search-answer.ts';
import type { SortKey, SourceScope } from '../search/search-request.ts';
import { claimMemory } from '../shared/query-memory.ts';
import { tuning } from '../shared/thresholds.ts';
import { facetsOfDocs } from './columns/facets.ts';
import { type OrderKey, orderKeyOf } from './columns/order-key.ts';
import { countUpTo, itemsInOrder, orderedDocs } from './columns/ordered-items.ts';
import { collectFound } from './execute.ts';
import { hintsFor } from './hints/query-hints.ts';
import { idsOfBitmap } from './item-batches.ts';
import type { FoundDocs } from './operators/found-docs.ts';
import { PlanNotes } from './plan/plan-notes.ts';
import { planned } from './plan/planning.ts';
import { isComputed, setsOf, unfiltered } from './request-sets.ts';
import { type CachedOrder, CachedSet, type SetCache } from './set-cache.ts';
import { answerOf, besideFacets, type ParsedRequest, planOf } from './source-search.ts';

export interface CacheEntry {
  readonly sets: SetCache;
  readonly key: string;
  /** The set, if it is cached. */
  readonly known: CachedSet | null;
  /** The user whose share of the cache it takes. */
  readonly user: string | undefined;
}

/** Larger sets or orders, relative to the cache, are not stored. */
const LARGEST_PART = 4;
/** Growth factor of an order whose beginning is too short. */
const LONGER = 16;

export function* cachedAnswer(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  entry: CacheEntry,
  signal: AbortSignal | undefined,
): Generator<void, SourceAnswer> {
  if (entry.known === null && isRankedAlone(request, scope)) return yield* answerOf(index, request, scope, signal);
  // A cached set was planned by an earlier request. Documents found before come from another plan.
  const isWithNotes = entry.known === null && request.found === undefined && request.earlier?.areWithoutHints !== true;
  const notes = isWithNotes ? new PlanNotes() : null;
  const planning = notes === null ? request : { ...request, notes };
  const set = entry.known ?? (yield* computed(index, planning, scope, entry));
  if (set === null) return yield* answerOf(index, request, scope, signal);
  const { want, sort, facets = [] } = request;
  const hints = want.includes('hints') ? yield* hintsOf(index, request, scope, set, notes) : null;
  const beside = besideFacets(index, request, scope);
  const counts = facets.length === 0 ? [] : yield* facetsOfDocs(index, facets, beside, set.found);
  let items: Items | null = null;
  if (want.includes('ids')) {
    if (sort?.by === 'relevance') {
      ({ items } = yield* answerOf(index, rankedIn(index, request, set), scope, signal));
    } else items = yield* itemsOf(index, request, scope, set, entry, signal);
  }
  const count = want.includes('count') ? set.found.count : null;
  return { count, items, facets: counts, ...(hints === null ? {} : { hints }) };
}

/**
 * Returns whether this is a first page by relevance without facets. Ranking also counts its items, in less time than it
 * takes to plan the query again and find the set. Many such requests never need the set. Facets and further pages find
 * it.
 */
function isRankedAlone(request: ParsedRequest, { after, skip = 0 }: SourceScope): boolean {
  const { want, sort, facets = [] } = request;
  const isFirst = want.includes('ids') && sort?.by === 'relevance' && after === undefined && skip === 0;
  return isFirst && facets.length === 0 && !isComputed(request);
}

/** Returns the documents of a set: from the cache, or found now and cached if requested. */
export function* cachedDocs(
  index: IndexReader,
  request: ParsedRequest,
  scope: Pick<SourceScope, 'source'>,
  entry: CacheEntry | null,
): Generator<void, FoundDocs> {
  const set = entry === null ? null : (entry.known ?? (yield* computed(index, request, scope, entry)));
  return set === null
    ? yield* collectFound(yield* planned(planOf(index, request, scope)), index.bitmapWords)
    : set.found;
}

/** Scores come from the query. Only the set knows which items expansion added or omitted. */
function rankedIn(index: IndexReader, request: ParsedRequest, set: CachedSet): ParsedRequest {
  const want = request.want.filter((one) => one !== 'count' && one !== 'hints');
  if (!isComputed(request)) return { ...request, facets: [], want };
  return { ...unfiltered(request), facets: [], want, found: set.found.bitmap(index.bitmapWords) };
}

/** Returns null if it is too large for the cache. */
function* computed(
  index: IndexReader,
  request: ParsedRequest,
  scope: Pick<SourceScope, 'source'>,
  { sets, key, user }: CacheEntry,
): Generator<void, CachedSet | null> {
  const operator = yield* planned(planOf(index, request, scope));
  if (4 * Math.min(operator.cost, index.bitmapWords) * LARGEST_PART > tuning.setsKept) return null;
  const set = new CachedSet(yield* collectFound(operator, index.bitmapWords));
  sets.computed.sets++;
  sets.keep(index, key, set, user);
  return set;
}

function* hintsOf(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  set: CachedSet,
  notes: PlanNotes | null,
): Generator<void, readonly string[]> {
  const { written, earlier } = request;
  if (earlier?.areWithoutHints === true) return [];
  if (set.hints !== null && set.hints.written === written) {
    earlier?.addHints(set.hints.lines);
    return set.hints.lines;
  }
  const sets = () => setsOf(index, request, scope);
  const facts = { notes, isEmpty: set.found.count === 0, sets, lookups: earlier?.lookups };
  const lines = yield* hintsFor(index, request, facts);
  set.hints = { written, lines };
  earlier?.addHints(lines);
  return lines;
}

function* itemsOf(
  index: IndexReader,
  { sort, want, limit = Number.POSITIVE_INFINITY }: ParsedRequest,
  { after, skip = 0 }: SourceScope,
  set: CachedSet,
  entry: CacheEntry,
  signal: AbortSignal | undefined,
): Generator<void, Items> {
  const sortKeys = sort?.by === 'fields' ? sort.keys : [];
  const hasKeys = want.includes('keys');
  const { words, count } = set.found;
  // If ids do not ascend with documents, a page comes from a cached order.
  if (words !== null && sortKeys.length === 0 && (index.idOrder === null || limit >= count)) {
    return idsOfBitmap(index, words, false, { after: after?.id ?? -1, skip, limit, signal }).items;
  }
  const keys: OrderKey[] = [];
  for (const key of sortKeys) keys.push(yield* orderKeyOf(index, key));
  let order = yield* orderOf(index, set, sortKeys, keys, after === undefined ? skip + limit : limit, entry);
  let start = after === undefined ? skip : countUpTo(index, order.docs, keys, after);
  while (!order.isWhole && start + limit > order.docs.length) {
    const wanted = Math.min(count, Math.max(start + limit, LONGER * order.docs.length));
    order = yield* orderOf(index, set, sortKeys, keys, wanted, entry);
    start = after === undefined ? skip : countUpTo(index, order.docs, keys, after);
  }
  const page = order.docs.subarray(start, Math.min(order.docs.length, start + limit));
  return itemsInOrder(index, page, keys, { hasKeys, signal });
}

/** Returns at least the first `wanted` documents of an order, or all if there are fewer. */
function* orderOf(
  index: IndexReader,
  set: CachedSet,
  sortKeys: readonly SortKey[],
  keys: readonly OrderKey[],
  wanted: number,
  { sets, key, user }: CacheEntry,
): Generator<void, CachedOrder> {
  const { docs, count } = set.found;
  if (docs !== null && sortKeys.length === 0 && index.idOrder === null) return { docs, isWhole: true };
  const name = JSON.stringify(sortKeys);
  const known = set.orders.get(name);
  if (known !== undefined && (known.isWhole || known.docs.length >= wanted)) return known;
  // Sorts everything at once if sorting a part saves little.
  const first = Math.max(wanted, tuning.orderBeginning);
  const ordered = yield* orderedDocs(index, set.found, keys, 2 * first >= count ? count : first);
  const order: CachedOrder = { docs: ordered, isWhole: ordered.length === count };
  sets.computed.orders++;
  if (4 * ordered.length * LARGEST_PART > tuning.setsKept) return order;
  claimMemory(ordered.byteLength, 'the order of hits');
  set.orders.set(name, order);
  sets.keep(index, key, set, user);
  return order;
}

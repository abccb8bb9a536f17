/** One request on one index, from a set that is kept: found once, and put in each order once. */
import type { IndexReader } from '../engine/index-reader.ts';
import type { Items, SourceAnswer } from '../search/search-answer.ts';
import { DEFAULT_FIELDS, type SortKey, type SourceScope } from '../search/search-request.ts';
import { claimMemory } from '../shared/query-memory.ts';
import { ways } from '../shared/thresholds.ts';
import { facetsOfDocs } from './columns/facets.ts';
import { type OrderKey, orderKeyOf } from './columns/order-key.ts';
import { countUpTo, itemsInOrder, orderedDocs } from './columns/ordered-items.ts';
import { collectDocs } from './execute.ts';
import { hintsFor } from './hints.ts';
import { type KeptOrder, KeptSet, type KeptSets } from './kept-sets.ts';
import { isComputed, unfiltered } from './request-sets.ts';
import { answerOf, besideFacets, type ParsedRequest, planOf } from './source-search.ts';

export interface Keeping {
  readonly sets: KeptSets;
  readonly key: string;
  /** The set, where it is known already. */
  readonly known: KeptSet | null;
}

/** A set of more items than this part of the room for all is not kept. */
const LARGEST_PART = 4;

export function* keptAnswer(
  index: IndexReader,
  request: ParsedRequest,
  scope: SourceScope,
  keeping: Keeping,
  signal: AbortSignal | undefined,
): Generator<void, SourceAnswer> {
  const set = keeping.known ?? (yield* computed(index, request, scope, keeping));
  if (set === null) return yield* answerOf(index, request, scope, signal);
  const { want, sort, facets = [] } = request;
  const hints = want.includes('hints') ? yield* hintsOf(index, request, set) : null;
  const beside = besideFacets(index, request, scope);
  const counts = facets.length === 0 ? [] : yield* facetsOfDocs(index, facets, beside, set.docs);
  let items: Items | null = null;
  if (want.includes('ids')) {
    if (sort?.by === 'relevance') {
      ({ items } = yield* answerOf(index, rankedIn(index, request, set), scope, signal));
    } else items = yield* itemsOf(index, request, scope, set, keeping, signal);
  }
  const count = want.includes('count') ? set.docs.length : null;
  return { count, items, facets: counts, ...(hints === null ? {} : { hints }) };
}

/** The documents of a set, ascending: kept, or found now, and kept where they are to be. */
export function* keptDocs(
  index: IndexReader,
  request: ParsedRequest,
  scope: Pick<SourceScope, 'source'>,
  keeping: Keeping | null,
): Generator<void, Uint32Array> {
  const set = keeping === null ? null : (keeping.known ?? (yield* computed(index, request, scope, keeping)));
  return set === null ? yield* collectDocs(yield* planOf(index, request, scope)) : set.docs;
}

/** Scores are those of the query; what was added to its items, or left out, is known by the set alone. */
function rankedIn(index: IndexReader, request: ParsedRequest, set: KeptSet): ParsedRequest {
  const want = request.want.filter((one) => one !== 'count' && one !== 'hints');
  if (!isComputed(request)) return { ...request, facets: [], want };
  return { ...unfiltered(request), facets: [], want, found: bitmapOf(index, set.docs) };
}

export function bitmapOf(index: IndexReader, docs: Uint32Array): Uint32Array {
  claimMemory(4 * index.bitmapWords, 'the set of hits');
  const words = new Uint32Array(index.bitmapWords);
  for (const doc of docs) words[doc >>> 5]! |= 1 << (doc & 31);
  return words;
}

/** Null where it is too large to be kept. */
function* computed(
  index: IndexReader,
  request: ParsedRequest,
  scope: Pick<SourceScope, 'source'>,
  { sets, key }: Keeping,
): Generator<void, KeptSet | null> {
  const operator = yield* planOf(index, request, scope);
  if (4 * operator.cost * LARGEST_PART > ways.setsKept) return null;
  const found = yield* collectDocs(operator);
  const set = new KeptSet(found.buffer.byteLength === found.byteLength ? found : found.slice());
  sets.computed.sets++;
  sets.keep(index, key, set);
  return set;
}

function* hintsOf(index: IndexReader, request: ParsedRequest, set: KeptSet): Generator<void, readonly string[]> {
  set.hints ??= yield* hintsFor(index, request.query, request.defaultFields ?? DEFAULT_FIELDS);
  return set.hints;
}

function* itemsOf(
  index: IndexReader,
  { sort, want, limit = Number.POSITIVE_INFINITY }: ParsedRequest,
  { after, skip = 0 }: SourceScope,
  set: KeptSet,
  keeping: Keeping,
  signal: AbortSignal | undefined,
): Generator<void, Items> {
  const sortKeys = sort?.by === 'fields' ? sort.keys : [];
  const keys: OrderKey[] = [];
  for (const key of sortKeys) keys.push(yield* orderKeyOf(index, key));
  let order = yield* orderOf(index, set, sortKeys, keys, after === undefined ? skip + limit : limit, keeping);
  let start = after === undefined ? skip : countUpTo(index, order.docs, keys, after);
  if (!order.isWhole && start + limit > order.docs.length) {
    order = yield* orderOf(index, set, sortKeys, keys, set.docs.length, keeping);
    start = after === undefined ? skip : countUpTo(index, order.docs, keys, after);
  }
  const page = order.docs.subarray(start, Math.min(order.docs.length, start + limit));
  return itemsInOrder(index, page, keys, { hasKeys: want.includes('keys'), signal });
}

/** At least the first `wanted` documents of an order, or all. */
function* orderOf(
  index: IndexReader,
  set: KeptSet,
  sortKeys: readonly SortKey[],
  keys: readonly OrderKey[],
  wanted: number,
  { sets, key }: Keeping,
): Generator<void, KeptOrder> {
  if (sortKeys.length === 0 && index.idOrder === null) return { docs: set.docs, isWhole: true };
  const name = JSON.stringify(sortKeys);
  const known = set.orders.get(name);
  if (known !== undefined && (known.isWhole || known.docs.length >= wanted)) return known;
  const { docs } = set;
  // All of it at once where little is saved, or where the beginning was not enough.
  const first = Math.max(wanted, ways.orderBeginning);
  const isWhole = known !== undefined || 2 * first >= docs.length;
  const ordered = yield* orderedDocs(index, docs, keys, isWhole ? docs.length : first);
  const order: KeptOrder = { docs: ordered, isWhole: ordered.length === docs.length };
  sets.computed.orders++;
  claimMemory(ordered.byteLength, 'the order of hits');
  set.orders.set(name, order);
  sets.keep(index, key, set);
  return order;
}

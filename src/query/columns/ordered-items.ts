/** Sorts the items of an answer by fields: ranks documents, selects those that can be on the page, and sorts them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { ItemBatch, Items } from '../../search/search-answer.ts';
import type { Position, SortKey, SortValue } from '../../search/search-request.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { throwIfCancelled } from '../../shared/slices.ts';
import { tuning } from '../../shared/thresholds.ts';
import { WholeItems } from '../item-batches.ts';
import type { FoundDocs } from '../operators/found-docs.ts';
import { firstOfOrder } from './first-of-order.ts';
import { type OrderKey, orderKeyOf } from './order-key.ts';
import { type Ranks, rowsByRanks } from './rank-order.ts';

/** The range of the order, and the output for each item. */
export interface OrderedPart {
  readonly after: Position | undefined;
  readonly skip: number;
  readonly limit: number;
  readonly hasKeys: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Documents ranked at a time. */
const DOCS_PER_SLICE = tuning.columnDocs;
/** Items in a batch if keys are wanted, because keys of texts are read from the index. */
const KEYED_AT_ONCE = tuning.keyedAtOnce;

export function* orderedItems(
  index: IndexReader,
  found: FoundDocs,
  sortKeys: readonly SortKey[],
  { after, skip, limit, ...part }: OrderedPart,
): Generator<void, Items> {
  const keys: OrderKey[] = [];
  for (const key of sortKeys) keys.push(yield* orderKeyOf(index, key));
  let ordered: Uint32Array;
  if (after === undefined) ordered = (yield* orderedDocs(index, found, keys, skip + limit)).subarray(skip);
  else {
    const ranked = yield* rankedBy(index, yield* found.list(), keys);
    ordered = yield* firstInOrder(behind(index, ranked, keys, after), limit);
  }
  return itemsInOrder(index, ordered, keys, part);
}

/** Returns the first `first` documents in the order of the keys. */
export function* orderedDocs(
  index: IndexReader,
  found: FoundDocs,
  keys: readonly OrderKey[],
  first: number,
): Generator<void, Uint32Array> {
  const [key] = keys;
  const isPart = key !== undefined && 2 * first < found.count;
  const docs = isPart ? yield* firstOfOrder(found, key, first) : yield* found.list();
  return yield* firstInOrder(yield* rankedBy(index, docs, keys), first);
}

/** Returns the number of documents in an order up to a position. */
export function countUpTo(
  index: IndexReader,
  ordered: Uint32Array,
  keys: readonly OrderKey[],
  after: Position,
): number {
  const positions = keys.map((key, i) => key.positionOf(after.key[i] ?? null));
  const { ids } = index;
  const rank = new Uint32Array(1);
  const isBehind = (at: number): boolean => {
    const doc = ordered.subarray(at, at + 1);
    for (const [i, key] of keys.entries()) {
      key.rank(doc, 0, 1, rank);
      const order = rank[0]! - positions[i]!;
      if (order !== 0) return order > 0;
    }
    return ids[ordered[at]!]! > after.id;
  };
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns items of documents that are already sorted. */
export function itemsInOrder(
  index: IndexReader,
  docs: Uint32Array,
  keys: readonly OrderKey[],
  { hasKeys, signal }: Pick<OrderedPart, 'hasKeys' | 'signal'>,
): Items {
  const { ids } = index;
  const batchOf = (from: number, to: number): ItemBatch => {
    const some = docs.subarray(from, to);
    return { ids: some.map((doc) => ids[doc]!), keys: hasKeys && keys.length > 0 ? keysOf(some, keys) : null };
  };
  const atOnce = hasKeys ? KEYED_AT_ONCE : tuning.idsAtOnce;
  if (docs.length <= atOnce) return new WholeItems(batchOf(0, docs.length));
  return batches(docs.length, atOnce, batchOf, signal);
}

function* rankedBy(index: IndexReader, docs: Uint32Array, keys: readonly OrderKey[]): Generator<void, RankedDocs> {
  const found: RankedDocs = { docs, ranks: [] };
  for (const key of keys) found.ranks.push(yield* ranked(docs, key));
  return withIds(index, found);
}

function* firstInOrder({ docs, ranks }: RankedDocs, first: number): Generator<void, Uint32Array> {
  claimMemory(8 * docs.length, 'the order of hits');
  const rows = yield* rowsByRanks(docs.length, ranks);
  return rows.subarray(0, Math.min(first, rows.length)).map((row) => docs[row]!);
}

/** Documents and their ranks by each key, as parallel arrays. */
interface RankedDocs {
  readonly docs: Uint32Array;
  readonly ranks: Ranks[];
}

function* ranked(docs: Uint32Array, key: OrderKey): Generator<void, Ranks> {
  claimMemory(4 * docs.length, 'the order of hits');
  const ranks = new Uint32Array(docs.length);
  for (let from = 0; from < docs.length; from += DOCS_PER_SLICE) {
    key.rank(docs, from, Math.min(docs.length, from + DOCS_PER_SLICE), ranks);
    yield;
  }
  return { ranks, most: key.missing };
}

/** Adds ids as the last key, if documents are in another order than ids. */
function withIds(index: IndexReader, { docs, ranks }: RankedDocs): RankedDocs {
  const { idOrder } = index;
  if (idOrder === null) return { docs, ranks };
  claimMemory(4 * docs.length, 'the order of hits');
  const ids = docs.map((doc) => idOrder.ranks[doc]!);
  return { docs, ranks: [...ranks, { ranks: ids, most: index.documentCount }] };
}

/** Returns the documents after a position. */
function behind(index: IndexReader, found: RankedDocs, keys: readonly OrderKey[], after: Position): RankedDocs {
  const { ids } = index;
  const positions = keys.map((key, i) => key.positionOf(after.key[i] ?? null));
  return chosen(found, (row) => {
    for (let i = 0; i < positions.length; i++) {
      const order = found.ranks[i]!.ranks[row]! - positions[i]!;
      if (order !== 0) return order > 0;
    }
    return ids[found.docs[row]!]! > after.id;
  });
}

function chosen({ docs, ranks }: RankedDocs, isChosen: (row: number) => boolean): RankedDocs {
  const rows = new Uint32Array(docs.length);
  let count = 0;
  for (let row = 0; row < docs.length; row++) if (isChosen(row)) rows[count++] = row;
  const some = rows.subarray(0, count);
  return {
    docs: some.map((row) => docs[row]!),
    ranks: ranks.map((key) => ({ most: key.most, ranks: some.map((row) => key.ranks[row]!) })),
  };
}

async function* batches(
  count: number,
  atOnce: number,
  batchOf: (from: number, to: number) => ItemBatch,
  signal: AbortSignal | undefined,
): AsyncGenerator<ItemBatch, void, undefined> {
  for (let from = 0; from < count; from += atOnce) {
    throwIfCancelled(signal);
    yield batchOf(from, Math.min(count, from + atOnce));
    await nextTurn();
  }
}

function keysOf(docs: Uint32Array, keys: readonly OrderKey[]): SortValue[] {
  const ranks = keys.map((key) => {
    const own = new Uint32Array(docs.length);
    key.rank(docs, 0, docs.length, own);
    return own;
  });
  const values: SortValue[] = [];
  for (let i = 0; i < docs.length; i++) {
    for (const [k, key] of keys.entries()) values.push(key.valueOf(ranks[k]![i]!));
  }
  return values;
}

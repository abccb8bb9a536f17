/** Sorts the items of an answer by fields. Ranks documents, selects those that can be on the page, and sorts them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { ItemBatch, Items } from '../../search/search-answer.ts';
import type { Position, SortKey, SortValue } from '../../search/search-request.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { throwIfCancelled } from '../../shared/slices.ts';
import { leastPassing } from '../../shared/sorting/binary-search.ts';
import { tuning } from '../../shared/thresholds.ts';
import { WholeItems } from '../item-batches.ts';
import type { FoundDocs } from '../operators/found-docs.ts';
import { firstOfOrder } from './first-of-order.ts';
import { type OrderKey, orderKeyOf } from './order-key.ts';
import { type RankingKey, sortedByKeys } from './rank-order.ts';

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
    const docs = yield* behind(index, yield* found.list(), keys, after);
    ordered = yield* firstInOrder(index, docs, keys, limit);
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
  return yield* firstInOrder(index, docs === found.docs ? docs.slice() : docs, keys, first);
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
  return leastPassing(ordered.length, isBehind);
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

/** Overwrites `docs`. */
function* firstInOrder(
  index: IndexReader,
  docs: Uint32Array,
  keys: readonly OrderKey[],
  first: number,
): Generator<void, Uint32Array> {
  const sorted = yield* sortedByKeys(docs, withIds(index, keys));
  return sorted.length <= first ? sorted : sorted.slice(0, first);
}

/** Adds the id as the last key if documents are not in order of ids. */
function withIds({ idOrder, documentCount }: IndexReader, keys: readonly OrderKey[]): readonly RankingKey[] {
  if (idOrder === null) return keys;
  const { ranks } = idOrder;
  return [
    ...keys,
    {
      missing: documentCount,
      rank(docs, from, to, out) {
        for (let i = from; i < to; i++) out[i] = ranks[docs[i]!]!;
      },
    },
  ];
}

/** Returns a new list of the documents after a position. */
function* behind(
  index: IndexReader,
  docs: Uint32Array,
  keys: readonly OrderKey[],
  after: Position,
): Generator<void, Uint32Array> {
  const { ids } = index;
  const positions = keys.map((key, i) => key.positionOf(after.key[i] ?? null));
  const held = heldMemory();
  claimMemory(4 * docs.length, 'the order of hits');
  const chosen = new Uint32Array(docs.length);
  const ranks = keys.map(() => new Uint32Array(Math.min(docs.length, DOCS_PER_SLICE)));
  let count = 0;
  for (let from = 0; from < docs.length; from += DOCS_PER_SLICE) {
    const some = docs.subarray(from, from + DOCS_PER_SLICE);
    for (const [k, key] of keys.entries()) key.rank(some, 0, some.length, ranks[k]!);
    for (let i = 0; i < some.length; i++) {
      let order = 0;
      for (let k = 0; k < keys.length && order === 0; k++) order = ranks[k]![i]! - positions[k]!;
      if (order > 0 || (order === 0 && ids[some[i]!]! > after.id)) chosen[count++] = some[i]!;
    }
    yield;
  }
  releaseMemoryTo(held);
  claimMemory(4 * count, 'the order of hits');
  return chosen.slice(0, count);
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

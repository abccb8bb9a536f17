/** The items of an answer ordered by fields: documents are ranked, narrowed to what can be on the page, and sorted. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { ItemBatch, Items } from '../../search/search-answer.ts';
import type { Position, SortKey, SortValue } from '../../search/search-request.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { ways } from '../../shared/thresholds.ts';
import { WholeItems } from '../item-batches.ts';
import { throwIfCancelled } from '../slices.ts';
import { type OrderKey, orderKeyOf } from './order-key.ts';
import { boundOfFirst, type Ranks, rowsByRanks } from './rank-order.ts';

/** Which part of the order, and what of each item. */
export interface OrderedPart {
  readonly after: Position | undefined;
  readonly limit: number;
  readonly hasKeys: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Documents ranked at a time. */
const DOCS_PER_SLICE = ways.columnDocs;
/** Items with keys in a batch: the keys of texts are read from the index. */
const KEYED_AT_ONCE = ways.keyedAtOnce;

/** `docs` ascend. */
export function* orderedItems(
  index: IndexReader,
  docs: Uint32Array,
  sortKeys: readonly SortKey[],
  part: OrderedPart,
): Generator<void, Items> {
  const keys: OrderKey[] = [];
  for (const key of sortKeys) keys.push(yield* orderKeyOf(index, key));
  let found: RankedDocs = { docs, ranks: [] };
  for (const key of keys) found.ranks.push(yield* ranked(found.docs, key));
  found = withIds(index, found);
  if (part.after !== undefined) found = behind(index, found, keys, part.after);
  if (part.limit < found.docs.length && keys.length > 0) found = firstOf(found, part.limit);
  claimMemory(8 * found.docs.length, 'the order of hits');
  const rows = yield* rowsByRanks(found.docs.length, found.ranks);
  const page = rows.subarray(0, Math.min(part.limit, rows.length));
  return itemsOf(index, found, page, keys, part);
}

/** Documents with their ranks by each key, side by side. */
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

/** Adds the order of ids, where documents are in another one. */
function withIds(index: IndexReader, { docs, ranks }: RankedDocs): RankedDocs {
  const { idOrder } = index;
  if (idOrder === null) return { docs, ranks };
  claimMemory(4 * docs.length, 'the order of hits');
  const ids = docs.map((doc) => idOrder.ranks[doc]!);
  return { docs, ranks: [...ranks, { ranks: ids, most: index.documentCount }] };
}

/** What comes after a position. */
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

/** What can be among the first by its first key. */
function firstOf(found: RankedDocs, limit: number): RankedDocs {
  const first = found.ranks[0]!;
  const bound = boundOfFirst(first, found.docs.length, limit);
  if (bound >= first.most) return found;
  return chosen(found, (row) => first.ranks[row]! <= bound);
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

function itemsOf(
  index: IndexReader,
  found: RankedDocs,
  rows: Uint32Array,
  keys: readonly OrderKey[],
  { hasKeys, signal }: OrderedPart,
): Items {
  const { ids } = index;
  const batchOf = (from: number, to: number): ItemBatch => {
    const some = rows.subarray(from, to);
    return {
      ids: some.map((row) => ids[found.docs[row]!]!),
      keys: hasKeys ? keysOf(found, some, keys) : null,
    };
  };
  const atOnce = hasKeys ? KEYED_AT_ONCE : ways.idsAtOnce;
  if (rows.length <= atOnce) return new WholeItems(batchOf(0, rows.length));
  return batches(rows.length, atOnce, batchOf, signal);
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

function keysOf({ ranks }: RankedDocs, rows: Uint32Array, keys: readonly OrderKey[]): SortValue[] {
  const values: SortValue[] = [];
  for (const row of rows) {
    for (const [i, key] of keys.entries()) values.push(key.valueOf(ranks[i]!.ranks[row]!));
  }
  return values;
}

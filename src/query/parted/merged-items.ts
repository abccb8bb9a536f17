/** Merges the items of the parts of a source into one order. Ids break ties. */
import {
  BatchHead,
  comparisonWithIds,
  type HitBatch,
  inKeyOrder,
  inSourceOrder,
  page,
  widthOf,
} from '../../search/combined/merged-hits.ts';
import type { ItemBatch, Items } from '../../search/search-answer.ts';
import { BY_ID, type Sort, type SortValue } from '../../search/search-request.ts';
import { WholeItems } from '../item-batches.ts';

/** The items to return: in which order, which of them, and whether with their keys. */
export interface MergedOrder {
  readonly sort: Sort | undefined;
  readonly skip: number;
  readonly limit: number;
  readonly hasKeys: boolean;
  /** Whether ids of one part may lie between those of another. */
  readonly areInterleaved: boolean;
}

export function mergedItems(parts: readonly Items[], order: MergedOrder): Items {
  const { sort = BY_ID, skip, limit, hasKeys } = order;
  const whole = parts.flatMap((items) => items.whole ?? []);
  if (whole.length === parts.length && skip + Math.min(limit, itemsIn(whole)) <= MERGED_AT_ONCE) {
    return new WholeItems(mergedWhole(whole, { ...order, sort }));
  }
  const batches = parts.map((items) => ({ target: null, items }));
  const isInOrder = sort.by === 'id' && !order.areInterleaved;
  const all = isInOrder ? inSourceOrder(batches) : inKeyOrder(batches, sort, 'by id');
  return { [Symbol.asyncIterator]: () => joined(page(all, skip, limit, widthOf(sort)), hasKeys) };
}

/** Items that are merged without a pause. */
const MERGED_AT_ONCE = 4096;

function itemsIn(batches: readonly ItemBatch[]): number {
  return batches.reduce((sum, { ids }) => sum + ids.length, 0);
}

/** Merges batches that are in memory. */
function mergedWhole(
  parts: readonly ItemBatch[],
  { sort, skip, limit, hasKeys }: MergedOrder & { sort: Sort },
): ItemBatch {
  const width = widthOf(sort);
  const left = Math.min(limit, Math.max(0, itemsIn(parts) - skip));
  const ids = new Uint32Array(left);
  const keys: SortValue[] = [];
  const compare = comparisonWithIds(sort);
  const heads = parts.filter((part) => part.ids.length > 0).map((part) => new BatchHead(part, width));
  for (let n = 0; n < skip + left && heads.length > 0; n++) {
    let best = 0;
    for (let i = 1; i < heads.length; i++) if (compare(heads[i]!, heads[best]!) < 0) best = i;
    const head = heads[best]!;
    if (n >= skip) {
      ids[n - skip] = head.id;
      if (hasKeys) for (let i = 0; i < width; i++) keys.push(head.key(i));
    }
    if (!head.step()) heads.splice(best, 1);
  }
  return { ids, keys: keysOf(keys, sort, hasKeys) };
}

function keysOf(keys: readonly SortValue[], { by }: Sort, hasKeys: boolean): ItemBatch['keys'] {
  if (!hasKeys || by === 'id') return null;
  return by === 'relevance' ? Float64Array.from(keys, Number) : keys;
}

/** Joins batches of single items. */
async function* joined(
  hits: AsyncIterable<readonly HitBatch<null>[]>,
  hasKeys: boolean,
): AsyncGenerator<ItemBatch, void, undefined> {
  for await (const batches of hits) {
    const [first] = batches;
    if (first === undefined) continue;
    if (batches.length === 1) {
      yield { ids: first.ids, keys: hasKeys ? first.keys : null };
      continue;
    }
    const ids = Uint32Array.from(batches.flatMap((batch) => [...batch.ids]));
    const keys = batches.flatMap((batch): readonly SortValue[] => [...(batch.keys ?? [])]);
    yield { ids, keys: !hasKeys ? null : first.keys instanceof Float64Array ? Float64Array.from(keys, Number) : keys };
  }
}

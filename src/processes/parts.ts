/**
 * Cuts answers into parts that are neither so small that the channel is all that happens, nor so large that the server
 * stands still while it reads one.
 */
import type { ItemBatch } from '../search/search-answer.ts';
import { joinedIds } from '../shared/joined-arrays.ts';

/** Ids in a part: 256 KiB. Keys of fields are objects and texts: fewer of them. */
const PART_IDS = 65_536;
const PART_KEYED_IDS = 4096;

/** Whether a batch that is all of an answer can be sent as it is. */
export function isOnePart({ ids, keys }: ItemBatch): boolean {
  return ids.length > 0 && ids.length <= (Array.isArray(keys) ? PART_KEYED_IDS : PART_IDS);
}

/** Batches joined to parts. The last one of a small answer comes with its first: one message is all of it. */
export async function* mergedBatches(batches: AsyncIterable<ItemBatch>): AsyncGenerator<ItemBatch, void, undefined> {
  let ids: Uint32Array = new Uint32Array(0);
  let keys: ItemBatch['keys'] = null;
  for await (const batch of batches) {
    const most = Array.isArray(batch.keys) ? PART_KEYED_IDS : PART_IDS;
    if (ids.length > 0 && ids.length + batch.ids.length > most) {
      yield { ids, keys };
      ids = new Uint32Array(0);
      keys = null;
    }
    // A batch's arrays are used again by the next one: a copy is kept.
    keys = joinedKeys(keys, batch.keys);
    ids = joinedIds([ids, batch.ids]);
  }
  if (ids.length > 0) yield { ids, keys };
}

function joinedKeys(a: ItemBatch['keys'], b: ItemBatch['keys']): ItemBatch['keys'] {
  if (b === null) return null;
  if (!(b instanceof Float64Array)) return [...((a ?? []) as typeof b), ...b];
  const first = a instanceof Float64Array ? a : new Float64Array(0);
  const both = new Float64Array(first.length + b.length);
  both.set(first);
  both.set(b, first.length);
  return both;
}

/**
 * Cuts answers into parts. A part is large enough to make the overhead of the channel small, and small enough not to block the
 * server.
 */
import type { FacetCount, ItemBatch, SourceAnswer } from '../search/search-answer.ts';
import { joinedIds } from '../shared/joined-arrays.ts';
import { weightOf } from '../shared/value-weight.ts';
import type { OpenStreams } from './open-streams.ts';
import type { WireAnswer, WireStream } from './protocol.ts';
import { PART_WEIGHT } from './value-parts.ts';

/** Number of ids in a part, which take 256 KiB. Keys of fields are objects and texts, so a part has fewer of them. */
const PART_IDS = 65_536;
const PART_KEYED_IDS = 4096;

/** Whether a batch that is the whole answer can be sent unchanged. */
export function isOnePart({ ids, keys }: ItemBatch): boolean {
  return ids.length > 0 && ids.length <= (Array.isArray(keys) ? PART_KEYED_IDS : PART_IDS);
}

/** Yields batches merged into parts. A small answer is complete in its first part and takes one message. */
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
    // The next batch reuses the arrays of this one, so a copy is kept.
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

/** Includes the first counts as long as they are small together. The counts of a hundred facets would make one long message. */
export async function wireFacets(facets: SourceAnswer['facets'], streams: OpenStreams): Promise<WireAnswer['facets']> {
  const wired: WireAnswer['facets'][number][] = [];
  let weight = 0;
  for (const { counts, ...facet } of facets) {
    const begun: WireStream<readonly FacetCount[]> =
      weight < PART_WEIGHT ? await streams.begin(counts) : streams.keep(counts);
    weight += weightOf(begun.part, PART_WEIGHT);
    wired.push({ ...facet, counts: begun });
  }
  return wired;
}

/** The next piece may reuse the memory of this one. */
export async function* copies(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) yield piece.slice();
}

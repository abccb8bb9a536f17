/** The items of an answer by ascending id, in batches, from ascending documents or from a bitmap of documents. */
import { bitsIn } from '../codec/bits.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from '../codec/doc-block.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { kernel } from '../kernel/this-thread.ts';
import type { ItemBatch, Items } from '../search/search-answer.ts';
import { ways } from '../shared/thresholds.ts';
import { popcount } from './operators/block-set.ts';
import { throwIfCancelled } from './slices.ts';
import { ascending, type BitsById, bitsById } from './unordered-ids.ts';

/** Which of the items: those after an id, without the first ones, up to a maximum number. */
export interface ItemPart {
  readonly after: number;
  readonly skip: number;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** From documents, which are replaced by ids in place: few enough for one batch. */
export function idsOfDocs(index: IndexReader, docs: Uint32Array, part: ItemPart): Items {
  const { ids, idOrder } = index;
  if (idOrder !== null || !areDocuments(ids)) for (let i = 0; i < docs.length; i++) docs[i] = ids[docs[i]!]!;
  const inOrder = idOrder === null ? docs : ascending(docs, idOrder.ids[idOrder.ids.length - 1]!);
  const start = Math.min(inOrder.length, part.skip + (part.after < 0 ? 0 : firstAbove(inOrder, part.after)));
  const end = Math.min(inOrder.length, start + part.limit);
  const isAll = start === 0 && end === inOrder.length;
  return new WholeItems({ ids: isAll ? inOrder : inOrder.subarray(start, end), keys: null });
}

/** From a bitmap: documents are in order of ids, or the bitmap is permuted to that order once. */
export function idsOfBitmap(
  index: IndexReader,
  words: Uint32Array,
  isCounted: boolean,
  part: ItemPart,
): { readonly count: number | null; readonly items: Items } {
  const order = index.idOrder;
  const count = isCounted || order !== null ? popcount(words) : null;
  // Of all documents the bitmap is the same in any order.
  const isPermuted = order !== null && count !== order.ids.length;
  const ids = order?.ids ?? index.ids;
  const bits = isPermuted ? bitsById(index.ids, order, words) : { words, ids: areDocuments(ids) ? null : ids };
  const isPage = part.limit <= ways.idsOfPage;
  return { count, items: isPage ? pageOf(bits, part) : blocksOf(bits, part) };
}

/** Whether ascending ids are the numbers of the documents: from 0 on without a gap. */
function areDocuments(ids: Uint32Array): boolean {
  const last = ids.length - 1;
  return ids[0] === 0 && ids[last] === last;
}

/** A batch that is already in memory. */
export class WholeItems implements Items {
  readonly whole: ItemBatch;

  constructor(whole: ItemBatch) {
    this.whole = whole;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ItemBatch, void, undefined> {
    if (this.whole.ids.length > 0) yield this.whole;
  }
}

/** The items of one page. */
function pageOf({ words, ids }: BitsById, { after, skip, limit }: ItemPart): Items {
  const start = after < 0 ? 0 : ids === null ? after + 1 : firstAbove(ids, after);
  const page = new Uint32Array(limit);
  let toSkip = skip;
  let count = 0;
  let mask = -1 << (start & 31);
  for (let i = start >>> 5; i < words.length && count < limit; i++, mask = -1) {
    let word = words[i]! & mask;
    if (toSkip > 0) {
      const bits = bitsIn(word);
      if (bits <= toSkip) {
        toSkip -= bits;
        continue;
      }
      for (; toSkip > 0; toSkip--) word &= word - 1;
    }
    for (; word !== 0 && count < limit; word &= word - 1) {
      const bit = i * 32 + 31 - Math.clz32(word & -word);
      page[count++] = ids === null ? bit : ids[bit]!;
    }
  }
  return new WholeItems({ ids: page.subarray(0, count), keys: null });
}

/** Block by block, with a maximum number of ids at a time. */
async function* blocksOf(
  { words, ids }: BitsById,
  { after, skip, limit, signal }: ItemPart,
): AsyncGenerator<ItemBatch, void, undefined> {
  const batch = new Uint32Array(Math.min(BLOCK_SIZE, ids?.length ?? BLOCK_SIZE));
  let toSkip = skip;
  let left = limit;
  for (let first = 0; first < words.length && left > 0; first += BLOCK_WORDS) {
    throwIfCancelled(signal);
    const count = idsOfBlock(words.subarray(first, first + BLOCK_WORDS), first * 32, ids, batch);
    if (count === 0) continue;
    const found = batch.subarray(0, count);
    const behind = after < 0 ? 0 : firstAbove(found, after);
    const start = Math.min(count, behind + toSkip);
    toSkip -= start - behind;
    if (start === count) continue;
    const end = Math.min(count, start + left);
    left -= end - start;
    for (let at = start; at < end; at += ways.idsAtOnce) {
      yield { ids: found.subarray(at, Math.min(end, at + ways.idsAtOnce)), keys: null };
    }
  }
}

/** Writes the ids of the bits of one block, which begin at `base`, into `out`; returns how many. */
function idsOfBlock(words: Uint32Array, base: number, ids: Uint32Array | null, out: Uint32Array): number {
  const count = kernel.listBits(words, base, out, 0);
  if (ids !== null) for (let i = 0; i < count; i++) out[i] = ids[out[i]!]!;
  return count;
}

/** The index of the first id above `id`, among ascending ones. */
function firstAbove(ids: Uint32Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

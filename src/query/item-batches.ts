/** Yields the items of an answer by ascending id, in batches, from ascending documents or from a bitmap of documents. */
import { bitsIn, popcount } from '../codec/bits.ts';
import type { IndexReader } from '../engine/index-reader.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from '../engine/postings/doc-block.ts';
import { rankOfId } from '../engine/rank-of-id.ts';
import type { ItemBatch, Items } from '../search/search-answer.ts';
import { throwIfCancelled } from '../shared/slices.ts';
import { tuning } from '../shared/thresholds.ts';
import { kernel } from './resident/this-thread.ts';
import { type BitsById, bitsById, idsInOrder } from './unordered-ids.ts';

/** A range of the items: those after an id, minus the first few, up to a maximum number. */
export interface ItemRange {
  readonly after: number;
  readonly skip: number;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** Overwrites `docs` with the ids of the items, and returns the requested part. The ids must fit in one batch. */
export function idsOfDocs(index: IndexReader, docs: Uint32Array, part: ItemRange): Items {
  const { ids, idOrder } = index;
  const inOrder = idOrder === null ? idsOfEach(ids, docs) : idsInOrder(ids, idOrder, docs);
  const start = Math.min(inOrder.length, part.skip + (part.after < 0 ? 0 : rankOfId(part.after + 1, inOrder)));
  const end = Math.min(inOrder.length, start + part.limit);
  const isAll = start === 0 && end === inOrder.length;
  return new WholeItems({ ids: isAll ? inOrder : inOrder.subarray(start, end), keys: null });
}

function idsOfEach(ids: Uint32Array, docs: Uint32Array): Uint32Array {
  if (haveNoGaps(ids)) shift(docs, ids[0]!);
  else for (let i = 0; i < docs.length; i++) docs[i] = ids[docs[i]!]!;
  return docs;
}

/** Yields items of a bitmap. Documents are in order of ids, or the bitmap is permuted to that order once. */
export function idsOfBitmap(
  index: IndexReader,
  words: Uint32Array,
  isCounted: boolean,
  part: ItemRange,
): { readonly count: number | null; readonly items: Items } {
  const order = index.idOrder;
  const count = isCounted || order !== null ? popcount(words) : null;
  // A bitmap of all documents is the same in any order.
  const isPermuted = order !== null && count !== order.ids.length;
  const ids = order?.ids ?? index.ids;
  const plain = haveNoGaps(ids) ? { words, ids: null, first: ids[0]! } : { words, ids, first: 0 };
  const bits = isPermuted ? bitsById(index.ids, order, words) : plain;
  const isPage = part.limit <= tuning.idsOfPage;
  return { count, items: isPage ? pageOf(bits, part) : blocksOf(bits, part) };
}

/** Whether ascending ids equal the numbers of documents plus the first id. */
function haveNoGaps(ids: Uint32Array): boolean {
  return ids.length > 0 && ids[ids.length - 1]! - ids[0]! === ids.length - 1;
}

function shift(docs: Uint32Array, first: number): void {
  if (first > 0) for (let i = 0; i < docs.length; i++) docs[i]! += first;
}

/** Yields a batch that is already in memory. */
export class WholeItems implements Items {
  readonly whole: ItemBatch;

  constructor(whole: ItemBatch) {
    this.whole = whole;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ItemBatch, void, undefined> {
    if (this.whole.ids.length > 0) yield this.whole;
  }
}

/** Returns the items of one page. */
function pageOf({ words, ids, first }: BitsById, { after, skip, limit }: ItemRange): Items {
  const start = after < 0 ? 0 : ids === null ? Math.max(0, after + 1 - first) : rankOfId(after + 1, ids);
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
      page[count++] = ids === null ? first + bit : ids[bit]!;
    }
  }
  return new WholeItems({ ids: page.subarray(0, count), keys: null });
}

/** A pool of arrays for answers. Allocating one takes longer than the rest of an answer of a few thousand ids. */
const unused: Uint32Array[] = [];
const UNUSED_MAX = 4;

/** Yields ids block by block, with a maximum number of ids at a time. */
async function* blocksOf(bits: BitsById, part: ItemRange): AsyncGenerator<ItemBatch, void, undefined> {
  const batch = unused.pop() ?? new Uint32Array(BLOCK_SIZE);
  const { words } = bits;
  let toSkip = part.skip;
  let left = part.limit;
  try {
    for (let first = 0; first < words.length && left > 0; first += BLOCK_WORDS) {
      throwIfCancelled(part.signal);
      const count = idsOfBlock(bits, first, batch);
      if (count === 0) continue;
      const found = batch.subarray(0, count);
      const behind = part.after < 0 ? 0 : rankOfId(part.after + 1, found);
      const start = Math.min(count, behind + toSkip);
      toSkip -= start - behind;
      if (start === count) continue;
      const end = Math.min(count, start + left);
      left -= end - start;
      for (let at = start; at < end; at += tuning.idsAtOnce) {
        yield { ids: found.subarray(at, Math.min(end, at + tuning.idsAtOnce)), keys: null };
      }
    }
  } finally {
    if (unused.length < UNUSED_MAX) unused.push(batch);
  }
}

/** Writes the ids of the bits of one block, whose first word is `word`, into `out`. Returns how many. */
function idsOfBlock({ words, ids, first }: BitsById, word: number, out: Uint32Array): number {
  const count = kernel.bits.list(words.subarray(word, word + BLOCK_WORDS), 32 * word + first, out, 0);
  if (ids !== null) for (let i = 0; i < count; i++) out[i] = ids[out[i]!]!;
  return count;
}

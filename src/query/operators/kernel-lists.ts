/** Looks up documents in blocks of posting lists, in the kernel of this thread. */
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { kernel } from '../resident/this-thread.ts';
import { putDocs } from './resident-blocks.ts';

/**
 * Moves those of the ascending `lows[0 … count)` that the n-th block of a long list has to the front, or with `wanted`
 * 0 those that it lacks. Returns their number.
 */
export function keep(list: PostingList, n: number, lows: Uint16Array, count: number, wanted: 0 | 1): number {
  return kernel.keepLows(list, residentBlock(list, n), lows, count, wanted);
}

/**
 * Ranks the ascending documents `docs[0 … count)` of one block in the n-th block of the list. Writes each rank into
 * `out`, or -1 if the list does not have the document. Reads only the low halves of the documents. Returns how many the
 * list has.
 */
export function rank(
  list: PostingList,
  n: number,
  docs: Uint32Array | Uint16Array,
  count: number,
  out: Int32Array,
): number {
  if (count === 0) return 0;
  if (list.shortDocs !== null) return rankInShort(list, list.shortDocs, n, docs, count, out);
  return kernel.rankLows(list, residentBlock(list, n), docs, count, out);
}

function residentBlock(list: PostingList, n: number): number {
  const block = list.blocks[n]!;
  kernel.prepare();
  if (!kernel.hasDocs(list, block)) putDocs(list, block, block + 1);
  return block;
}

const LOW_MASK = BLOCK_SIZE - 1;

function rankInShort(
  list: PostingList,
  own: Uint32Array,
  n: number,
  docs: Uint32Array | Uint16Array,
  count: number,
  out: Int32Array,
): number {
  const first = list.ranks[n]!;
  const end = first + list.counts[n]!;
  let at = first;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const low = docs[i]! & LOW_MASK;
    while (at < end && (own[at]! & LOW_MASK) < low) at++;
    const isThere = at < end && (own[at]! & LOW_MASK) === low;
    out[i] = isThere ? at - first : -1;
    if (isThere) found++;
  }
  return found;
}

/** Ranks of given documents in a posting list: frequencies and positions are stored by rank. */

import { bitsIn } from '../../codec/bits.ts';
import { BITMAP, BLOCK_SIZE, BLOCK_WORDS, bitmapWords, GAPS } from '../../codec/doc-block.ts';
import { ways } from '../../shared/thresholds.ts';
import type { PostingList } from './posting-list-reader.ts';

/**
 * Writes into `out` the rank of every document `docs[0 … count)`, ascending and of one block, among the documents of
 * the list's n-th block, or -1 if the list does not have it; returns how many it has. Only their low 16 bits are used.
 */
export function rankDocs(list: PostingList, n: number, docs: Uint32Array, count: number, out: Int32Array): number {
  if (count === 0) return 0;
  const form = list.shortDocs === null ? list.formOf(n) : null;
  if (form === BITMAP) {
    list.fetchBlock(n);
    return rankInBitmap(bitmapWords(list.bytes, list.start, list.end), docs, count, out);
  }
  if (form === GAPS && count * DENSE_SHARE < list.counts[n]!) {
    list.fetchBlock(n);
    return rankInGaps(list.bytes, list.start, list.end, docs, count, out);
  }
  return rankByMerging(list, n, docs, count, out);
}

/** If the list has at most this many times as many documents, all of it is decoded first. */
const DENSE_SHARE = ways.denseShare;
const LOW_MASK = BLOCK_SIZE - 1;

/** Documents before each word of a bitmap. */
const before = new Uint16Array(BLOCK_WORDS);

function rankInBitmap(words: Uint32Array, docs: Uint32Array, count: number, out: Int32Array): number {
  const wordsNeeded = Math.min(words.length, ((docs[count - 1]! & LOW_MASK) >>> 5) + 1);
  let documents = 0;
  for (let i = 0; i < wordsNeeded; i++) {
    before[i] = documents;
    documents += bitsIn(words[i]!);
  }
  let found = 0;
  for (let i = 0; i < count; i++) {
    const low = docs[i]! & LOW_MASK;
    const word = low >>> 5 < wordsNeeded ? words[low >>> 5]! : 0;
    // No branch on whether the document is there: it would be unpredictable.
    const isThere = (word >>> (low & 31)) & 1;
    out[i] = (before[(low >>> 5) & (BLOCK_WORDS - 1)]! + bitsIn(word & ((1 << (low & 31)) - 1)) + 1) * isThere - 1;
    found += isThere;
  }
  return found;
}

const decoded = new Uint16Array(BLOCK_SIZE);

/** Merges without a branch on which of the two is smaller: with many documents that is unpredictable. */
function rankByMerging(list: PostingList, n: number, docs: Uint32Array, count: number, out: Int32Array): number {
  const length = list.decodeBlock(n, decoded);
  out.fill(-1, 0, count);
  let found = 0;
  for (let i = 0, rank = 0; i < count && rank < length; ) {
    const doc = docs[i]! & LOW_MASK;
    const own = decoded[rank]!;
    if (doc === own) {
      out[i] = rank;
      found++;
    }
    // One if the left is not greater than the right, else zero.
    i += (doc - own - 1) >>> 31;
    rank += (own - doc - 1) >>> 31;
  }
  return found;
}

/** Compares gaps as they are decoded, up to the last requested document. */
function rankInGaps(
  bytes: Uint8Array,
  start: number,
  end: number,
  docs: Uint32Array,
  count: number,
  out: Int32Array,
): number {
  let rank = 0;
  let low = -1;
  let i = 0;
  let found = 0;
  let wanted = docs[0]! & LOW_MASK;
  for (let at = start; at < end; rank++) {
    const byte = bytes[at++]!;
    if (byte < 128) low += byte + 1;
    else {
      let gap = byte & 127;
      const second = bytes[at++]!;
      gap |= (second & 127) << 7;
      if (second > 127) gap |= bytes[at++]! << 14;
      low += gap + 1;
    }
    if (low < wanted) continue;
    while (wanted < low) {
      out[i++] = -1;
      if (i === count) return found;
      wanted = docs[i]! & LOW_MASK;
    }
    if (wanted > low) continue;
    out[i++] = rank;
    found++;
    if (i === count) return found;
    wanted = docs[i]! & LOW_MASK;
  }
  out.fill(-1, i, count);
  return found;
}

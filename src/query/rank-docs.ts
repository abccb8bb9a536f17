import { BITMAP, BLOCK_SIZE, BLOCK_WORDS, bitmapWords, GAPS } from '../codec/doc-block.ts';
import type { PostingList } from '../engine/posting-list.ts';
import { bitsIn } from './block-set.ts';

/**
 * Writes into `out` the rank of every document `docs[0 … count)`, ascending and of one block, among the documents of
 * the list's n-th block, or -1 where the list does not have it. Only their low 16 bits are looked at.
 */
export function rankDocs(list: PostingList, n: number, docs: Uint32Array, count: number, out: Int32Array): void {
  if (count === 0) return;
  const form = list.shortDocs === null ? list.formOf(n) : null;
  if (form === BITMAP) {
    list.fetchBlock(n);
    rankInBitmap(bitmapWords(list.bytes, list.start, list.end), docs, count, out);
  } else if (form === GAPS && count * DENSE_SHARE < list.counts[n]!) {
    list.fetchBlock(n);
    rankInGaps(list.bytes, list.start, list.end, docs, count, out);
  } else rankInTable(list, n, docs, count, out);
}

/** Where there is one document to this many of the list or more, they are looked up in a table. */
const DENSE_SHARE = 16;

/** Documents before each word of a bitmap. */
const before = new Uint16Array(BLOCK_WORDS);

function rankInBitmap(words: Uint32Array, docs: Uint32Array, count: number, out: Int32Array): void {
  const wordsNeeded = Math.min(words.length, ((docs[count - 1]! & 0xffff) >>> 5) + 1);
  let documents = 0;
  for (let i = 0; i < wordsNeeded; i++) {
    before[i] = documents;
    documents += bitsIn(words[i]!);
  }
  for (let i = 0; i < count; i++) {
    const low = docs[i]! & 0xffff;
    const word = low >>> 5 < wordsNeeded ? words[low >>> 5]! : 0;
    const bit = 1 << (low & 31);
    out[i] = (word & bit) === 0 ? -1 : before[low >>> 5]! + bitsIn(word & (bit - 1));
  }
}

const decoded = new Uint16Array(BLOCK_SIZE);
/** Rank plus one by document; all zeros between two calls. */
const rankOf = new Uint32Array(BLOCK_SIZE);

/** Which of many documents a list has cannot be foretold: a table is quicker than comparing. */
function rankInTable(list: PostingList, n: number, docs: Uint32Array, count: number, out: Int32Array): void {
  const length = list.decodeBlock(n, decoded);
  for (let rank = 0; rank < length; rank++) rankOf[decoded[rank]!] = rank + 1;
  for (let i = 0; i < count; i++) out[i] = rankOf[docs[i]! & 0xffff]! - 1;
  for (let rank = 0; rank < length; rank++) rankOf[decoded[rank]!] = 0;
}

/** Compares gaps as they are decoded, and no further than the last document asked for. */
function rankInGaps(
  bytes: Uint8Array,
  start: number,
  end: number,
  docs: Uint32Array,
  count: number,
  out: Int32Array,
): void {
  let rank = 0;
  let low = -1;
  let i = 0;
  let wanted = docs[0]! & 0xffff;
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
      if (i === count) return;
      wanted = docs[i]! & 0xffff;
    }
    if (wanted > low) continue;
    out[i++] = rank;
    if (i === count) return;
    wanted = docs[i]! & 0xffff;
  }
  out.fill(-1, i, count);
}

import { BITMAP, decodeDocBlock, GAPS } from '../codec/doc-block.ts';
import type { PostingList } from '../engine/posting-list.ts';

const decoded = new Uint16Array(65_536);

/**
 * Writes into `out` the rank of every document `docs[from … to)`, ascending and of one block, among the documents of
 * the list's n-th block, or -1 where the list does not have it.
 */
export function rankDocs(
  list: PostingList,
  n: number,
  docs: Uint32Array,
  from: number,
  to: number,
  out: Int32Array,
): void {
  if (list.shortDocs === null && list.formOf(n) === BITMAP) {
    rankInBitmap(list, n, docs, from, to, out);
    return;
  }
  let count: number;
  if (list.shortDocs === null && list.formOf(n) === GAPS) {
    list.fetchBlock(n);
    count = decodeDocBlock(GAPS, list.bytes, list.start, list.end, 0, decoded, 0);
  } else count = list.decodeBlock(n, decoded);
  let rank = 0;
  for (let i = from; i < to; i++) {
    const low = docs[i]! & 0xffff;
    while (rank < count && decoded[rank]! < low) rank++;
    out[i - from] = rank < count && decoded[rank] === low ? rank : -1;
  }
}

function rankInBitmap(
  list: PostingList,
  n: number,
  docs: Uint32Array,
  from: number,
  to: number,
  out: Int32Array,
): void {
  list.fetchBlock(n);
  const { bytes, start, end } = list;
  let at = start;
  let before = 0;
  for (let i = from; i < to; i++) {
    const low = docs[i]! & 0xffff;
    const target = start + (low >> 3);
    if (target >= end) {
      out[i - from] = -1;
      continue;
    }
    for (; at + 4 <= target; at += 4) {
      let word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      if (word === 0) continue;
      word -= (word >>> 1) & 0x5555_5555;
      word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
      before += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
    }
    for (; at < target; at++) before += bitsIn(bytes[at]!);
    const byte = bytes[target]!;
    const bit = 1 << (low & 7);
    out[i - from] = (byte & bit) === 0 ? -1 : before + bitsIn(byte & (bit - 1));
  }
}

function bitsIn(byte: number): number {
  let bits = byte - ((byte >>> 1) & 0x55);
  bits = (bits & 0x33) + ((bits >>> 2) & 0x33);
  return (bits + (bits >>> 4)) & 0x0f;
}

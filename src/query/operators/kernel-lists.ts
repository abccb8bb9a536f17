/** Passes posting lists to the kernel: short lists as documents, blocks of long ones in their stored form. */
import { BLOCK_SIZE } from '../../codec/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { kernel } from '../../kernel/this-thread.ts';

/** Intersects a match with the n-th block of its t-th list. Returns how many documents are left. */
export function meet(t: number, list: PostingList, n: number): number {
  const { shortDocs } = list;
  if (shortDocs !== null) return kernel.meetDocs(t, shortDocs, list.ranks[n]!, list.ranks[n]! + list.counts[n]!);
  list.fetchBlock(n);
  return kernel.meetBlock(t, list.form, list.bytes, list.start, list.end);
}

/** Like `meet`, for a match of few documents. Lists must come in the order of `t`. */
export function narrowTo(t: number, list: PostingList, n: number): number {
  const { shortDocs } = list;
  if (shortDocs !== null) return kernel.narrowToDocs(t, shortDocs, list.ranks[n]!, list.ranks[n]! + list.counts[n]!);
  const length = list.copyBlock(n, kernel.beginBlock());
  return kernel.narrowToBlock(t, list.formOf(n), length);
}

/**
 * Moves to the front those of the ascending documents `lows[0 … count)` that the n-th block of a long list has, or with
 * `wanted` 0 lacks.
 */
export function keep(list: PostingList, n: number, lows: Uint16Array, count: number, wanted: 0 | 1): number {
  const length = list.copyBlock(n, kernel.beginBlock());
  return kernel.keepLows(list.formOf(n), length, lows, count, wanted);
}

/**
 * Writes into `out` the rank in the list's n-th block of each of the ascending documents `docs[0 … count)`, or -1 if the list
 * does not have it. All documents are of one block, and only their low halves are used. Returns how many the list has.
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
  const length = list.copyBlock(n, kernel.beginBlock());
  return kernel.rankLows(list.formOf(n), length, docs, count, out);
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

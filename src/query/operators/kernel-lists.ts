/** Passes posting lists to the kernel: short lists as documents, blocks of long ones as they are stored. */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { kernel } from '../../kernel/this-thread.ts';

/** The documents of the n-th block of a list as a bitmap, valid until the next lookup. */
export function lookUp(list: PostingList, n: number): Uint32Array {
  const { shortDocs } = list;
  if (shortDocs !== null) return kernel.lookUpDocs(shortDocs, list.ranks[n]!, list.ranks[n]! + list.counts[n]!);
  list.fetchBlock(n);
  return kernel.lookUpBlock(list.form, list.bytes, list.start, list.end);
}

/** Keeps the documents of a match that are in the n-th block of a list, its t-th. Returns how many are left. */
export function meet(t: number, list: PostingList, n: number): number {
  const { shortDocs } = list;
  if (shortDocs !== null) return kernel.meetDocs(t, shortDocs, list.ranks[n]!, list.ranks[n]! + list.counts[n]!);
  list.fetchBlock(n);
  return kernel.meetBlock(t, list.form, list.bytes, list.start, list.end);
}

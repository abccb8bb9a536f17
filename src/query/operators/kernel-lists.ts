/** Loads posting lists into the memory of the WebAssembly kernel. */
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import * as kernel from '../../kernel/kernel.ts';

/** Gives the kernel the documents of the n-th block of a list, as its t-th. */
export function loadList(t: number, list: PostingList, n: number): void {
  if (list.shortDocs !== null) {
    kernel.docs.set(list.shortDocs.subarray(list.ranks[n]!, list.ranks[n]! + list.counts[n]!));
    kernel.fillList(t, list.counts[n]!);
    return;
  }
  list.fetchBlock(n);
  kernel.bytes.set(list.bytes.subarray(list.start, list.end));
  kernel.decodeList(t, list.form, list.end - list.start);
}

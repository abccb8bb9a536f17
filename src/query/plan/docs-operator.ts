/**
 * Makes an operator for documents that were found while a query was planned: a list if they are few, a bitmap if they are many.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import { SPARSE_MAX } from '../operators/block-set.ts';
import { DocBitmap } from '../operators/doc-bitmap.ts';
import type { Operator } from '../operators/operator.ts';
import { TermOperator } from '../operators/term.ts';

/** `docs` must ascend. */
export function operatorOfDocs(index: IndexReader, docs: Uint32Array, name: string, detail: string): Operator {
  // All may be in one block, and the operator of a list loads them as an array.
  if (docs.length <= SPARSE_MAX && docs.length * tuning.wordsPerPoint < index.bitmapWords) {
    return new TermOperator(PostingList.ofDocs(docs), name, detail);
  }
  claimMemory(4 * index.bitmapWords, 'the items of a set');
  const words = new Uint32Array(index.bitmapWords);
  for (let i = 0; i < docs.length; i++) words[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
  return new DocBitmap(words, name, detail, docs.length);
}

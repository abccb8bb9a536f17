/** What the documents of a leaf are scored by, as the operator says it: ranking makes a scorer of it. */
import type { FieldHeader } from '../../engine/format.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { BlockSet } from './block-set.ts';

export type Relevance = ListRelevance | CountedRelevance;

/** BM25 with the term frequencies of a posting list, which has bounds of the scores, too. */
export interface ListRelevance {
  readonly kind: 'list';
  readonly field: FieldHeader;
  readonly list: PostingList;
}

/** BM25 with occurrences that are counted document by document, as those of a phrase. */
export interface CountedRelevance {
  readonly kind: 'counted';
  readonly field: FieldHeader;
  /** Document frequencies of the terms that make an occurrence. */
  readonly docFreqs: readonly number[];
  /** Makes `out` documents of a block that may match: all that match, and of the others few. */
  loadCandidates(block: number, out: BlockSet): void;
  /** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that matches. */
  forEachCounted(docs: Uint32Array, count: number, visit: (i: number, occurrences: number) => void): void;
}

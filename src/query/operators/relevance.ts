/** How the documents of a leaf are scored, as stated by its operator; ranking makes a scorer from it. */
import type { FieldHeader } from '../../engine/format.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { BlockSet } from './block-set.ts';

export type Relevance = ListRelevance | CountedRelevance;

/** BM25 with the term frequencies of a posting list, which also has score bounds. */
export interface ListRelevance {
  readonly kind: 'list';
  readonly field: FieldHeader;
  readonly list: PostingList;
  /** Document frequencies of the terms that make an occurrence: the list's own, or those of the words of a pair. */
  readonly docFreqs: readonly number[];
}

/** What is counted: name and detail are for people. */
export interface CountedPhrase {
  readonly name: string;
  readonly detail: string;
  /** About how many steps it takes to count in so many documents. */
  work(most: number): number;
}

/** BM25 with occurrences that are counted document by document, such as those of a phrase. */
export interface CountedRelevance {
  readonly kind: 'counted';
  readonly phrase: CountedPhrase;
  readonly field: FieldHeader;
  /** Document frequencies of the terms that make an occurrence. */
  readonly docFreqs: readonly number[];
  /** Sets `out` to the documents of a block that may match: all that do, and few others. */
  loadCandidates(block: number, out: BlockSet): void;
  /** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that matches. */
  forEachCounted(docs: Uint32Array, count: number, visit: (i: number, occurrences: number) => void): void;
  /** All documents that match, with their occurrences, where the kernel finds them; else null. */
  found(): CountedDocs | null;
}

/** Documents with occurrences, some blocks at a time. */
export interface CountedDocs {
  /** Goes on to the next, at first to the first; false where there are none. */
  advance(): boolean;
  /** `docs[0 … count)`, ascending. */
  readonly docs: Uint32Array;
  readonly count: number;
  /** Of the i-th of them. */
  occurrencesOf(i: number): number;
}

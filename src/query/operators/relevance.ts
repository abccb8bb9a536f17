/** How the documents of a leaf are scored, as stated by its operator. Ranking derives a scorer from it. */
import type { FieldHeader } from '../../engine/format.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import type { BlockSet } from './block-set.ts';

export type Relevance = ListRelevance | CountedRelevance;

/** BM25 with the term frequencies of a posting list, which also has score bounds. */
export interface ListRelevance {
  readonly kind: 'list';
  readonly field: FieldHeader;
  readonly list: PostingList;
  /**
   * Document frequencies of the terms of an occurrence. For a term these are the list's own, for a pair those of its
   * two words.
   */
  readonly docFreqs: readonly number[];
}

/** The counted phrase, with name and detail for display. */
export interface CountedPhrase {
  readonly name: string;
  readonly detail: string;
  /** Approximate number of steps to count this many documents. */
  work(most: number): number;
}

/** BM25 with occurrences that are counted document by document, such as those of a phrase. */
export interface CountedRelevance {
  readonly kind: 'counted';
  readonly phrase: CountedPhrase;
  readonly field: FieldHeader;
  /** Document frequencies of the terms of an occurrence. */
  readonly docFreqs: readonly number[];
  /** Sets `out` to the candidates of a block: all matches, and few other documents. */
  loadCandidates(block: number, out: BlockSet): void;
  /** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that matches. */
  forEachCounted(docs: Uint32Array, count: number, visit: (i: number, occurrences: number) => void): void;
  /** Returns all matching documents with their occurrences if the kernel finds them, otherwise null. */
  found(): CountedDocs | null;
}

/** Documents with their numbers of occurrences, some blocks at a time. */
export interface CountedDocs {
  /** Moves to the next documents, initially the first. Returns false at the end. */
  advance(): boolean;
  /** `docs[0 … count)`, ascending. */
  readonly docs: Uint32Array;
  readonly count: number;
  /** Occurrences in the i-th document. */
  occurrencesOf(i: number): number;
}

/**
 * Terms in order of field and code points, each with its occurrences by document and position. A run of a build hands
 * them to the merge so, from memory or from a file; a case that brings postings already analyzed hands them to the build.
 */
export interface TermCursor {
  /** The current term, after `next` returned true. */
  readonly field: number;
  /** UTF-8: `bytes[termStart … termEnd)`. */
  readonly bytes: Uint8Array;
  readonly termStart: number;
  readonly termEnd: number;

  /** Moves to the next term; what is left of the current one is skipped. False at the end. */
  next(): boolean;

  /**
   * Makes the next occurrences of the current term available in `docs` and `positions`, at `from … from + count)`,
   * and returns their count, or 0 when there are no more. Documents ascend, positions ascend within one.
   */
  read(): number;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
  readonly from: number;

  /** True: documents of a term come in any order, the occurrences of each one after the other. */
  readonly isUnordered?: boolean;

  /**
   * Instead of reading the current term: counts it by document in the tally of this thread (src/kernel/token-tally.ts), and those of its field
   * behind it, to which it moves, until there were `most` occurrences; returns how many there were. Not for the empty term. Not there: the
   * cursor can only be read.
   */
  tally?(most: number): number;

  /**
   * Instead of `next`: moves to the next field, where terms and lists lie in the memory of src/kernel/lucene-lists.ts; null behind the last. Not
   * there: they do not.
   */
  nextField?(): ListedField | null;

  close(): void;
}

/** A field of a cursor, with the areas of its terms and lists, and the occurrences of the empty term, if there are some: documents, then positions. */
export interface ListedField {
  readonly field: number;
  readonly terms: number;
  readonly lists: number;
  readonly marksAt: number;
  readonly marks: number;
}

/** A term, there or not, by which terms are divided. */
export interface TermBound {
  readonly field: number;
  readonly term: Uint8Array;
}

/** A range of terms: from the first, up to but excluding the second; null for no limit. */
export interface TermRange {
  readonly from: TermBound | null;
  readonly to: TermBound | null;
}

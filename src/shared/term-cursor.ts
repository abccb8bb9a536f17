/**
 * Terms in order of field and code points, each with its occurrences by document and position. The runs of a build pass them to
 * the merge this way, from memory or from a file. A case with analyzed postings passes them to the build.
 */
export interface TermCursor {
  /** The current term, after `next` returned true. */
  readonly field: number;
  /** UTF-8: `bytes[termStart … termEnd)`. */
  readonly bytes: Uint8Array;
  readonly termStart: number;
  readonly termEnd: number;

  /** Moves to the next term and skips the rest of the current one. Returns false at the end. */
  next(): boolean;

  /**
   * Makes the next occurrences of the current term available in `docs` and `positions`, at `from … from + count)`, and returns
   * their count. It is 0 when there are no more. Documents ascend, positions ascend within one.
   */
  read(): number;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
  readonly from: number;

  /** If true, the documents of a term come in any order, but the occurrences of a document are consecutive. */
  readonly isUnordered?: boolean;

  /**
   * Counts the current term and the following ones of its field by document in the tally of this thread
   * (src/lucene/token-tally.ts), until there are `most` occurrences. Moves to the last of these terms and returns the number of
   * occurrences. Use it instead of `read`, and not for the empty term. Absent if the cursor can only be read.
   */
  tally?(most: number): number;

  /**
   * Moves to the next field, instead of `next`, if terms and lists are in the memory of src/lucene/lucene-lists.ts. Returns
   * null after the last field. Absent if they are not there.
   */
  nextField?(): ListedField | null;

  close(): void;
}

/**
 * A field of a cursor: the areas of its terms and lists. Occurrences of the empty term, if any, are documents, then positions.
 */
export interface ListedField {
  readonly field: number;
  readonly terms: number;
  readonly lists: number;
  readonly marksAt: number;
  readonly marks: number;
}

/** A term, existing or not, that separates ranges of terms. */
export interface TermBound {
  readonly field: number;
  readonly term: Uint8Array;
}

/** A range of terms, from the first inclusive to the second exclusive; null: unbounded. */
export interface TermSpan {
  readonly from: TermBound | null;
  readonly to: TermBound | null;
}

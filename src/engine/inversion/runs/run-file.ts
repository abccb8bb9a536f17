/**
 * A run on disk, between inversion and merge. run-file-writer writes it and run-file-reader reads it. It consists of
 * varints and is read from front to back, or from one mark to another.
 *
 *   run     := {field + 1, term bytes, UTF-8, posting …, 0} … 0
 *   posting := tf, distance to the previous document, {position gap}{tf}
 *
 * A document with many positions may have several consecutive postings.
 */
import { compareBytes } from '../../../codec/compare-bytes.ts';
import type { TermBound } from '../../../shared/term-cursor.ts';
import { tuning } from '../../../shared/thresholds.ts';

export interface RunFile {
  readonly path: string;
  readonly bytes: number;
  /** Terms at which reading can start: the first, and then about one every `markBytes`. */
  readonly marks: readonly RunMark[];
  readonly markBytes: number;
}

export interface RunMark extends TermBound {
  /** The offset of the term in the file. */
  readonly offset: number;
}

/** Bytes between two marks, unless the run is long. */
export const MARK_BYTES = tuning.markBytes;

/** Returns the last mark at or before a term. */
export function markBefore(marks: readonly RunMark[], term: TermBound): RunMark | undefined {
  return marks.findLast((mark) => compareMarks(mark, term) <= 0);
}

/** Compares fields, then terms. */
export function compareMarks(a: TermBound, b: TermBound): number {
  return a.field - b.field || compareBytes(a.term, 0, a.term.length, b.term, 0, b.term.length);
}

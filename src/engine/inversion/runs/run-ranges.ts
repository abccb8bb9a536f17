/** Divides the terms of all runs into ranges of similar size, for several threads to merge. */
import type { TermBound, TermSpan } from '../../../shared/term-cursor.ts';
import { compareMarks, MARK_BYTES } from './run-file.ts';

/** Minimum bytes of run files in a range. In smaller ranges, reading around the ends costs too much. */
const RANGE_BYTES = 4 * 2 ** 20;
const MARKS_PER_RUN = 8;

/** Terms of a run in order, about one every `markBytes`, including the first. */
export interface MarkedRun {
  readonly marks: readonly TermBound[];
  readonly markBytes: number;
}

/** Divides the terms of all runs into ordered ranges of similar size. The lists of a term stay together. */
export function rangesOf(runs: readonly MarkedRun[], rangeBytes = RANGE_BYTES): TermSpan[] {
  const marks = runs
    .flatMap(({ marks, markBytes }) => marks.map((mark) => ({ mark, bytes: markBytes })))
    .sort((a, b) => compareMarks(a.mark, b.mark));
  const all = runs.reduce((sum, run) => sum + run.markBytes, 0);
  const size = rangeBytes < MARK_BYTES ? 0 : Math.max(rangeBytes, MARKS_PER_RUN * all);
  const ranges: TermSpan[] = [];
  let from: TermBound | null = null;
  let held = 0;
  for (const [n, { mark, bytes }] of marks.entries()) {
    if (n > 0 && held >= size && (from === null || compareMarks(from, mark) !== 0)) {
      ranges.push({ from, to: mark });
      from = mark;
      held = 0;
    }
    held += bytes;
  }
  ranges.push({ from, to: null });
  return ranges;
}

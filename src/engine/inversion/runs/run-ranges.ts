/** Divides the terms of all runs into ranges of similar size, for several threads to merge. */
import type { TermBound, TermSpan } from '../../../shared/term-cursor.ts';
import { compareMarks, MARK_BYTES, markBefore, type RunFile, type RunMark } from './run-file.ts';

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

/** Ranges of terms, and the runs that they divide. */
export interface DividedRuns {
  readonly runs: readonly RunFile[];
  readonly ranges: readonly TermSpan[];
}

/**
 * Divides runs, and keeps only the marks at which ranges begin. Each thread gets a copy of the marks, which take 300
 * bytes each.
 */
export function dividedRuns(runs: readonly RunFile[], rangeBytes?: number): DividedRuns {
  const ranges = rangesOf(runs, rangeBytes);
  return { runs: withMarksOf(runs, ranges), ranges };
}

function withMarksOf(runs: readonly RunFile[], ranges: readonly TermSpan[]): RunFile[] {
  return runs.map((run) => {
    const marks = new Set<RunMark>();
    for (const { from } of ranges) {
      const mark = from === null ? undefined : markBefore(run.marks, from);
      if (mark !== undefined) marks.add(mark);
    }
    return { ...run, marks: [...marks] };
  });
}

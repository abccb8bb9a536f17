import { compareMarks, MARK_BYTES, type RunFile, type RunMark, type TermRange } from './run-file.ts';

/** Bytes of run files that a range holds at least: a range has some work to it, and little is read in vain at its ends. */
const RANGE_BYTES = 4 * 2 ** 20;
const MARKS_PER_RUN = 8;

/** Cuts the terms of all runs into ranges of about the same size, in order; the lists of a term stay together. */
export function rangesOf(runs: readonly RunFile[], rangeBytes = RANGE_BYTES): TermRange[] {
  const marks = runs.flatMap((run) => run.marks).sort(compareMarks);
  const size = rangeBytes < MARK_BYTES ? 1 : Math.max(rangeBytes / MARK_BYTES, MARKS_PER_RUN * runs.length);
  const ranges: TermRange[] = [];
  let from: RunMark | null = null;
  for (let n = size; n < marks.length; n += size) {
    const to = marks[n]!;
    if (from !== null && compareMarks(from, to) === 0) continue;
    ranges.push({ from, to });
    from = to;
  }
  ranges.push({ from, to: null });
  return ranges;
}

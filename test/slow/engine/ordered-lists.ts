/** Reads terms whose documents come in any order through cursors that sort them, under the thresholds of its caller. */
import { ListOrdering, OrderedCursor } from '../../../src/engine/analyzed/ordered-cursor.ts';
import { RunMerger } from '../../../src/engine/inversion/runs/run-merger.ts';
import { ListCursor, type Occurrences } from '../../support/list-cursor.ts';

/** Terms in order, each with its occurrences. */
export type Lists = readonly (readonly [term: string, occurrences: Occurrences])[];

/** Reads the terms of all segments. Every n-th term is skipped without being read. */
export function orderedLists(
  segments: readonly Lists[],
  atOnce: number,
  directory: string,
  passedEvery: number,
): [string, [number, number][]][] {
  const merged = new RunMerger(
    segments.map(
      (lists) =>
        new ListCursor(
          lists.map(([term, own]) => [0, term, own] as const),
          atOnce,
        ),
    ),
    false,
  );
  const cursor = new OrderedCursor(merged, new ListOrdering({ directory, prefix: 'list-' }));
  const found: [string, [number, number][]][] = [];
  try {
    for (let n = 1; cursor.next(); n++) {
      const own: [number, number][] = [];
      found.push([Buffer.from(cursor.bytes.subarray(cursor.termStart, cursor.termEnd)).toString(), own]);
      if (n % passedEvery === 0) continue;
      for (let count = cursor.read(); count > 0; count = cursor.read()) {
        const { docs, positions, from } = cursor;
        for (let i = from; i < from + count; i++) own.push([docs[i]!, positions[i]!]);
      }
    }
  } finally {
    cursor.close();
  }
  return found;
}

/** Finds the pairs of one field in some blocks, and writes them as runs. All its input can be sent to another thread. */
import { tuning } from '../../shared/thresholds.ts';
import type { RunFile } from '../inversion/runs/run-file.ts';
import { SpilledRuns } from '../inversion/runs/spilled-runs.ts';
import type { SpooledBytes } from '../store/spool-file.ts';
import { openLists } from './frequent-lists.ts';
import type { FrequentTerm } from './frequent-terms.ts';
import { LoggedPairs } from './logged-pairs.ts';
import { type BlockRange, PairFinder } from './pair-finder.ts';

export interface PairTask {
  readonly field: number;
  readonly terms: readonly FrequentTerm[];
  readonly lists: SpooledBytes;
  readonly range: BlockRange;
  /** The folder of runs, and the prefix of their names. */
  readonly directory: string;
  readonly prefix: string;
}

/** Yields the number of documents regularly, so that the caller can do other work or stop. Returns the runs. */
export function* findPairs(task: PairTask): Generator<number, readonly RunFile[]> {
  const runs = new SpilledRuns(task.directory, task.prefix, tuning.runsMerged);
  const pairs = new LoggedPairs(task.field, task.terms, tuning.pairsInRun, runs);
  const lists = openLists(task.lists);
  try {
    yield* new PairFinder(task.terms, lists, task.range, pairs).find();
  } finally {
    lists.close();
  }
  return pairs.finish();
}

/** Finds the pairs of a {@link PairTask} in a thread, without yielding. */
export function doPairTask(task: unknown): readonly RunFile[] {
  const finding = findPairs(task as PairTask);
  for (;;) {
    const { done, value } = finding.next();
    if (done === true) return value;
  }
}

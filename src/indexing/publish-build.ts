/** Publishes a finished generation, and reports the build. */
import type { CaseReader } from '../cases/case-reader.ts';
import { type BuildReport, type BuildTotals, type ProblemLog, withFirst } from './build-report.ts';
import { writeReading } from './case-reading.ts';
import { nextGeneration, publishGeneration } from './generations.ts';

export interface FinishedBuild {
  readonly reader: CaseReader;
  /** The directory of the generations of the case, and the finished generation in it. */
  readonly directory: string;
  readonly building: string;
  readonly log: ProblemLog;
  /** Of `performance.now()`. */
  readonly started: number;
  /** Throws if the caller lost its lock. */
  readonly prove: () => void;
  readonly onPublish?: () => void;
}

export async function publishBuild(
  { reader, directory, building, log, started, prove, onPublish }: FinishedBuild,
  totals: BuildTotals,
): Promise<BuildReport> {
  await writeReading(building, reader, totals.problems);
  onPublish?.();
  const { number, path } = nextGeneration(directory);
  const report = (): BuildReport => ({
    isUpToDate: false,
    ...totals,
    problems: withFirst(totals.problems),
    reportFile: log.path,
    milliseconds: performance.now() - started,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    generation: number,
    indexPath: path,
  });
  const { count, byKind } = totals.problems;
  // The report is written before the index is published, because the disk may become full.
  log.end({ ...report(), problems: { count, byKind } });
  publishGeneration(directory, building, prove);
  log.publish();
  return report();
}

/** Publishes a finished generation, and reports the build. */
import type { CaseReader } from '../cases/case-reader.ts';
import { type BuildReport, type BuildTotals, type ProblemLog, withFirst } from './build-report.ts';
import { writeReading } from './case-reading.ts';
import { publishGeneration } from './generations.ts';

export interface FinishedBuild {
  readonly reader: CaseReader;
  /** The directory of the generations of the case, and the finished one in it. */
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
  const { number, path } = publishGeneration(directory, building, prove);
  const report: BuildReport = {
    isUpToDate: false,
    ...totals,
    problems: withFirst(totals.problems),
    reportFile: log.path,
    milliseconds: performance.now() - started,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    generation: number,
    indexPath: path,
  };
  log.finish({ ...report, problems: { count: report.problems.count, byKind: report.problems.byKind } });
  return report;
}

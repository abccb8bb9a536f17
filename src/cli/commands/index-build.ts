/** `index build`: builds the index of a case and reports the result. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { CaseProblem } from '../../cases/case-reader.ts';
import type { ClusterSite } from '../../cluster/filling/cluster-site.ts';
import type { BuildOptions } from '../../indexing/build-index.ts';
import type { BuildReport } from '../../indexing/build-report.ts';
import { addBuildEngineOptions, type EngineOptions, refuseIdleLayout, siteOf } from '../engine-options.ts';
import { exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import {
  caseOptionsOf,
  type DataOption,
  dataOption,
  type EvidenceOption,
  evidenceRootOption,
  jsonOption,
  type MappingOption,
  mappingOption,
  requireCase,
  warnOfMissingRoots,
  wholeNumber,
} from '../options.ts';
import type { Session } from '../session.ts';
import { startProgress } from '../terminal/progress.ts';
import { formatBytes, formatDuration } from '../terminal/quantities.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

export interface IndexBuildOptions extends DataOption, EvidenceOption, MappingOption, EngineOptions {
  readonly force?: boolean;
  readonly merge?: boolean;
  readonly json?: boolean;
  readonly threads?: number;
}

/** Size of the case's parts on disk. */
const OWN_PROCESS_BYTES_MIN = 16 * 2 ** 20;

/** Each thread takes memory, and all of them depend on a single reader. */
const THREADS_MAX = 8;

export function addIndexBuild(parent: Command, session: Session): void {
  const command = parent
    .command('build')
    .description('build the index of a case; does nothing if it is current')
    .argument('<case>', 'case directory, or a load file')
    .addOption(dataOption())
    .addOption(evidenceRootOption())
    .addOption(mappingOption());
  addBuildEngineOptions(command)
    .option('--force', 'build one complete index, even if the index is current')
    .option('--merge', 'merge small parts of the index, by building them together')
    .option('--threads <n>', 'threads that index; default: 2 if there are two processors', wholeNumber(1, THREADS_MAX))
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (casePath: string, options: IndexBuildOptions) => {
      const report = await indexBuild(casePath, options, session.terminal);
      session.exitCode = report.isComplete ? ok : incomplete;
    });
}

async function indexBuild(casePath: string, options: IndexBuildOptions, terminal: Terminal): Promise<BuildReport> {
  await requireCase(casePath);
  await warnOfMissingRoots(options, terminal);
  // Imported here, so that `--help` does not load the engine.
  const { readIndexState } = await import('../../indexing/index-state.ts');
  const { acquireDataLock } = await import('../../data-dir/data-lock.ts');
  const { checkDataDir } = await import('../../data-dir/data-dir.ts');
  const { CASE_FORMATS, openCase } = await import('../../cases/open-case.ts');
  const caseOptions = await caseOptionsOf(options);
  const reader = await openCase(casePath, CASE_FORMATS, caseOptions);
  const dataDir = checkDataDir(options.data, [reader.realPath]);
  refuseIdleLayout(options);
  const site = await siteOf(options);
  const state =
    options.force === true || site !== undefined
      ? null
      : await readIndexState(dataDir, reader, await reader.fingerprint());
  await reader.close();
  const merges = options.merge === true;
  if (state?.kind === 'current' && !merges) {
    // Nothing is written, so this works beside a server on the same data directory.
    await terminal.write(options.json ? `${JSON.stringify(state.report)}\n` : describe(casePath, state.report));
    return state.report;
  }
  const bytes = reader.parts.reduce((sum, part) => sum + part.bytes, 0);
  const build = site === undefined ? await builderOf(bytes) : await onCluster(site);
  const lock = await acquireDataLock(dataDir);
  const progress = startProgress(printable(basename(casePath)), terminal.stderr);
  try {
    const order: BuildOptions = {
      casePath,
      caseOptions,
      dataDir: options.data,
      isForced: options.force === true,
      merges,
      ...(options.threads === undefined ? {} : { threads: options.threads }),
      signal: terminal.signal,
      lock: lock.token,
      onProgress: (state) => progress.update(state),
    };
    let report = await build(order);
    // The case had changed, so its index was made current first.
    if (merges && !report.isUpToDate && report.parts > 1) report = await build(order);
    progress.stop();
    await terminal.write(options.json ? `${JSON.stringify(report)}\n` : describe(casePath, report));
    return report;
  } finally {
    progress.stop();
    lock.release();
  }
}

/** Starting a separate build process takes as long as a small build. */
async function builderOf(bytes: number): Promise<(options: BuildOptions) => Promise<BuildReport>> {
  if (bytes >= OWN_PROCESS_BYTES_MIN) return (await import('../../indexing/build-in-process.ts')).buildInProcess;
  await import('../../indexing/v8-options.ts');
  return (await import('../../indexing/build-index.ts')).buildIndex;
}

async function onCluster(site: ClusterSite): Promise<(options: BuildOptions) => Promise<BuildReport>> {
  const { buildCaseOnCluster } = await import('../../cluster/filling/build-case.ts');
  return (options) => buildCaseOnCluster({ ...options, site });
}

function describe(casePath: string, report: BuildReport): string {
  const lines = [
    report.isUpToDate
      ? `The index of ${printable(casePath)} is current.`
      : `Indexed ${printable(casePath)} in ${formatDuration(report.milliseconds)}.`,
    `items        ${report.items.toLocaleString('en-US')}${describeAdded(report)}`,
    `texts        ${report.texts.toLocaleString('en-US')}`,
    ...(report.longWords === 0
      ? []
      : [`long words   ${report.longWords.toLocaleString('en-US')} (in pieces of 255 characters)`]),
    ...(report.clusterIndex === undefined ? [] : [`on cluster   ${report.clusterIndex}`]),
    `${report.clusterIndex === undefined ? 'index size ' : 'item store '}  ${formatBytes(report.indexBytes)}`,
    `peak memory  ${formatBytes(report.peakMemoryBytes)}`,
    `complete     ${report.isComplete ? 'yes' : 'no'}`,
  ];
  if (report.problems.count > 0) lines.push(...describeProblems(report));
  return `${lines.join('\n')}\n`;
}

/** Parts are mentioned only if there are several, and the reason only if the current index could have grown. */
function describeAdded({ isUpToDate, itemsAdded, parts, notAddedBecause }: BuildReport): string {
  if (notAddedBecause !== undefined) return ` (all indexed: ${printable(notAddedBecause)})`;
  if (parts === 1) return '';
  const added = isUpToDate ? '' : `${itemsAdded.toLocaleString('en-US')} added, `;
  return ` (${added}in ${parts} parts)`;
}

function describeProblems({ problems, reportFile, isUpToDate }: BuildReport): string[] {
  const kinds = Object.entries(problems.byKind).map(([kind, count]) => `${count} ${kind}`);
  // For an existing index only the number of problems is known; some may have been fixed since.
  const more = isUpToDate ? 'when it was built; --force checks again' : kinds.join(', ');
  const lines = [`problems     ${problems.count.toLocaleString('en-US')} (${more})`];
  lines.push(...problems.first.map((problem) => `  ${describeProblem(problem)}`));
  if (!isUpToDate && problems.count > problems.first.length)
    lines.push(`  and ${(problems.count - problems.first.length).toLocaleString('en-US')} more`);
  if (reportFile !== null) lines.push(`all of them  ${printable(reportFile)}`);
  return lines;
}

/** `items-00000.jsonl.gz:17: item 4: reason`. */
export function describeProblem(problem: CaseProblem): string {
  const where = problem.line === null ? problem.file : `${problem.file}:${problem.line}`;
  const item = problem.id === null ? '' : ` item ${problem.id}:`;
  return printable(`${where}:${item} ${problem.reason}`);
}

const EXAMPLES = `
Examples:
  case-access index build /cases/4711
  case-access index build /cases/4711 --data /var/lib/case-access
  case-access index build /cases/4711 --force --json

The output lists what was skipped or could not be read, with file, line and reason; the complete report is a file in
DATA/reports. The case directory is never written to.
`;

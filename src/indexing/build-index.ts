/** Builds the index of a case unless it is current. Reads the items a second time if they must be read by id. */
import type { CaseReader } from '../cases/case-reader.ts';
import { openCase } from '../cases/open-case.ts';
import { checkDataDir } from '../data-dir/data-dir.ts';
import { AppError } from '../shared/errors.ts';
import { growth } from '../shared/thresholds.ts';
import type { BuildReport } from './build-report.ts';
import {
  type BuildFacts,
  type BuildOptions,
  type BuildScope,
  CaseBuild,
  type Misfit,
  proveIfHeld,
  type Restart,
} from './case-build.ts';
import { indexDirectory, removeLeftovers } from './generations.ts';
import { type GrowthGoal, type NoGrowth, planGrowth } from './growth/growth-plan.ts';
import { keepParts } from './growth/kept-parts.ts';
import { readIndexState } from './index-state.ts';

export type { BuildReport } from './build-report.ts';
export type { BuildOptions, BuildProgress } from './case-build.ts';

/**
 * Builds the index of a case and publishes it, unless it is current. The caller must hold the lock of the data directory.
 * Throws CASE_UNREADABLE, DATA_DIR_UNUSABLE, DISK_FULL, CANCELLED; problems of single records are reported instead.
 */
export async function buildIndex(options: BuildOptions): Promise<BuildReport> {
  const reader = await openCase(options.casePath, options.formats, options.caseOptions);
  try {
    const dataDir = checkDataDir(options.dataDir, [reader.realPath]);
    // If a file changes from here on, its new state is read, and the next build finds that it differs from both states recorded
    // here.
    const growing = (await reader.growth?.()) ?? null;
    const fingerprint = await reader.fingerprint();
    const removeOld = (): void => {
      if (options.keepsOlder !== true) removeLeftovers(indexDirectory(dataDir, reader.realPath));
    };
    if (options.isForced !== true) {
      const state = await readIndexState(dataDir, reader, fingerprint);
      if (state.kind === 'current') {
        proveIfHeld(options);
        removeOld();
        const facts = { dataDir, fingerprint, started: performance.now(), growth: growing };
        const merged = options.merges === true ? await addPart(options, reader, facts, 'merge') : null;
        if (merged === null || 'reason' in merged) return state.report;
        removeOld();
        return merged;
      }
    }
    proveIfHeld(options);
    const facts = { dataDir, fingerprint, started: performance.now(), growth: growing };
    const grown = await addPart(options, reader, facts);
    if (!('reason' in grown)) {
      removeOld();
      return grown;
    }
    const { reason } = grown;
    reader.resumeAfter?.([]);
    const report = (await buildScope(options, reader, facts, { parts: reader.parts, earlier: null })) as BuildReport;
    removeOld();
    return reason === null ? report : { ...report, notAddedBecause: reason };
  } catch (error) {
    throw asUnusable(error);
  } finally {
    await reader.close();
  }
}

type CaseFacts = Pick<BuildFacts, 'dataDir' | 'fingerprint' | 'started' | 'growth'>;

/**
 * Indexes only the files that were added or changed, or only the files of small parts, unless the case must be indexed
 * completely.
 */
async function addPart(
  options: BuildOptions,
  reader: CaseReader,
  facts: CaseFacts,
  goal: GrowthGoal = 'add',
): Promise<BuildReport | NoGrowth> {
  const { canGrow = growth.isOn, isForced = false, isItemStore = false } = options;
  if (!canGrow || isForced || isItemStore || facts.growth === null) return { reason: null };
  const plan = await planGrowth(indexDirectory(facts.dataDir, reader.realPath), reader, facts.growth, goal);
  if ('reason' in plan) return plan;
  try {
    if (plan.added.length === 0) {
      const directory = indexDirectory(facts.dataDir, reader.realPath);
      return await keepParts(plan.earlier, { ...facts, reader, directory, prove: () => proveIfHeld(options) });
    }
    const found = await buildScope(options, reader, facts, { parts: plan.added, earlier: plan.earlier });
    return 'restart' in found ? { reason: found.reason } : found;
  } finally {
    await plan.earlier.close();
  }
}

/** Builds one index. If it cannot follow the earlier parts, the case must be indexed completely. */
export async function buildScope(
  options: BuildOptions,
  reader: CaseReader,
  facts: CaseFacts,
  scope: BuildScope,
): Promise<BuildReport | Misfit> {
  reader.limitTo?.(scope.parts);
  const isById = (await reader.idsDescend?.()) === true;
  const run = (byId: boolean): Promise<BuildReport | Restart> =>
    new CaseBuild(options, reader, { ...facts, scope, isById: byId }).run();
  const found = await run(isById);
  if (!('restart' in found)) return found;
  return found.restart === 'by id' ? ((await run(true)) as BuildReport | Misfit) : found;
}

/** Returns an error that describes a fault of the data directory's disk. Other errors are returned unchanged. */
export function asUnusable(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const text = error instanceof Error ? error.message : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || /MDB_MAP_FULL|No space left/.test(text)) {
    return new AppError('DISK_FULL', 'the disk of the data directory is full; free some space and build again', {
      cause: error,
    });
  }
  // LMDB reports no more than this if the disk accepted only a part of a write.
  if (code === 'EIO' || /Input\/output error/.test(text)) {
    const reason = 'the disk of the data directory is full or fails; free some space and build again';
    return new AppError('DISK_FULL', reason, { cause: error });
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new AppError('DATA_DIR_UNUSABLE', `the data directory cannot be written (${code})`, { cause: error });
  }
  return error;
}

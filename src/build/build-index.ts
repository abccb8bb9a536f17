/** Builds the index of a case unless it is current. Reads the items a second time if they must be read by id. */
import { openCase } from '../cases/open-case.ts';
import { checkDataDir } from '../data-dir/data-dir.ts';
import { AppError } from '../shared/errors.ts';
import type { BuildReport } from './build-report.ts';
import { type BuildOptions, CaseBuild, proveIfHeld } from './case-build.ts';
import { indexDirectory, removeLeftovers } from './generations.ts';
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
    const fingerprint = await reader.fingerprint();
    if (options.isForced !== true) {
      const state = await readIndexState(dataDir, reader, fingerprint);
      if (state.kind === 'current') {
        proveIfHeld(options);
        removeLeftovers(indexDirectory(dataDir, reader.realPath));
        return state.report;
      }
    }
    proveIfHeld(options);
    const facts = { dataDir, fingerprint, started: performance.now() };
    const isById = (await reader.idsDescend?.()) === true;
    const report = await new CaseBuild(options, reader, { ...facts, isById }).run();
    return report ?? (await new CaseBuild(options, reader, { ...facts, isById: true }).run())!;
  } catch (error) {
    throw asUnusable(error);
  } finally {
    await reader.close();
  }
}

/** Faults of the disk of the data directory, in words. */
function asUnusable(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const text = error instanceof Error ? error.message : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || /MDB_MAP_FULL|No space left/.test(text)) {
    return new AppError('DISK_FULL', 'the disk of the data directory is full; free some space and build again', {
      cause: error,
    });
  }
  // This is all that LMDB reports if the disk took only a part of a write.
  if (code === 'EIO' || /Input\/output error/.test(text)) {
    const reason = 'the disk of the data directory is full or fails; the index is as it was';
    return new AppError('DATA_DIR_UNUSABLE', reason, { cause: error });
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new AppError('DATA_DIR_UNUSABLE', `the data directory cannot be written (${code})`, { cause: error });
  }
  return error;
}

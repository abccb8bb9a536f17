/** Opens a case together with its index, and builds the index first if requested. */
import { realpath } from 'node:fs/promises';
import type { CaseFormat, CaseOptions } from '../cases/case-format.ts';
import type { CaseReader } from '../cases/case-reader.ts';
import { openCase } from '../cases/open-case.ts';
import { buildOnClusterInProcess } from '../cluster/filling/build-in-process.ts';
import { readClusterState } from '../cluster/filling/case-state.ts';
import { type ClusterSite, itemStores } from '../cluster/filling/cluster-site.ts';
import { refuseDataDirInside } from '../data-dir/data-dir.ts';
import type { LockToken } from '../data-dir/data-lock.ts';
import { buildInProcess } from '../indexing/build-in-process.ts';
import type { BuildProgress, BuildReport } from '../indexing/build-index.ts';
import { indexDirectory } from '../indexing/generations.ts';
import { isMergeDue, MERGEABLE_PARTS_MIN } from '../indexing/growth/growth-plan.ts';
import { readIndexState } from '../indexing/index-state.ts';
import { readIndexStateInProcess } from '../indexing/index-state-in-process.ts';
import { AppError } from '../shared/errors.ts';
import { openHeld, removeUnheld } from './held-generations.ts';
import { type IndexOpener, inThisProcess, type OpenedIndex } from './index-opener.ts';
import type { OpenSource } from './source.ts';

export interface OpenOptions {
  readonly dataDir: string;
  /** Default: all formats of this program. */
  readonly formats?: readonly CaseFormat[];
  readonly caseOptions?: CaseOptions;
  /** Whether the index is built if it is missing, stale, damaged or of another format. If not, that is an error. */
  readonly buildIfNeeded: boolean;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Whether parts of a current index are merged that are small compared with the next ones. */
  readonly merges?: boolean;
  /** Called with the reason why an existing index has to be built again. */
  readonly onRebuild?: (reason: string) => void;
  /** Called after a build. */
  readonly onBuilt?: (report: BuildReport) => void;
  readonly signal?: AbortSignal;
  /** The lock of the data directory, if the caller holds it and builds. */
  readonly lock?: LockToken;
  /** Opens the index; by default in this process. */
  readonly opener?: IndexOpener;
  /** The location of its words; by default the index. */
  readonly site?: ClusterSite;
}

export interface OpenedSource extends OpenSource {
  /** Whether the case changed after the index was built and the index was not rebuilt. */
  readonly isStale: boolean;
}

/**
 * Opens a case and its index. Throws CASE_UNREADABLE. Without `buildIfNeeded`, opens a stale index, and throws INDEX_MISSING,
 * INDEX_FORMAT or INDEX_CORRUPT for an unusable one.
 */
export async function openSource(path: string, options: OpenOptions): Promise<OpenedSource> {
  const { opened, caseReader, fingerprint, isStale, isMergeDue = false } = await openIndex(path, options);
  return {
    ...opened,
    isMergeDue,
    caseReader,
    fingerprint,
    lookAgain: () => fingerprintOf(path, options),
    indexedIn: options.site === undefined ? options.dataDir : itemStores(options.dataDir),
    isStale,
    async close() {
      await opened.close();
      await caseReader.close();
    },
  };
}

async function fingerprintOf(path: string, { formats, caseOptions }: OpenOptions): Promise<string> {
  const caseReader = await openCase(path, formats, caseOptions);
  try {
    return await caseReader.fingerprint();
  } finally {
    await caseReader.close();
  }
}

interface OpenedCase {
  readonly opened: OpenedIndex;
  readonly caseReader: CaseReader;
  readonly fingerprint: string;
  readonly isStale: boolean;
  readonly isMergeDue?: boolean;
}

async function openIndex(path: string, options: OpenOptions): Promise<OpenedCase> {
  // This is checked before the files of the case are read. If the path is the root of a disk, it contains the data directory
  // and may have millions of names.
  const folder = await realpath(path).catch(() => null);
  if (folder !== null) refuseDataDirInside(options.dataDir, folder);
  if (options.site !== undefined) return openOnCluster(path, options, options.site);
  const { opener = inThisProcess() } = options;
  const readState = opener.isHere ? readIndexState : readIndexStateInProcess;
  const caseReader = await openCase(path, options.formats, options.caseOptions);
  try {
    const fingerprint = await caseReader.fingerprint();
    const { dataDir, buildIfNeeded, lock, merges = false } = options;
    const directory = indexDirectory(dataDir, caseReader.realPath);
    let state = await readState(dataDir, caseReader, fingerprint, options.signal);
    const requireUnchanged = (): void => {
      // The new state of a case is opened by a refresh, not by a merge.
      if (merges && state.kind !== 'current') throw new AppError('CANCELLED', 'the case has changed');
    };
    requireUnchanged();
    // Removes what a process left that was killed between publishing and removing.
    if (buildIfNeeded && lock !== undefined) removeUnheld(directory, lock, state.kind === 'current');
    if ((state.kind !== 'current' || merges) && buildIfNeeded) {
      const { caseOptions, onProgress, signal } = options;
      if (state.kind !== 'missing' && state.kind !== 'current') options.onRebuild?.(state.reason);
      const report = await buildInProcess({
        casePath: path,
        dataDir,
        merges,
        keepsOlder: true,
        ...(options.formats === undefined ? {} : { formats: options.formats }),
        ...(caseOptions === undefined ? {} : { caseOptions }),
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(signal === undefined ? {} : { signal }),
        ...(lock === undefined ? {} : { lock }),
      });
      options.onBuilt?.(report);
      removeUnheld(directory, lock, false);
      state = await readState(dataDir, caseReader, fingerprint, options.signal);
      requireUnchanged();
    }
    if (state.kind === 'current' || state.kind === 'stale') {
      const { path: generation } = state;
      const open = (): Promise<OpenedIndex> => opener.open(caseReader.realPath, generation);
      const opened = await openHeld(generation, open, { directory, lock });
      // A merge that was not possible is not tried again and again.
      const mayMerge = state.kind === 'current' && state.report.parts >= MERGEABLE_PARTS_MIN;
      const isAsked = buildIfNeeded && !merges;
      const isDue = mayMerge && isAsked && (await isMergeDueIn(dataDir, caseReader));
      const isStale = state.kind === 'stale';
      const known = isStale && buildIfNeeded ? changedMeanwhile(opened.summary.identity) : fingerprint;
      return { opened, caseReader, fingerprint: known, isStale, isMergeDue: isDue };
    }
    throw noIndex(path, state.reason, state.kind);
  } catch (error) {
    await caseReader.close();
    throw error;
  }
}

/** Fingerprint of a case that changed while its index was built. No case has it, so the next refresh opens the source again. */
function changedMeanwhile(indexIdentity: string): string {
  return `the case changed while its index ${indexIdentity} was built`;
}

async function isMergeDueIn(dataDir: string, caseReader: CaseReader): Promise<boolean> {
  const growing = (await caseReader.growth?.()) ?? null;
  return growing !== null && isMergeDue(indexDirectory(dataDir, caseReader.realPath), caseReader, growing);
}

/** The same for a case whose words are in a cluster. The index that is opened here is the item store. */
async function openOnCluster(path: string, options: OpenOptions, site: ClusterSite): Promise<OpenedCase> {
  const { dataDir, caseOptions = {}, buildIfNeeded, opener = inThisProcess(), ...rest } = options;
  const caseReader = await openCase(path, options.formats, caseOptions);
  try {
    const state = await readClusterState(caseReader, { dataDir, site, signal: options.signal });
    let { store, index } = state;
    if (buildIfNeeded && (store === null || index === null || state.isStale)) {
      if (state.reason !== null && store !== null) options.onRebuild?.(state.reason);
      const report = await buildOnClusterInProcess({ ...rest, casePath: path, caseOptions, dataDir, site });
      options.onBuilt?.(report);
      ({ store, index } = await readClusterState(caseReader, { dataDir, site, signal: options.signal }));
    }
    if (store === null || index === null) throw noIndex(path, state.reason ?? 'it is missing');
    const cluster = { address: site.address, index, casePath: path, caseOptions };
    const opened = await opener.open(caseReader.realPath, store, cluster);
    return { opened, caseReader, fingerprint: state.fingerprint, isStale: !buildIfNeeded && state.isStale };
  } catch (error) {
    await caseReader.close();
    throw error;
  }
}

const ERROR_OF = { missing: 'INDEX_MISSING', format: 'INDEX_FORMAT', corrupt: 'INDEX_CORRUPT' } as const;

/** Names the command that helps, because first-time users do not know of indexes. */
function noIndex(path: string, reason: string, kind: keyof typeof ERROR_OF = 'missing'): AppError {
  const help = '"case-access index build" makes a new one';
  return new AppError(ERROR_OF[kind], `the index of ${path} cannot be used: ${reason}; ${help}`);
}

/** Opens a case together with its index, and builds the index first where that is wanted. */
import { buildInProcess } from '../build/build-in-process.ts';
import type { BuildProgress, BuildReport } from '../build/build-index.ts';
import { readIndexState } from '../build/index-state.ts';
import type { CaseFormat } from '../cases/case-format.ts';
import type { CaseReader } from '../cases/case-reader.ts';
import { openCase } from '../cases/open-case.ts';
import { IndexReader } from '../engine/index-reader.ts';
import { EmbeddedEngine } from '../query/embedded-engine.ts';
import { IndexSearch } from '../query/index-search.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import { AppError } from '../shared/errors.ts';

export interface OpenOptions {
  readonly dataDir: string;
  /** Default: all that this program reads. */
  readonly formats?: readonly CaseFormat[];
  /** Builds the index where it is missing, stale, of another format or damaged; otherwise that is an error. */
  readonly buildIfNeeded: boolean;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Hears why an index that is there has to be built anew. */
  readonly onRebuild?: (reason: string) => void;
  /** Hears of a build that was done. */
  readonly onBuilt?: (report: BuildReport) => void;
  readonly signal?: AbortSignal;
}

export interface OpenedSource {
  readonly engine: SearchEngine;
  readonly caseReader: CaseReader;
  /** Whether the case changed after the index was built; only where it was not built anew. */
  readonly isStale: boolean;
}

/**
 * Opens a case and its index. Throws CASE_UNREADABLE, and, without `buildIfNeeded`, INDEX_MISSING, INDEX_FORMAT or
 * INDEX_CORRUPT; a stale index is opened all the same then.
 */
export async function openSource(path: string, options: OpenOptions): Promise<OpenedSource> {
  const opened = await openIndex(path, options);
  return { engine: new EmbeddedEngine(opened.index), caseReader: opened.caseReader, isStale: opened.isStale };
}

/** The same, searched without a pause. The caller closes `index` of it and the case reader. */
export async function openIndexSearch(
  path: string,
  options: OpenOptions,
): Promise<{ search: IndexSearch; caseReader: CaseReader; isStale: boolean }> {
  const { index, caseReader, isStale } = await openIndex(path, options);
  return { search: new IndexSearch(index), caseReader, isStale };
}

async function openIndex(
  path: string,
  options: OpenOptions,
): Promise<{ index: IndexReader; caseReader: CaseReader; isStale: boolean }> {
  const caseReader = await openCase(path, options.formats);
  try {
    const fingerprint = await caseReader.fingerprint();
    let state = await readIndexState(options.dataDir, caseReader, fingerprint);
    if (state.kind !== 'current' && options.buildIfNeeded) {
      const { dataDir, onProgress, signal } = options;
      if (state.kind !== 'missing') options.onRebuild?.(state.reason);
      const report = await buildInProcess({
        casePath: path,
        dataDir,
        ...(options.formats === undefined ? {} : { formats: options.formats }),
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(signal === undefined ? {} : { signal }),
      });
      options.onBuilt?.(report);
      state = await readIndexState(options.dataDir, caseReader, fingerprint);
    }
    if (state.kind === 'current' || state.kind === 'stale') {
      return { index: await IndexReader.open(state.path), caseReader, isStale: state.kind === 'stale' };
    }
    throw new AppError(ERROR_OF[state.kind], `the index of ${path} cannot be used: ${state.reason}`);
  } catch (error) {
    await caseReader.close();
    throw error;
  }
}

const ERROR_OF = { missing: 'INDEX_MISSING', format: 'INDEX_FORMAT', corrupt: 'INDEX_CORRUPT' } as const;

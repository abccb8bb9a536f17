/**
 * Runs a build in a separate process. So a server keeps answering, and it does not end if a build runs out of memory or crashes
 * in a library. The process can also be tuned for builds. It runs build-process.ts.
 */
import { ChildEndedError, callOnce } from '../shared/child/child-calls.ts';
import { AppError } from '../shared/errors.ts';
import type { BuildOptions, BuildProgress, BuildReport } from './build-index.ts';

export type BuildOrder = Pick<
  BuildOptions,
  'casePath' | 'caseOptions' | 'dataDir' | 'isForced' | 'merges' | 'canGrow' | 'threads' | 'keepsOlder' | 'lock'
>;

/** The parts of the answer are the progress. */
export interface BuildCalls {
  build: { argument: BuildOrder; result: BuildReport };
}

/**
 * The environment of a build process; the caller's own settings take precedence. A build grows many arrays and frees the
 * shorter ones. When they are freed, the C library raises its threshold for separate mappings up to 32 MB. Smaller arrays are
 * then allocated between small objects and are not returned to the system, which amounts to 100 MB in an import of a million
 * items.
 */
export function buildEnvironment(): NodeJS.ProcessEnv {
  return { MALLOC_MMAP_THRESHOLD_: '4194304', MALLOC_TRIM_THRESHOLD_: '16777216', ...process.env };
}

/** Builds run one at a time, because each takes a core and a good part of the permitted memory. */
let last: Promise<unknown> = Promise.resolve();

/** The same as `buildIndex` in a separate process, one build at a time. */
export async function buildInProcess(options: BuildOptions): Promise<BuildReport> {
  const entry = new URL('./build-process.js', import.meta.url);
  // The module is loaded only if the build runs here.
  const here = async (): Promise<BuildReport> => (await import('./build-index.ts')).buildIndex(options);
  return runBuild(options, orderOf(options), entry, here);
}

/** Waits for its turn and runs a build in a process with this entry point. `here` builds in this process. */
export async function runBuild(
  options: BuildOptions,
  order: BuildOrder,
  entry: URL,
  here: () => Promise<BuildReport>,
): Promise<BuildReport> {
  const turn = last.then(() => {
    // A server that stops must not start a process for a waiting build, only to end it.
    if (options.signal?.aborted === true) throw new AppError('CANCELLED', 'the build was cancelled before it began');
    return runProcess(options, order, entry, here);
  });
  last = turn.catch(() => undefined);
  return turn;
}

/** The process does not learn why it is killed. Usually the system kills it when memory runs out. */
function killed(signal: string): AppError {
  const remedy = 'the index is as it was; free some memory and build again';
  return new AppError('SOURCE_UNAVAILABLE', `the process that built the index was killed (${signal}): ${remedy}`);
}

/** The part of the options that can be sent to a process. */
export function orderOf({
  casePath,
  caseOptions,
  dataDir,
  isForced,
  merges,
  canGrow,
  threads,
  keepsOlder,
  lock,
}: BuildOptions): BuildOrder {
  return {
    casePath,
    dataDir,
    ...(caseOptions && { caseOptions }),
    ...(isForced !== undefined && { isForced }),
    ...(merges !== undefined && { merges }),
    ...(canGrow !== undefined && { canGrow }),
    ...(threads !== undefined && { threads }),
    ...(keepsOlder !== undefined && { keepsOlder }),
    ...(lock && { lock }),
  };
}

async function runProcess(
  options: BuildOptions,
  order: BuildOrder,
  entry: URL,
  here: () => Promise<BuildReport>,
): Promise<BuildReport> {
  // Processes run compiled files only. Uncompiled, in tests, the build runs in this thread and yields regularly. Formats cannot
  // be sent to a process, so a caller with its own formats builds here.
  if (import.meta.url.endsWith('.ts') || options.formats !== undefined) return here();
  const { onProgress, signal } = options;
  try {
    return await callOnce<BuildCalls, 'build'>({ entry, env: buildEnvironment() }, 'build', order, {
      onPart: (progress) => onProgress?.(progress as BuildProgress),
      signal,
    });
  } catch (error) {
    if (!(error instanceof ChildEndedError) || error.how === 'start') throw error;
    const { message: ending } = error;
    throw ending.startsWith('SIG') ? killed(ending) : new Error(`the build process ended (${ending})`);
  }
}

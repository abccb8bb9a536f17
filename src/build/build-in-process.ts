/** Runs a build in a worker thread, so that a server keeps answering. build-worker.ts is the other side. */
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../shared/errors.ts';
import { type BuildOptions, type BuildProgress, type BuildReport, buildIndex } from './build-index.ts';

export type WorkerOrder = Pick<BuildOptions, 'casePath' | 'dataDir' | 'isForced'>;

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly progress: BuildProgress }
  | { readonly kind: 'report'; readonly report: BuildReport }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: 'fault'; readonly text: string };

/** Builds wait for one another: each takes a core and a good part of the memory that is allowed. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Builds an index in a thread of its own, so that a server goes on answering; one at a time in a process. The same as
 * `buildIndex` otherwise.
 */
export async function buildInWorker(options: BuildOptions): Promise<BuildReport> {
  const turn = last.then(() => runWorker(options));
  last = turn.catch(() => undefined);
  return turn;
}

async function runWorker(options: BuildOptions): Promise<BuildReport> {
  // Threads run compiled files only; uncompiled, in tests, the build shares the thread and gives way now and then.
  if (import.meta.url.endsWith('.ts')) return buildIndex(options);
  const { casePath, dataDir, isForced } = options;
  const order: WorkerOrder = { casePath, dataDir, ...(isForced === undefined ? {} : { isForced }) };
  const worker = new Worker(new URL('./build-worker.js', import.meta.url), { workerData: order });
  const cancel = (): void => worker.postMessage('cancel');
  if (options.signal?.aborted === true) cancel();
  options.signal?.addEventListener('abort', cancel);
  try {
    return await new Promise<BuildReport>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'progress') options.onProgress?.(message.progress);
        else if (message.kind === 'report') resolve(message.report);
        else if (message.kind === 'refused') reject(new AppError(message.code, message.message));
        else reject(new Error(message.text));
      });
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('the build ended without a word')));
    });
  } finally {
    options.signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}

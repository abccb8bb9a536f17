/** Decides how many threads help a build, and starts them. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ThreadPoolOptions } from '../../engine/inversion/indexing-thread-pool.ts';
import type { PoolThread } from '../../engine/inversion/thread-pool.ts';

/** Maximum number of threads. More would wait for the thread that reads, and each of them takes memory. */
const THREADS_MAX = 2;

/** A thread allocates little except received strings, which are not short-lived. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** Returns the number of threads that suits the processor. */
export function defaultThreads(): number {
  return Math.min(THREADS_MAX, availableParallelism());
}

/** Returns a pool of this many threads, or null if the calling thread alone is faster. */
export function threadPoolOf(threads: number): ThreadPoolOptions | null {
  // Threads run compiled files only.
  if (threads < 2 || import.meta.url.endsWith('.ts')) return null;
  return {
    threads,
    open: () =>
      new Worker(new URL('../../engine/indexing-worker.js', import.meta.url), {
        resourceLimits,
      }) as unknown as PoolThread,
  };
}

/** Starts the threads that help to import the terms of a case, each with its own reader; analyzed-worker.ts runs there. */
import { Worker } from 'node:worker_threads';
import type { CaseReader } from '../../cases/case-reader.ts';
import { AnalyzedThreadPool } from '../../engine/analyzed/analyzed-thread-pool.ts';
import type { PoolThread } from '../../engine/inversion/thread-pool.ts';

/** For a smaller case, starting threads takes longer than they save. */
const POOL_BYTES_MIN = 4 * 2 ** 20;

/** A thread reuses its memory. Its other allocations, frames and pieces, are short-lived. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** Null if the calling thread is faster alone, or only it can read the terms. `bytes`: the size of the case's parts. */
export function analyzedPoolOf(reader: CaseReader, threads: number, bytes: number): (() => AnalyzedThreadPool) | null {
  // Threads run compiled files only.
  if (threads < 2 || bytes < POOL_BYTES_MIN || import.meta.url.endsWith('.ts')) return null;
  if ((reader.analyzed?.inThreads ?? null) === null) return null;
  const script = new URL('./analyzed-worker.js', import.meta.url);
  const open = (): PoolThread => new Worker(script, { resourceLimits }) as unknown as PoolThread;
  return () => new AnalyzedThreadPool({ threads, open, source: reader.path });
}

/** Starts the threads that help to import the terms of a case, each with its own reader; analyzed-worker.ts runs there. */
import { Worker } from 'node:worker_threads';
import type { CaseReader, ItemPart } from '../../cases/case-reader.ts';
import { AnalyzedThreadPool } from '../../engine/analyzed/analyzed-thread-pool.ts';
import type { PoolThread } from '../../engine/inversion/thread-pool.ts';

/**
 * Minimum size of a case that is imported with threads. For a smaller one, starting them takes longer than the time that they
 * save.
 */
const POOL_BYTES_MIN = 4 * 2 ** 20;

/** A thread reuses its memory. Its other allocations, frames and pieces, are short-lived. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** The input of a thread: a case, the number of the first part to read, and the number of parts. */
export interface ThreadSource {
  readonly path: string;
  readonly from: number;
  readonly count: number;
}

/** Returns null if the calling thread alone is faster, or if only it can read the terms. `parts` were given to `limitTo`. */
export function analyzedPoolOf(
  reader: CaseReader,
  threads: number,
  parts: readonly ItemPart[],
): (() => AnalyzedThreadPool) | null {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  // Threads run compiled files only.
  if (threads < 2 || bytes < POOL_BYTES_MIN || import.meta.url.endsWith('.ts')) return null;
  if ((reader.analyzed?.inThreads ?? null) === null) return null;
  const script = new URL('./analyzed-worker.js', import.meta.url);
  const open = (): PoolThread => new Worker(script, { resourceLimits }) as unknown as PoolThread;
  const source: ThreadSource = { path: reader.path, from: parts[0]!.index, count: parts.length };
  return () => new AnalyzedThreadPool({ threads, open, source });
}

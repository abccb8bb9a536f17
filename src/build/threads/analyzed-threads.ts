/** Starts the threads that help with the terms of a case, each with a reader of its own; analyzed-worker.ts is what runs there. */
import { Worker } from 'node:worker_threads';
import type { CaseReader } from '../../cases/case-reader.ts';
import { AnalyzedCrew } from '../../engine/analyzed/analyzed-crew.ts';
import type { CrewThread } from '../../engine/inversion/thread-crew.ts';

/** Threads for a smaller case take longer to start than they save. */
const CREW_BYTES_MIN = 4 * 2 ** 20;

/** A thread works in memory that it keeps; what it allocates beside that, frames and pieces, does not live long. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/** Null if the calling thread does better alone, or the terms can only be read there. `bytes` are those of the case's parts. */
export function analyzedCrewOf(reader: CaseReader, threads: number, bytes: number): (() => AnalyzedCrew) | null {
  // Threads run compiled files only.
  if (threads < 2 || bytes < CREW_BYTES_MIN || import.meta.url.endsWith('.ts')) return null;
  if ((reader.analyzed?.inThreads ?? null) === null) return null;
  const script = new URL('./analyzed-worker.js', import.meta.url);
  const open = (): CrewThread => new Worker(script, { resourceLimits }) as unknown as CrewThread;
  return () => new AnalyzedCrew({ threads, open, source: reader.path });
}

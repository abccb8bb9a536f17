/** How the threads that help with the terms of a case are started. */
import { Worker } from 'node:worker_threads';
import type { CrewThread } from '../inversion/indexing-crew.ts';

/** Opens a thread. */
export type OpenThread = () => CrewThread;

/** Null if the calling thread does better alone. */
export function analyzedThreads(threads: number): OpenThread | null {
  // Threads run compiled files only.
  if (threads < 2 || import.meta.url.endsWith('.ts')) return null;
  return () => new Worker(new URL('./analyzed-worker.js', import.meta.url)) as unknown as CrewThread;
}

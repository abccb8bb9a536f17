/**
 * Entry point of a worker thread that analyzed-threads.ts starts: connects analyzed-thread.ts to its parent. It loads only the
 * formats whose terms threads can read, because every thread compiles the code that it loads.
 */
import { parentPort } from 'node:worker_threads';
import { ipedFormat } from '../../cases/iped/iped-format.ts';
import { openCaseAs } from '../../cases/open-case-as.ts';
import { AnalyzedThread, type OpenedTerms } from '../../engine/analyzed/analyzed-thread.ts';
import type { ThreadPort } from '../../engine/inversion/thread-pool.ts';
import type { ThreadSource } from './analyzed-threads.ts';

/** Opens a case in a thread. The thread that reads items compares its checksums. */
async function openTermsOf(source: unknown): Promise<OpenedTerms> {
  const { path, from, count } = source as ThreadSource;
  const reader = await openCaseAs(path, [ipedFormat], { isVerifiedElsewhere: true });
  reader.limitTo!(reader.parts.slice(from, from + count));
  const { analyzed } = reader;
  return { segments: analyzed!.segments, ...analyzed!.inThreads! };
}

new AnalyzedThread(parentPort as unknown as ThreadPort, openTermsOf);

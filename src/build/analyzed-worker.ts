/** Entry point of a worker thread that analyzed-threads.ts starts: connects analyzed-thread.ts to its parent. */
import { parentPort } from 'node:worker_threads';
import { AnalyzedThread } from '../engine/analyzed/analyzed-thread.ts';
import type { ThreadPort } from '../engine/inversion/thread-crew.ts';
import { openTermsOf } from './analyzed-threads.ts';

new AnalyzedThread(parentPort as unknown as ThreadPort, openTermsOf);

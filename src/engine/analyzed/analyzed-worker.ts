/** Entry point of a worker thread that crew-threads.ts starts: connects analyzed-thread.ts to its parent. */
import { parentPort } from 'node:worker_threads';
import type { ThreadPort } from '../inversion/indexing-thread.ts';
import { AnalyzedThread } from './analyzed-thread.ts';

new AnalyzedThread(parentPort as unknown as ThreadPort);

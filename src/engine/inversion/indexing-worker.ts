/** Entry point of a worker thread that indexing-crew.ts starts: connects indexing-thread.ts to its parent. */
import { parentPort } from 'node:worker_threads';
import { IndexingThread } from './indexing-thread.ts';
import type { ThreadPort } from './thread-crew.ts';

new IndexingThread(parentPort as unknown as ThreadPort);

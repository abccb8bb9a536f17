/** Entry point of a worker thread of indexing-thread-pool.ts. Connects indexing-thread.ts to its parent, and finds pairs. */
import { parentPort } from 'node:worker_threads';
import { IndexingThread } from './inversion/indexing-thread.ts';
import type { ThreadPort } from './inversion/thread-pool.ts';
import { doPairTask } from './pairs/pair-task.ts';

new IndexingThread(parentPort as unknown as ThreadPort, doPairTask);

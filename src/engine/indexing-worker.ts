/** Entry point of a worker thread that indexing-crew.ts starts: connects indexing-thread.ts to its parent, and lets it find pairs, too. */
import { parentPort } from 'node:worker_threads';
import { IndexingThread } from './inversion/indexing-thread.ts';
import type { ThreadPort } from './inversion/thread-crew.ts';
import { doPairTask } from './pairs/pair-task.ts';

new IndexingThread(parentPort as unknown as ThreadPort, doPairTask);

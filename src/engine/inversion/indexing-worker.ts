import { parentPort } from 'node:worker_threads';
import { IndexingThread, type ThreadPort } from './indexing-thread.ts';

/** The other side of `indexing-crew.ts`, where it is a thread. */
new IndexingThread(parentPort as unknown as ThreadPort);

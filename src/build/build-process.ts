/**
 * Entry point of the worker thread that build-in-worker.ts starts: runs one build. A message from the parent cancels
 * it.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../shared/errors.ts';
import type { WorkerMessage, WorkerOrder } from './build-in-worker.ts';
import { buildIndex } from './build-index.ts';

const port = parentPort!;

// Requests go before builds. On Linux a priority is a thread's own, and those that it starts inherit it.
const NICE = 10;
if (process.platform === 'linux') setPriority(NICE);

const cancel = new AbortController();
port.on('message', () => cancel.abort());

const send = (message: WorkerMessage): void => port.postMessage(message);
try {
  const report = await buildIndex({
    ...(workerData as WorkerOrder),
    signal: cancel.signal,
    onProgress: (progress) => send({ kind: 'progress', progress }),
  });
  send({ kind: 'report', report });
} catch (error) {
  if (error instanceof AppError) send({ kind: 'refused', code: error.code, message: error.message });
  else send({ kind: 'fault', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
port.close();

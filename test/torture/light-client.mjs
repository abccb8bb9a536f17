/**
 * A thread of its own in which four clients ask the same again and again, so that what is measured is the server and not
 * whoever torments it. Every answer is looked at. Answers `{p99Ms, count, failures}`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Client, Times } from './clients.mjs';

/** Asks for `path` for some seconds, and expects `answer`. */
export function measureLight({ url, path, answer, seconds }) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { url, path, answer, seconds } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function run({ url, path, answer, seconds }) {
  const times = new Times();
  const failures = [];
  const end = performance.now() + seconds * 1000;
  const clients = Array.from({ length: 4 }, async () => {
    const client = new Client(url);
    while (performance.now() < end && failures.length === 0) {
      try {
        const { status, bytes, ms } = await client.get(path);
        times.add(ms);
        if (status !== 200 || bytes.toString() !== answer) failures.push(`${status} ${bytes.toString().slice(0, 200)}`);
      } catch (error) {
        failures.push(error.message);
      }
      await sleep(5);
    }
    client.close();
  });
  await Promise.all(clients);
  return { p99Ms: times.quantile(0.99), count: times.count, failures };
}

if (!isMainThread && workerData?.path !== undefined) parentPort.postMessage(await run(workerData));

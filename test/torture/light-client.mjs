/**
 * A separate thread in which four clients repeat one request. This measures the server, independently of the code that attacks
 * it. Every answer is checked. Answers `{p99Ms, count, failures}`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Client, Times } from './clients.mjs';

/** Requests `path` for some seconds, and expects `answer`. */
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

/**
 * Polls `/health` of a server in a separate thread, and for comparison an idle server, whose response time is the noise of the
 * machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Client, Times } from './clients.mjs';

/** Rare enough to add little to the processor time that a test measures. */
const EVERY_MS = 25;
/** Limit of `/health` at the 99th percentile, on an otherwise idle machine. On a busy one the idle server is slow, too. */
const HEALTH_MS_MAX = 50;
const NOISE_TIMES = 8;

export class HealthWatch {
  #control;
  #thread;

  constructor(control, thread) {
    this.#control = control;
    this.#thread = thread;
  }

  static async start(url) {
    const control = fork(new URL('control-server.mjs', import.meta.url));
    const [controlUrl] = await once(control, 'message');
    const thread = new Worker(fileURLToPath(import.meta.url), { workerData: { watched: url, controlUrl } });
    return new HealthWatch(control, thread);
  }

  /** 99th percentiles in milliseconds so far: of `/health`, of the idle server, and whether the first is within its limit. */
  async figures() {
    this.#thread.postMessage('figures');
    const [{ ms, controlMs, count }] = await once(this.#thread, 'message');
    return { ms, controlMs, count, isFine: count > 0 && ms <= HEALTH_MS_MAX + NOISE_TIMES * controlMs };
  }

  async stop() {
    await this.#thread.terminate();
    this.#control.disconnect();
  }
}

async function watch({ watched, controlUrl }) {
  const [times, controlTimes] = [new Times(), new Times()];
  parentPort.on('message', () => {
    parentPort.postMessage({ ms: times.quantile(0.99), controlMs: controlTimes.quantile(0.99), count: times.count });
  });
  const [health, control] = [new Client(watched), new Client(controlUrl)];
  for (;;) {
    try {
      times.add((await health.get('/health')).ms);
    } catch {
      // The server has ended, which is detected elsewhere.
      return;
    }
    controlTimes.add((await control.get('/')).ms);
    await sleep(EVERY_MS);
  }
}

if (!isMainThread && workerData?.watched !== undefined) await watch(workerData);

/**
 * A jest runner whose test files share a process and its modules (test-file.mjs), with as many processes as jest has workers. A
 * few files that failed next to others run once more, alone, and this is reported; see second-runs.mjs.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'jest-worker';
import { SecondRuns } from './second-runs.mjs';

const testFile = new URL('test-file.mjs', import.meta.url);

export default class NativeRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure, { serial }) {
    const globalConfig = this.#globalConfig;
    const waiting = [...tests];
    const seconds = new SecondRuns();
    const work = async (process) => {
      for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
        if (watcher.isInterrupted()) break;
        await onStart(test);
        try {
          const { path } = test;
          const { config } = test.context;
          const result = await process.run({ path, config, globalConfig });
          if (serial || !seconds.take(test, result)) await onResult(test, result);
        } catch (error) {
          await onFailure(test, error);
        }
      }
      await process.end();
    };
    if (serial) return work(await inThisProcess());
    const processes = Array.from({ length: globalConfig.maxWorkers }, () => new TestProcess(globalConfig));
    await Promise.all(processes.map(work));
    for (const { test, result } of seconds.taken) {
      const { path } = test;
      const alone = new TestProcess(globalConfig);
      const second = await alone.run({ path, config: test.context.config, globalConfig });
      await alone.end();
      await onResult(test, seconds.told(result, second));
    }
  }
}

/**
 * One process at a time. It is replaced between two files if it has grown too large. Jest's own pool might replace it within
 * one.
 */
class TestProcess {
  #globalConfig;
  #worker = null;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async run(order) {
    this.#worker ??= this.#begin();
    const { result, heapBytes } = await this.#worker.runTestFile(order);
    if (heapBytes > (this.#globalConfig.workerIdleMemoryLimit ?? Number.POSITIVE_INFINITY)) await this.end();
    return result;
  }

  #begin() {
    const { workerGracefulExitTimeout } = this.#globalConfig;
    const worker = new Worker(fileURLToPath(testFile), {
      exposedMethods: ['runTestFile'],
      forkOptions: { stdio: 'pipe' },
      numWorkers: 1,
      // A file that ends its process has failed.
      maxRetries: 0,
      workerGracefulExitTimeout,
    });
    worker.getStdout().pipe(process.stderr);
    worker.getStderr().pipe(process.stderr);
    return worker;
  }

  async end() {
    const worker = this.#worker;
    this.#worker = null;
    const { forceExited } = (await worker?.end()) ?? {};
    if (forceExited)
      process.stderr.write('A process that ran tests did not end by itself: a test left something open.\n');
  }
}

async function inThisProcess() {
  const { runTestFile } = await import(testFile.href);
  return { run: async (order) => (await runTestFile(order)).result, end: () => {} };
}

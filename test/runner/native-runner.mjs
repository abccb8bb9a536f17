/** A jest runner whose test files share a process and its modules (test-file.mjs): as many processes as jest has workers. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'jest-worker';

const testFile = new URL('test-file.mjs', import.meta.url);

export default class NativeRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure, { serial }) {
    const { runTestFile, end } = serial ? await inThisProcess() : this.#inWorkers(tests.length);
    const one = async (test) => {
      if (watcher.isInterrupted()) return;
      await onStart(test);
      try {
        const { path } = test;
        const { config } = test.context;
        await onResult(test, await runTestFile({ path, config, globalConfig: this.#globalConfig }));
      } catch (error) {
        await onFailure(test, error);
      }
    };
    const waiting = [...tests];
    const work = async () => {
      for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) await one(test);
    };
    await Promise.all(Array.from({ length: serial ? 1 : this.#globalConfig.maxWorkers }, work));
    await end();
  }

  #inWorkers(files) {
    const { maxWorkers, workerIdleMemoryLimit, workerGracefulExitTimeout } = this.#globalConfig;
    const worker = new Worker(fileURLToPath(testFile), {
      exposedMethods: ['runTestFile'],
      forkOptions: { stdio: 'pipe' },
      numWorkers: Math.min(maxWorkers, files),
      maxRetries: 0,
      workerGracefulExitTimeout,
      ...(typeof workerIdleMemoryLimit === 'number' ? { idleMemoryLimit: workerIdleMemoryLimit } : {}),
    });
    worker.getStdout().pipe(process.stderr);
    worker.getStderr().pipe(process.stderr);
    const end = async () => {
      const { forceExited } = await worker.end();
      if (forceExited)
        process.stderr.write('A process that ran tests did not end by itself: a test left something open.\n');
    };
    return { runTestFile: (order) => worker.runTestFile(order), end };
  }
}

async function inThisProcess() {
  const { runTestFile } = await import(testFile.href);
  return { runTestFile, end: () => {} };
}

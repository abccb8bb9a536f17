/**
 * Measures how fast this machine is while something runs, for tests with limits of processor time. A slow or busy machine is not a
 * fault of the program: work that shares caches and cores with other programs takes more processor time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Processor time of the control's work on a machine for which limits hold, in milliseconds. */
const WORK_MS = 0.8;

export class PaceControl {
  readonly #child: ChildProcess;
  #measured: number[] = [];

  static async start(): Promise<PaceControl> {
    const child = fork(fileURLToPath(new URL('pace-worker.mjs', import.meta.url)));
    const control = new PaceControl(child);
    await once(child, 'message');
    return control;
  }

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (ms) => this.#measured.push(Number(ms)));
  }

  /** Returns the result of the work, and the factor by which the control was slower than it may be meanwhile, at least 1. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly pace: number }> {
    this.#measured = [];
    const result = await work();
    if (this.#measured.length === 0) await once(this.#child, 'message');
    const sorted = this.#measured.sort((a, b) => a - b);
    return { result, pace: Math.max(1, sorted[sorted.length >> 1]! / WORK_MS) };
  }

  stop(): void {
    this.#child.disconnect();
  }
}

/**
 * A jest reporter that shows the expected time of a run at the start, and its progress: as a changing line on a terminal, as
 * occasional lines elsewhere. Failures are shown when they happen. A run of several folders ends with the share of each, so
 * that the time of `make check`, which runs the tests of `unit`, is visible in every complete run.
 */
import { pathInCheckout, readTimes } from './recorded-times.mjs';

const plainEveryMs = 10_000;
const terminalEveryMs = 250;
const barWidth = 24;

export default class Progress {
  #out = process.stderr;
  #isTerminal = process.stderr.isTTY === true && !process.env.CI;
  #running = new Set();
  #started = 0;
  #expectedMs = 0;
  #results = null;
  #timer = null;
  #workers;
  /** Milliseconds of all workers, by folder of test/. */
  #times = new Map();

  constructor({ maxWorkers }) {
    this.#workers = maxWorkers;
  }

  onRunStart(results, { estimatedTime }) {
    this.#started = performance.now();
    this.#expectedMs = estimatedTime * 1000;
    this.#results = results;
    const tests = Object.values(readTimes()).reduce((sum, { tests }) => sum + tests, 0);
    const files = results.numTotalTestSuites;
    const whole = Object.keys(readTimes()).length <= files ? `, about ${tests} tests` : '';
    this.#write(`${files} test files${whole}: about ${duration(this.#expectedMs)} by the last recorded run\n`);
    this.#timer = setInterval(() => this.#tell(), this.#isTerminal ? terminalEveryMs : plainEveryMs);
  }

  onTestFileStart({ path }) {
    this.#running.add(path);
  }

  onTestFileResult({ path }, result, results) {
    this.#running.delete(path);
    this.#results = results;
    const folder = pathInCheckout(path).split('/')[1];
    const { start, end } = result.perfStats;
    this.#times.set(folder, (this.#times.get(folder) ?? 0) + end - start);
    if (result.numFailingTests > 0 || result.testExecError) {
      this.#write(`FAIL ${pathInCheckout(path)}\n${result.failureMessage ?? ''}\n`);
    }
  }

  onRunComplete() {
    clearInterval(this.#timer);
    this.#running.clear();
    this.#tell();
    if (this.#isTerminal) this.#out.write('\n');
    if (this.#times.size > 1) this.#out.write(`  by folder: ${this.#shares()}\n`);
  }

  /** Returns the times of folders, as if each of them had all workers to itself. */
  #shares() {
    const times = [...this.#times].sort(([, a], [, b]) => b - a);
    return times.map(([folder, ms]) => `${folder} ${duration(ms / this.#workers)}`).join(', ');
  }

  /** Prints text that stays. On a terminal it replaces the changing line, which appears again below it. */
  #write(text) {
    this.#out.write(this.#isTerminal ? `\r\u001b[K${text}` : text);
  }

  #tell() {
    const line = this.#line();
    if (!this.#isTerminal) this.#out.write(`${line}\n`);
    else this.#out.write(`\r\u001b[K${line.slice(0, (this.#out.columns ?? 80) - 1)}`);
  }

  #line() {
    const { numTotalTestSuites: total, numPassedTestSuites, numFailedTestSuites } = this.#results;
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTestSuites } = this.#results;
    const done = numPassedTestSuites + numFailedTestSuites + numPendingTestSuites;
    const gone = performance.now() - this.#started;
    const bar = this.#isTerminal ? `[${'#'.repeat((barWidth * done) / total).padEnd(barWidth)}] ` : '  ';
    const failures = numFailedTests + numRuntimeErrorTestSuites;
    const failed = failures > 0 ? `, ${failures} failed` : '';
    const time = done < total ? `${duration(gone)} of about ${duration(this.#expectedMs)}` : duration(gone);
    const now = [...this.#running].map((path) => pathInCheckout(path).replace(/^test\/|\.test\.ts$/g, '')).join(', ');
    const running = now === '' ? '' : ` · now ${now}`;
    return `${bar}${done} of ${total} files · ${numPassedTests} tests passed${failed} · ${time}${running}`;
  }
}

function duration(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Decides which test files of `make test` run a second time, alone, after a failure. Servers, browsers and processes under test
 * share two processors, and tests that wait for a time have failed on a busy machine. A second run distinguishes these from
 * faults:
 *
 * - At most three files run again, because more failures are hardly an accident.
 * - A file with a random seed does not run again, because its failure may not recur.
 * - A second run is never silent: the first failure is printed with the result of the second run.
 */
import { readFileSync } from 'node:fs';
import { pathInCheckout } from './recorded-times.mjs';

const FILES_MAX = 3;
const FOLDERS = ['test/browser/', 'test/cli/', 'test/http/', 'test/slow/', 'test/unit/cluster/', 'test/unit/http/'];

export class SecondRuns {
  /** Files that run again, with their first result. */
  taken = [];

  /** Whether the file runs again. If so, its result is that of the second run. */
  take(test, result) {
    const hasFailed = result.numFailingTests > 0 || result.testExecError;
    if (process.env.SECOND_RUNS !== '1' || !hasFailed || this.taken.length === FILES_MAX || !mayRunAgain(test.path))
      return false;
    this.taken.push({ test, result });
    return true;
  }

  /** Returns the second result, after both are printed. */
  told({ failureMessage, testFilePath }, second) {
    const passed = second.numFailingTests === 0 && !second.testExecError;
    process.stderr.write(
      `\n${pathInCheckout(testFilePath)} failed beside other tests, ran again alone, and ${passed ? 'passed' : 'failed'}. ` +
        `The first failure:\n${failureMessage}\n`,
    );
    return second;
  }
}

function mayRunAgain(path) {
  const isListed = FOLDERS.some((folder) => pathInCheckout(path).startsWith(folder));
  return isListed && !/\bSEED\b|Math\.random/.test(readFileSync(path, 'utf8'));
}

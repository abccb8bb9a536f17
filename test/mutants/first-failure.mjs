/**
 * The environment of tests that run on a mutant: at the first failure it writes which test that was, and why, into the file
 * MUTANT_REPORT and ends the process, since what else fails does not matter.
 */
import { writeFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';

export default class FirstFailure extends TestEnvironment {
  handleTestEvent(event) {
    if (event.name !== 'test_done' || event.test.errors.length === 0) return;
    const names = [];
    for (let one = event.test; one.parent !== undefined; one = one.parent) names.unshift(one.name);
    const [error] = event.test.errors.flat();
    const why = String(error?.message ?? error).split('\n', 1)[0];
    writeFileSync(process.env.MUTANT_REPORT, `${names.join(' › ')}: ${why.slice(0, 200)}`);
    process.kill(process.pid, 'SIGKILL');
  }
}

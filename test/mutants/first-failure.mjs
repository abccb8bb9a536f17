/**
 * Loaded before tests that run on a mutant: at the first failure it writes which test that was, and why, into the file
 * MUTANT_REPORT and ends the process, since what else fails does not matter.
 */
import { writeFileSync } from 'node:fs';
import { addEventHandler } from 'jest-circus';

addEventHandler(({ name, test }) => {
  if (name !== 'test_done' || test.errors.length === 0) return;
  const names = [];
  for (let one = test; one.parent !== undefined; one = one.parent) names.unshift(one.name);
  const [error] = test.errors.flat();
  const why = String(error?.message ?? error).split('\n', 1)[0];
  writeFileSync(process.env.MUTANT_REPORT, `${names.join(' › ')}: ${why.slice(0, 200)}`);
  process.kill(process.pid, 'SIGKILL');
});

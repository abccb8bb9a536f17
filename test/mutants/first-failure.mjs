/**
 * Loaded before tests that run on a mutant. At the first failure it writes which test failed, and why, into the file
 * MUTANT_REPORT. Then it ends the process, because further failures do not matter.
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

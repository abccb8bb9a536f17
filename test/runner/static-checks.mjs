/**
 * Runs lint, types and arrows concurrently. Prints the output of failed checks, and the seconds that each took. Ends with the
 * number of failed checks. With `changed`, lints only files that differ from main, and the working tree.
 */
import { spawn, spawnSync } from 'node:child_process';

const isOfChanged =
  process.argv[2] === 'changed' && spawnSync('git', ['rev-parse', '-q', '--verify', 'main']).status === 0;
const STEPS = [isOfChanged ? 'lint:changed' : 'lint', 'types', 'arrows'];

function run(step) {
  const begun = performance.now();
  return new Promise((done) => {
    const child = spawn('npm', ['run', '--silent', step]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
    child.on('error', (fault) => (output += fault.message));
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - begun) / 1000);
      const isFailed = code !== 0;
      process.stderr.write(isFailed ? `${output}== ${step} failed, ${seconds} s\n` : `== ${step}, ${seconds} s\n`);
      done(isFailed);
    });
  });
}

const failed = await Promise.all(STEPS.map(run));
process.exitCode = failed.filter(Boolean).length;

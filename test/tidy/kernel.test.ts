/** The compiled code of the kernel in the repository matches its sources, which have the thresholds of production. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { format, tuning } from '../../src/shared/thresholds.ts';

const BUILD = 'src/kernel/build-kernel.mjs';

test('the code of the kernel is what its source compiles to', () => {
  execFileSync('node', [BUILD, '--check'], { stdio: 'pipe' });
});

test('the constants of the kernel are those of production', () => {
  const script = `import { constantsOf } from './${BUILD}'; process.stdout.write(constantsOf(JSON.parse(process.argv[1])));`;
  const lines = execFileSync('node', ['--input-type=module', '-e', script, JSON.stringify({ format, tuning })], {
    encoding: 'utf8',
  });
  expect(readFileSync('src/query/resident/assembly/constants.ts', 'utf8')).toMatch(new RegExp(`\\*/\n${lines}$`));
});

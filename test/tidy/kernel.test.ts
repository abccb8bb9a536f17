/** The compiled code of the kernel in the repository matches its sources, which have the thresholds of production. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
// @ts-expect-error plain JavaScript, run by node
import { modulesOf } from '../../src/kernel/build-kernel.mjs';
import { format, tuning } from '../../src/shared/thresholds.ts';

const BUILD = 'src/kernel/build-kernel.mjs';

test('the code of the kernel equals its compiled source', () => {
  execFileSync('node', [BUILD, '--check'], { stdio: 'pipe' });
});

test('the constants of the kernel are those of production', () => {
  const script = `import { constantsOf } from './${BUILD}'; process.stdout.write(constantsOf(JSON.parse(process.argv[1])));`;
  const lines = execFileSync('node', ['--input-type=module', '-e', script, JSON.stringify({ format, tuning })], {
    encoding: 'utf8',
  });
  expect(readFileSync('src/query/resident/assembly/constants.ts', 'utf8')).toMatch(new RegExp(`\\*/\n${lines}$`));
});

test('each source is assigned to the modules that import it', () => {
  const targets = (file: string): string[] => modulesOf(file).map(({ target }: { target: string }) => target);
  expect(targets('src/engine/store/records/assembly/records.ts')).toEqual(['records-code.ts']);
  expect(targets('src/kernel/assembly/text-order.ts').length).toBeGreaterThan(1);
  expect(() => targets('src/shared/thresholds.ts')).toThrow('no module of the kernel imports src/shared/thresholds.ts');
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/assembly\/.*\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) expect(targets(`src/${file}`)).not.toEqual([]);
});

/** A build in a separate process, with the options of its caller. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { childScript } from '../../support/child-script.ts';
import { temporaryDir } from '../../support/endings.ts';

const COMPILED = resolve('dist/src/indexing/build-in-process.js');

beforeAll(() => {
  if (!existsSync(COMPILED)) throw new Error('Build first: the child runs dist/.');
});

test('a program given on the command line runs once, and its build ends', async () => {
  const dataDir = temporaryDir();
  const order = JSON.stringify({ casePath: resolve('data-samples/usb-stick'), dataDir });
  const program = `
      import(${JSON.stringify(pathToFileURL(COMPILED).href)})
        .then(({ buildInProcess }) => buildInProcess(${order}))
        .then(({ items, generation }) => console.log(items > 0, generation));`;
  const printed = execFileSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    timeout: 30_000,
  });
  expect(printed).toBe('true 1\n');
  return Promise.resolve();
});

test('the process gets a setting for returning memory, unless its caller sets another', async () => {
  const directory = temporaryDir();
  const entry = childScript(directory, 'entry', 'serveCalls(async () => process.env.MALLOC_MMAP_THRESHOLD_);');
  const program = `
      import(${JSON.stringify(pathToFileURL(COMPILED).href)})
        .then(({ runBuild }) => runBuild({}, {}, new URL(${JSON.stringify(entry.href)})))
        .then(console.log);`;
  const printed = (env: NodeJS.ProcessEnv): string =>
    execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', env, timeout: 30_000 }).trim();
  const PATH = process.env['PATH'];
  expect(printed({ PATH })).toBe('4194304');
  expect(printed({ PATH, MALLOC_MMAP_THRESHOLD_: '65536' })).toBe('65536');
  return Promise.resolve();
});

test('a killed process is reported with the signal and the remedy', async () => {
  const directory = temporaryDir();
  const entry = childScript(directory, 'entry', 'serveCalls(() => process.kill(process.pid, "SIGKILL"));');
  const program = `
      import(${JSON.stringify(pathToFileURL(COMPILED).href)})
        .then(({ runBuild }) => runBuild({}, {}, new URL(${JSON.stringify(entry.href)})))
        .catch(({ code, message }) => console.log(code, message));`;
  const printed = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', timeout: 30_000 });
  expect(printed).toMatch(
    /^SOURCE_UNAVAILABLE the process that built the index was killed \(SIGKILL\): .* build again/,
  );
  return Promise.resolve();
});

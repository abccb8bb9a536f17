/** The meaning of the exits of the process that checks an index. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkIndex } from '../../../src/processes/index-check.ts';
import { childScript } from '../../support/child-script.ts';
import { temporaryDir } from '../../support/endings.ts';

const root = temporaryDir();

/** Checks with processes that end as requested, one after the other. Returns the result and the number of processes. */
async function checked(name: string, endings: readonly string[]): Promise<{ fault: string | null; runs: number }> {
  const runs = join(root, `${name}.runs`);
  writeFileSync(runs, '');
  const entry = childScript(
    root,
    name,
    `import { appendFileSync, readFileSync } from 'node:fs';
     serveCalls(async (call, directory) => {
       appendFileSync(${JSON.stringify(runs)}, directory + '\\n');
       const run = readFileSync(${JSON.stringify(runs)}, 'utf8').split('\\n').length - 2;
       const ending = ${JSON.stringify(endings)}[run];
       if (ending === 'throw') throw new RangeError('of a torn page');
       if (ending.startsWith('SIG')) process.kill(process.pid, ending);
       else if (ending.startsWith('exit')) process.exit(Number(ending.slice(4)));
       else return ending === '' ? null : ending;
       await new Promise((resolve) => setTimeout(resolve, 60_000));
     }, { encodeFault: endByFault });`,
  );
  const fault = await checkIndex('the-index', entry);
  const lines = readFileSync(runs, 'utf8').trimEnd().split('\n');
  expect(new Set(lines)).toEqual(new Set(['the-index']));
  return { fault: fault?.message ?? null, runs: lines.length };
}

test('a check that is killed from outside is repeated, and the later result counts', async () => {
  expect(await checked('once', ['SIGKILL', ''])).toEqual({ fault: null, runs: 2 });
  expect(await checked('twice', ['SIGKILL', 'SIGKILL', 'page 3 is torn'])).toEqual({
    fault: 'page 3 is torn',
    runs: 3,
  });
});

test('an index whose check is killed three times is taken out of service, and there is no fourth check', async () => {
  const { fault, runs } = await checked('always', ['SIGKILL', 'SIGKILL', 'SIGKILL', '']);
  expect([fault, runs]).toEqual([expect.stringContaining('(SIGKILL)'), 3]);
});

test('an index whose check ends silently with exit code 0 does not count as damaged', async () => {
  expect(await checked('silent', ['exit0', 'exit0', 'exit0', ''])).toEqual({ fault: null, runs: 3 });
  expect(await checked('silent-once', ['exit0', 'page 3 is torn'])).toEqual({ fault: 'page 3 is torn', runs: 2 });
  const { fault, runs } = await checked('failing', ['exit7', 'exit7', 'exit7', '']);
  expect([fault, runs]).toEqual([expect.stringContaining('(exit code 7)'), 3]);
  expect(await checked('throwing', ['throw', ''])).toEqual({ fault: null, runs: 2 });
});

test('a crash is blamed on the index at once', async () => {
  const { fault, runs } = await checked('crash', ['SIGSEGV', '']);
  expect([fault, runs]).toEqual([expect.stringContaining('(SIGSEGV)'), 1]);
});

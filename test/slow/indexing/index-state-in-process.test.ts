/** Inspecting indexes in processes: how many run at once, and the meaning of their exit codes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { CaseReader } from '../../../src/cases/case-reader.ts';
import { LOOKS_AT_ONCE, readIndexStateInProcess } from '../../../src/indexing/index-state-in-process.ts';
import { childScript } from '../../support/child-script.ts';
import { temporaryDir } from '../../support/endings.ts';

const root = temporaryDir();

const CASE = { realPath: '/case', format: { name: 'of a test', version: 1 } } as unknown as CaseReader;

const entry = (name: string, code: string): URL => childScript(root, name, code);

const look = (url: URL, signal?: AbortSignal): ReturnType<typeof readIndexStateInProcess> =>
  readIndexStateInProcess(root, CASE, '', signal, url);

it('inspects a few indexes at a time, and gets the results of all', async () => {
  const here = join(root, 'at-work');
  const url = entry(
    'crowd',
    `import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
     const here = ${JSON.stringify(here)};
     const met = here + '-met';
     serveCalls(async () => {
       mkdirSync(here + '/' + process.pid, { recursive: true });
       let crowd = readdirSync(here).length;
       // The first processes wait for another one, however long that takes on a busy machine.
       for (let looks = 0; crowd < 2 && looks < 10_000 && !existsSync(met); looks++) {
         await new Promise((resolve) => setTimeout(resolve, 5));
         crowd = readdirSync(here).length;
       }
       writeFileSync(met, '');
       await new Promise((resolve) => setTimeout(resolve, 50));
       crowd = Math.max(crowd, readdirSync(here).length);
       rmdirSync(here + '/' + process.pid);
       return { kind: 'missing', reason: String(crowd) };
     });`,
  );
  const states = await Promise.all(Array.from({ length: 5 * LOOKS_AT_ONCE }, () => look(url)));
  expect(states.map(({ kind }) => kind)).toEqual(states.map(() => 'missing'));
  const crowds = states.map((state) => Number('reason' in state ? state.reason : Number.NaN));
  expect(Math.max(...crowds)).toBeLessThanOrEqual(LOOKS_AT_ONCE);
  expect(Math.max(...crowds)).toBeGreaterThan(1);
  expect(readdirSync(here)).toEqual([]);
});

/** Processes that end as the test decides, one after the other. Returns how often one was started, and the result. */
async function ended(name: string, endings: readonly string[]): Promise<[runs: number, state: unknown]> {
  const runs = join(root, `${name}.runs`);
  writeFileSync(runs, '');
  const url = entry(
    name,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(runs)}, '.');
     const ending = ${JSON.stringify(endings)}[readFileSync(${JSON.stringify(runs)}, 'utf8').length - 1];
     if (ending.startsWith('SIG')) process.kill(process.pid, ending);
     else if (ending.startsWith('exit')) process.exit(Number(ending.slice(4)));
     else serveCalls(async () => ({ kind: ending }));`,
  );
  const state = await look(url);
  return [readFileSync(runs, 'utf8').length, state];
}

it('inspects again if the process was killed from outside', async () => {
  expect(await ended('killed-once', ['SIGKILL', 'current'])).toEqual([2, { kind: 'current' }]);
});

it('inspects again after a silent end, and calls no index corrupt for exit code 0', async () => {
  expect(await ended('silent-once', ['exit0', 'current'])).toEqual([2, { kind: 'current' }]);
  await expect(ended('silent', ['exit0', 'exit0', 'exit0', 'current'])).rejects.toMatchObject({
    code: 'SOURCE_UNAVAILABLE',
    message: expect.stringContaining('may be sound'),
  });
});

it('considers an index corrupt if it ends its process, or is never inspected to the end', async () => {
  const corrupt = (how: string) => ({
    kind: 'corrupt',
    reason: `the process that checked the index ended (${how})`,
  });
  expect(await ended('bus-error', ['SIGBUS', 'current'])).toEqual([1, corrupt('SIGBUS')]);
  expect(await ended('killed', ['SIGKILL', 'SIGKILL', 'SIGKILL', 'current'])).toEqual([3, corrupt('SIGKILL')]);
});

it('starts no process for an inspection that was cancelled before its turn', async () => {
  const runs = join(root, 'cancelled.runs');
  writeFileSync(runs, '');
  const url = entry(
    'cancelled',
    `import { appendFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(runs)}, '.');
     serveCalls(() => new Promise((resolve) => setTimeout(() => resolve({ kind: 'current' }), 100)));`,
  );
  const stop = new AbortController();
  const all = Promise.allSettled(Array.from({ length: 3 * LOOKS_AT_ONCE }, () => look(url, stop.signal)));
  stop.abort();
  const outcomes = await all;
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'looked'))).toEqual(
    outcomes.map((_, i) => (i < LOOKS_AT_ONCE ? 'looked' : 'CANCELLED')),
  );
  expect(readFileSync(runs, 'utf8')).toHaveLength(LOOKS_AT_ONCE);
});

/** Builds wait for each other, and one that is cancelled while it waits never begins. */
import { expect, it } from '@jest/globals';
import { type BuildOrder, runBuild } from '../../../src/indexing/build-in-process.ts';
import type { BuildReport } from '../../../src/indexing/build-report.ts';

const ORDER: BuildOrder = { casePath: '/case', dataDir: '/data' };
const ENTRY = new URL('file:///never/started.js');

it('runs one build at a time, and none that was cancelled before its turn', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const build = (name: string, signal?: AbortSignal): Promise<BuildReport> =>
    runBuild({ ...ORDER, ...(signal && { signal }) }, ORDER, ENTRY, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve({} as BuildReport)));
    });
  const stop = new AbortController();
  const first = build('first', stop.signal);
  const second = build('second', stop.signal);
  const third = build('third');
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['first']);
  stop.abort();
  ends.get('first')!();
  await first;
  await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['first', 'third']);
  ends.get('third')!();
  await third;
});

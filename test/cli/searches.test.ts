/** `searches`: saved, listed, run and deleted without a server. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { openBookmarkStore } from '../../src/bookmarks/open-bookmark-store.ts';
import { EMPTY_SEARCH } from '../support/empty-search.ts';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';
import { writeCase } from '../support/tiny-case.ts';

let dir: string;
let data: string[];
const sources = (): string[] => ['--sources', join(dir, 'sources.json'), ...data];
const searches = (...args: string[]) => runCli(['searches', ...args, ...data]);
const run = (name: string, ...more: string[]) => runCli(['searches', 'run', name, ...more, ...sources()]);

beforeAll(async () => {
  dir = temporaryDir();
  data = ['--data', join(dir, 'data')];
  for (const id of ['one', 'two']) {
    await writeCase(join(dir, id), [
      { id: 1, properties: { name: 'a', taken: '2021-05-01T23:30:00Z' }, text: 'heron otter' },
      { id: 2, properties: { name: 'b' }, text: 'heron' },
    ]);
    await runCli(['index', 'build', join(dir, id), ...data]);
  }
  const listed = ['one', 'two'].map((id) => ({ id, path: join(dir, id) }));
  await writeFile(join(dir, 'sources.json'), JSON.stringify(listed));
});

test('a search is saved with all its parts, listed, run, replaced and deleted', async () => {
  expect(await searches('list')).toMatchObject({ code: 3, stderr: expect.stringContaining('no bookmarks') });
  const parts = ['--filter', 'otter', '--source', 'two', '--sort', 'id', '--view', 'gallery'];
  const { code, stdout } = await searches('put', 'Birds', 'heron', ...parts, '--json');
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      name: 'Birds',
      owner: null,
      shared: true,
      ...EMPTY_SEARCH,
      q: 'heron',
      filter: ['otter'],
      sourceID: ['two'],
      sort: ['id'],
      view: 'gallery',
    },
  ]);
  expect(JSON.parse((await searches('list', '--json')).stdout)).toEqual({ searches: [JSON.parse(stdout)] });
  expect((await searches('list')).stdout).toBe('Birds\theron\totter\tsource:two\n');
  expect(await run('Birds', '--ids')).toMatchObject({ code: 0, stdout: 'two\t1\n' });
  expect(JSON.parse((await run('Birds', '--json')).stdout)).toEqual({ docs: [{ source: 'two', id: 1 }] });
  await searches('put', 'Outer', 'search:Birds OR name:b', '--default-operator', 'AND');
  expect((await run('Outer', '--count')).stdout).toBe('3\n');
  await searches('put', 'Both', 'heron otter', '--default-operator', 'AND');
  expect((await run('Both', '--count')).stdout).toBe('2\n');
  expect((await searches('put', 'Both', 'otter heron', '--literal')).stdout).toBe('Saved: Both\n');
  expect((await run('Both', '--count')).stdout).toBe('0\n');
  expect((await searches('delete', 'Both')).stdout).toBe('Deleted: Both\n');
  expect(await searches('delete', 'Both')).toMatchObject({ code: 3 });
  expect(await run('Both')).toMatchObject({ code: 3, stderr: expect.stringContaining('no saved search named "Both"') });
});

test.each([
  [['heron AND ('], /Odd" cannot be searched: .*position 11|syntax/],
  [['search:Odd'], /"Odd" names itself: "Odd" → "Odd"/],
  [['search:Absent'], /no shared search named "Absent"/],
  [['heron', '--sort', ''], /sort/],
  [['heron', '--time-zone', 'Mars'], /unknown/],
])('%j is refused', async (parts, message) => {
  expect(await searches('put', 'Odd', ...parts)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  expect((await searches('list')).stdout).not.toContain('Odd');
});

test('private searches are not shown, and a map area is not ignored', async () => {
  const store = await openBookmarkStore(join(dir, 'data', 'bookmarks'));
  const origin = { who: 'anna', remoteAddress: null, requestId: null };
  const anna = store.searchesOf({ name: 'anna', isAdministrator: false });
  await anna.put('Alone', { ...EMPTY_SEARCH, q: 'otter' }, false, origin);
  await anna.put('Placed', { ...EMPTY_SEARCH, q: 'otter', bbox: '1,1,2,2' }, true, origin);
  await store.close();
  expect((await searches('list')).stdout).not.toContain('Alone');
  expect(await run('Alone')).toMatchObject({ code: 3 });
  expect(await run('Placed')).toMatchObject({ code: 2, stderr: expect.stringContaining('has an area on the map') });
});

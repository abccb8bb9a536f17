/** `bookmarks import --iped` and `export --iped`, on files that IPED wrote. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { readIpedBookmarks } from '../../src/bookmarks/iped/iped-bookmarks.ts';
import { temporaryDir } from '../support/endings.ts';
import { runCli } from '../support/run-cli.ts';

const folder = temporaryDir();
const casePath = join(folder, 'laptop');
const data = join(folder, 'data');
const sources = join(folder, 'sources.json');

beforeAll(() => {
  mkdirSync(join(casePath, 'iped'), { recursive: true });
  copyFileSync('test/fixtures/iped/bookmarks-v41.iped', join(casePath, 'iped', 'bookmarks.iped'));
  writeFileSync(sources, JSON.stringify([{ id: 'L', path: './laptop' }]));
});

test('bookmarks of a case are imported for the source at its path, and exported to a file with the same contents', async () => {
  const imported = await runCli([
    'bookmarks',
    'import',
    '--iped',
    casePath,
    '--sources',
    sources,
    '--data',
    data,
    '--json',
  ]);
  // The case has no index here, which is reported.
  expect([imported.code, JSON.parse(imported.stdout)]).toEqual([
    5,
    expect.objectContaining({ source: 'L', selection: { added: 5, alreadyThere: 0, unknown: 0 } }),
  ]);
  const out = join(folder, 'out.iped');
  const exported = await runCli(['bookmarks', 'export', '--iped', out, '--source', 'L', '--data', data]);
  expect([exported.code, exported.stderr]).toEqual([5, expect.stringContaining('wrote 10 bookmarks')]);
  const shown = (file: string): unknown => {
    const { bookmarks, selected } = readIpedBookmarks(readFileSync(file));
    const sorted = [...bookmarks].sort((a, b) => (a.name < b.name ? -1 : 1));
    return { selected, bookmarks: sorted.map(({ number: _, ...bookmark }) => bookmark) };
  };
  expect(shown(out)).toEqual(shown(join(casePath, 'iped', 'bookmarks.iped')));
  expect(readdirSync(join(casePath, 'iped'))).toEqual(['bookmarks.iped']);
  const again = await runCli(['bookmarks', 'export', '--iped', out, '--source', 'L', '--data', data]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists')]);
});

test('a source without bookmarked items, such as a misspelled one, is reported', async () => {
  const args = ['bookmarks', 'export', '--iped', join(folder, 'none.iped'), '--source', 'laptpo', '--data', data];
  const { code, stderr } = await runCli(args);
  expect([code, stderr]).toEqual([5, expect.stringContaining('no item of source laptpo is in a bookmark or selected')]);
});

test.each([
  [['import'], 2, 'Give either a file or --iped CASE'],
  [['import', '--iped', join(folder, 'nowhere')], 3, 'There are no bookmarks of IPED'],
  [['import', '--iped', sources], 2, 'is not a Java serialization stream'],
  [['export', '--iped', join(casePath, 'iped', 'new.iped'), '--source', 'L'], 2, 'nothing may be written into a case'],
  [['export', '--iped', join(folder, 'x.iped')], 2, '--source ID'],
  [['export', '--iped', join(folder, 'x.iped'), '--source', 'L', '--case', join(folder, 'none')], 3, 'no case at'],
  [['import', '--iped', casePath, '--source', 'X', '--sources', sources], 3, 'There is no source X'],
])('bookmarks %j', async (args, code, message) => {
  const run = await runCli(['bookmarks', ...args, '--data', data]);
  expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(message)]);
});

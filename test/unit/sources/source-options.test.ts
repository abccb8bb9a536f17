/** Options of a source in a sources file reach the case. A path near the data directory reaches no format. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CaseFormat } from '../../../src/cases/case-format.ts';
import { openSource } from '../../../src/sources/open-source.ts';
import type { OpenSource } from '../../../src/sources/source.ts';
import { SourceRegistry } from '../../../src/sources/source-registry.ts';
import { loadSourcesFile } from '../../../src/sources/sources-file.ts';
import { temporaryDir } from '../../support/endings.ts';

test('a mapping in the sources file defines the columns of a load file, and another one rebuilds the index', async () => {
  const dir = temporaryDir();
  await writeFile(join(dir, 'x.csv'), 'DT,note\n03/04/2021,heron\n');
  const recordOf = async (mapping: unknown): Promise<unknown> => {
    await writeFile(join(dir, 'sources.json'), JSON.stringify([{ id: 'table', path: 'x.csv', mapping }]));
    const rebuilt: string[] = [];
    const sources = new SourceRegistry({
      openSource: (path, _onProgress, signal, caseOptions) =>
        openSource(path, {
          dataDir: join(dir, 'data'),
          buildIfNeeded: true,
          signal,
          caseOptions,
          onRebuild: (reason) => rebuilt.push(reason),
        }),
    });
    await sources.load(await loadSourcesFile(join(dir, 'sources.json')));
    const { items, name } = sources.getReady('table');
    const [record] = await items.records([{ source: name, id: 1 }]);
    await sources.close();
    return [rebuilt.length, Object.fromEntries(record!.properties)];
  };
  const monthFirst = { columns: { DT: { property: 'modified', dates: 'month first' } } };
  const dayFirst = { columns: { DT: { property: 'modified', dates: 'day first' } } };
  expect(await recordOf(monthFirst)).toEqual([0, { modified: ['2021-03-04'], note: ['heron'] }]);
  expect(await recordOf(monthFirst)).toEqual([0, { modified: ['2021-03-04'], note: ['heron'] }]);
  expect(await recordOf(dayFirst)).toEqual([1, { modified: ['2021-04-03'], note: ['heron'] }]);
});

test('no file is searched for in a folder that contains the data directory', async () => {
  const dir = temporaryDir();
  const asked: string[] = [];
  const format: CaseFormat = {
    name: 'any',
    version: 1,
    detect: async ({ realPath }) => {
      asked.push(realPath);
      return 'nothing fits';
    },
    open: () => Promise.reject(new Error('not asked')),
  };
  const open = (path: string) =>
    openSource(path, { dataDir: join(dir, 'made', 'later'), formats: [format], buildIfNeeded: true });
  for (const path of ['/', dir]) await expect(open(path)).rejects.toMatchObject({ code: 'DATA_DIR_INSIDE' });
  expect(asked).toEqual([]);
  await expect(open('/etc')).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
  expect(asked).toEqual(['/etc']);
});

test('a source that was taken out of service stays open until the end, and is closed then', async () => {
  let closed = 0;
  const opened = { name: 'x', close: async () => void closed++ } as unknown as OpenSource;
  const sources = new SourceRegistry({ openSource: async () => opened });
  await sources.load([{ id: 'x', path: '/x' }]);
  sources.takeOut('x', new Error('damaged'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed).toBe(0);
  await sources.close();
  expect(closed).toBe(1);
});

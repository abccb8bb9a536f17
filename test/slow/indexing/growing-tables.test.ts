/** Folders of tables that get another table: rows are numbered as in a complete build, and types are those of all tables. */
import { rmSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildIndex } from '../../../src/indexing/build-index.ts';
import { readReadingIn } from '../../../src/indexing/case-reading.ts';
import { verifyIndex } from '../../../src/indexing/verify-index.ts';
import { temporaryDir } from '../../support/endings.ts';
import { factsOfGeneration } from '../../support/index-facts.ts';

type Files = Readonly<Record<string, string>>;

async function write(casePath: string, files: Files): Promise<void> {
  rmSync(casePath, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(casePath, name)), { recursive: true });
    await writeFile(join(casePath, name), text);
    await utimes(join(casePath, name), 1000, 1000);
  }
}

const table = (rows: readonly string[], header = 'name,seen,count'): string => `${[header, ...rows].join('\n')}\n`;
const rows = (count: number, day: string): string[] =>
  Array.from({ length: count }, (_, i) => `heron ${day} ${i},${day}/0${1 + (i % 9)}/2024,${i}`);
/** Two tables, whose dates can only be read in one way. */
const BASE: Files = { '2024-01.csv': table(rows(60, '13')), '2024-02.csv': table(rows(40, '14')) };

/** The added files, and the reason why no part is made, or null if one is made. */
const CASES: readonly (readonly [string, Files, RegExp | null])[] = [
  ['a table a month', { '2024-03.csv': table(rows(5, '15')) }, null],
  ['two tables', { '2024-03.csv': table(rows(5, '15')), '2024-04.csv': table(rows(5, '16')) }, null],
  ['a table of other columns', { '2024-03.csv': table(['a,7'], 'title,pages') }, null],
  [
    'a volume with texts',
    { 'VOL3/data.csv': table(['a,TEXT/a.txt'], 'name,text path'), 'VOL3/TEXT/a.txt': 'heron' },
    null,
  ],
  ['a table before the others', { '2023-12.csv': table(rows(5, '15')) }, /has changed/],
  ['another type', { '2024-03.csv': table(['a,13/01/2024,many']) }, /"count" would have another type/],
  ['values that are no dates', { '2024-03.csv': table(['a,never,1', 'b,unknown,2']) }, null],
  [
    'a file that is not read',
    { '2024-02.tsv': 'heron\tstork\n1\t2\n', '2024-03.csv': table(rows(5, '15')) },
    /read differently/,
  ],
  ['a table without rows', { '2024-03.csv': table([]) }, /no item/],
];

test.each(CASES)('%s', async (name, files, reason) => {
  const root = temporaryDir();
  const [casePath, dataDir] = [join(root, 'case'), join(root, 'data')];
  await write(casePath, BASE);
  await buildIndex({ casePath, dataDir });
  await write(casePath, { ...BASE, ...files });
  const report = await buildIndex({ casePath, dataDir, canGrow: true });
  const anew = await buildIndex({ casePath, dataDir: join(root, 'anew') });
  expect({ name, parts: report.parts, because: report.notAddedBecause ?? '' }).toEqual({
    name,
    parts: reason === null ? 2 : 1,
    because: reason === null ? '' : expect.stringMatching(reason),
  });
  expect(await factsOfGeneration(report.indexPath)).toEqual(await factsOfGeneration(anew.indexPath));
  expect(report.problems).toEqual(anew.problems);
  expect(await readReadingIn(report.indexPath)).toEqual(await readReadingIn(anew.indexPath));
  expect((await verifyIndex({ casePath, dataDir, isDeep: true })).findings).toEqual([]);
});

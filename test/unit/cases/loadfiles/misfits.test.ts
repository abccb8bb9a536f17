/** Values that do not fit the type of their property: `case check` counts by column what a build reports one by one. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CaseProblem } from '../../../../src/cases/case-problem.ts';
import { checkCase } from '../../../../src/cases/check-case.ts';
import { buildIndex } from '../../../../src/indexing/build-index.ts';
import { temporaryDir } from '../../../support/endings.ts';

interface Told {
  readonly checked: readonly CaseProblem[];
  readonly built: readonly CaseProblem[];
}

async function tell(table: string, mapping: unknown = {}): Promise<Told> {
  const dir = temporaryDir();
  const casePath = join(dir, 'x.csv');
  await writeFile(casePath, table);
  const caseOptions = { mapping };
  const { problems: checked } = await checkCase(casePath, undefined, { caseOptions });
  const { reportFile } = await buildIndex({ casePath, dataDir: join(dir, 'data'), caseOptions });
  const lines = (await readFile(reportFile!, 'utf8')).split('\n').filter((line) => line.includes('"reason"'));
  return { checked, built: lines.map((line) => JSON.parse(line) as CaseProblem) };
}

const JUDGED = /^a value of "(.*)" does not fit its type; it is searchable as text only$/;
const COUNTED = /^column "(.*)": (\d+) of its values are not (?:numbers|dates), the first is /;

test.each([
  ['sizes', 'Name,length\na,"12,5 QB"\nb,12\nc,"1,234 bytes"\nd,unknown\n', {}, ['length 2']],
  ['a further column of sizes', 'Name,length,size\na,1,"8 KB"\nb,2,-\nc,3,4\n', {}, ['size 1']],
  ['dates', 'Name,created\na,n/a\nb,2021-03-04\nc,13/13/2021\nd,00/00/0000\n', {}, ['created 2']],
  ['dates in a loose spelling', 'Name,created\na,2021-03-04T102030Z\nb,2021-03-04t10:20:30z\n', {}, []],
  [
    'dates that a mapping leaves as they are',
    'Name,created\na,4 Mar 2021\nb,2021-03-04\n',
    { columns: { created: { dates: 'none' } } },
    ['created 1'],
  ],
  ['a further column of dates', 'Name,modified,modificationDate\na,2021-03-04,soon\n', {}, ['modificationDate 1']],
  [
    'a column of dates of its own name',
    'Name,Seen (date)\na,2021-03-04\nb,2021-03-05\nc,never\n',
    {},
    ['Seen (date) 1'],
  ],
  ['lists', 'Name,length\na,1;x;y\n', { columns: { length: { separator: ';' } } }, ['length 2']],
  ['columns of any type', 'Name,id,parent_id,received,Deleted\na,x,,2021-03-04,perhaps\n', {}, []],
])('of %s', async (_what, table, mapping, expected) => {
  const { checked, built } = await tell(table, mapping);
  const counted = checked.map(({ reason }) => COUNTED.exec(reason)!.slice(1, 3).join(' '));
  expect(counted).toEqual(expected);
  expect(checked.every(({ kind }) => kind === 'type')).toBe(true);
  const judged = new Map<string, number>();
  for (const { reason } of built) {
    const field = JUDGED.exec(reason)?.[1];
    if (field !== undefined) judged.set(field, (judged.get(field) ?? 0) + 1);
  }
  expect([...judged].map(([field, count]) => `${field} ${count}`)).toEqual(expected);
});

test('the first one is reported with its line and value', async () => {
  const { checked } = await tell('Name,File Size\na,1\nb,"12,5 QB"\nc,-\n');
  expect(checked).toEqual([
    {
      file: 'x.csv',
      line: 3,
      id: 2,
      kind: 'type',
      reason: 'column "File Size": 2 of its values are not numbers, the first is "12,5 QB"; they are found as text',
    },
  ]);
});

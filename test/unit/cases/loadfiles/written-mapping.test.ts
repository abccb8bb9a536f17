/** The mapping that `case check --write-mapping` writes reads a table like the rules did, and may be changed. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CASE_FORMATS, openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { readAll } from '../../../support/read-case.ts';
import { runHere } from '../../../support/run-here.ts';

const TABLES: readonly (readonly [name: string, text: string])[] = [
  [
    'x.csv',
    'Name,File Size,Date Sent,Time Sent,Time Zone,To,Tags\na,717.398,03/14/2021,4:05 PM,EST,x;y,1|2\nb,135.73,03/15/2021,,,z,\n',
  ],
  [
    'x.csv',
    'Report\n\nName;Size (KB);Created - UTC+02:00 (M/d/yyyy)\na;1,5;3/4/2021 10:20\nb;2,25;n/a\nc;7;5/6/2021 1:00\n',
  ],
  ['x.csv', 'date,time,timezone,MACB,source,sourcetype,type,filename\n03/04/2021,10:20:30,EST,M,FILE,s,t,TSK:/a\n'],
  [
    'x.tsv',
    'EntryNumber\tParentEntryNumber\tFileName\tIsDirectory\tVisit Time\n5\t5\t.\tTrue\t13259326830000000\n40\t5\ta.txt\tFalse\t0\n',
  ],
  [
    'x.dat',
    'þDOCIDþ\x14þBEGATTACHþ\x14þExtracted Textþ\x14þFile Extþ\x14þNameþ\x14þNameþ\r\nþA1þ\x14þA1þ\x14þone®twoþ\x14þ.TXTþ\x14þnþ\x14þmþ\r\nþA2þ\x14þA1þ\x14þþ\x14þþ\x14þþ\x14þþ\r\n',
  ],
  ['x.csv', 'Box Number,Parent Number,Number,Physical Size\n1,7,a,12 KB\n2,8,b,3 MB\n'],
  [
    'x.xml',
    '<Root><Document DocID="A"><Tags><Tag TagName="#Size" TagValue="1,5 KB"/><Tag TagName="DateSent" TagValue="3/14/2021"/></Tags></Document></Root>',
  ],
  [
    'x.jsonl',
    '{"ID":"1","PARENT_ID":"","When":"03/14/2021","Size":"1,5 KB"}\n{"ID":"2","PARENT_ID":"1","When":"x","a":{"b":1}}\n',
  ],
  ['x.json', '[\n{"Name":"a","To":["x","y"]},\n{"Name":"b","When":"3/4/2021"}\n]\n'],
  ['x.dii', '@T A1\n@C DOCDATE 03/14/2021\n@BODY\ntext\n@BODY-END\n@D @I\\\nA1.tif\n@T A2\n@PARENTID A1\n@TO x;y\n'],
  ['x.opt', 'A1,V,.\\a.tif,Y,,,2\nA2,V,.\\b.tif,,,,\n'],
  ['x.lfp', 'IM,A-1,D,0,@VOL001;IMAGES\\00;A-1.TIF;2\n'],
];

test.each(TABLES)('%s, %j', async (name, text) => {
  const dir = temporaryDir();
  await mkdir(join(dir, 'case'));
  const path = join(dir, 'case', name);
  await writeFile(path, text);
  const file = join(dir, 'mapping.json');
  const { code } = await runHere(['case', 'check', path, '--write-mapping', file]);
  // The images of lists are missing.
  expect(code).toBe(/\.(?:dii|opt|lfp)$/.test(name) ? 5 : 0);
  const read = async (mapping?: unknown) => {
    const reader = await openCase(path, CASE_FORMATS, mapping === undefined ? {} : { mapping });
    return readAll(reader).finally(() => reader.close());
  };
  const plain = await read();
  const mapping = JSON.parse(readFileSync(file, 'utf8')) as { columns: Record<string, unknown> };
  expect((await read(mapping)).items).toEqual(plain.items);
  expect(Object.keys(mapping.columns).length).toBeGreaterThan(1);
});

test('an existing file stays, and a case without columns has no mapping', async () => {
  const dir = temporaryDir();
  const path = join(dir, 'x.csv');
  await writeFile(path, 'a,b\n1,2\n');
  const again = await runHere(['case', 'check', path, '--write-mapping', path]);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists; name another file')]);
  expect(readFileSync(path, 'utf8')).toBe('a,b\n1,2\n');
  const other = join(dir, 'other');
  await mkdir(other);
  await writeFile(join(other, 'case.json'), '{"format":"case-directory","version":1,"items":[]}');
  const none = await runHere(['case', 'check', other, '--write-mapping', join(dir, 'm.json')]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('takes no mapping')]);
  expect(existsSync(join(dir, 'm.json'))).toBe(false);
});

test('a chat of WhatsApp is read with the detected order of its dates', async () => {
  const dir = temporaryDir();
  const chat = (dates: readonly string[]): string => dates.map((date) => `[${date}, 10:21:00] Ada: text\n`).join('');
  const check = async (name: string): Promise<unknown> => {
    const file = join(dir, `${name}.json`);
    const { code, stderr } = await runHere(['case', 'check', join(dir, name), '--write-mapping', file]);
    return code === 2 ? stderr : JSON.parse(readFileSync(file, 'utf8'));
  };
  for (const [name, dates] of [
    ['day', ['25/12/21', '26/12/21']],
    ['month', ['12/25/21', '12/26/21']],
    ['both', ['03/04/21']],
  ] as const) {
    await mkdir(join(dir, name));
    await writeFile(join(dir, name, '_chat.txt'), chat(dates));
  }
  expect([await check('day'), await check('month'), await check('both')]).toEqual([
    { dates: 'day first' },
    { dates: 'month first' },
    {},
  ]);
  const mapping = JSON.parse(readFileSync(join(dir, 'month.json'), 'utf8'));
  const read = async (options: object) => {
    const reader = await openCase(join(dir, 'month'), CASE_FORMATS, options);
    const { items } = await readAll(reader);
    await reader.close();
    return items;
  };
  expect(await read({ mapping })).toEqual(await read({}));
  await writeFile(join(dir, 'day', 'WhatsApp Chat with Bo.txt'), chat(['12/25/21']));
  expect(await check('day').catch((error: Error) => error.message)).toContain(
    'a mapping cannot express how it was read',
  );
});

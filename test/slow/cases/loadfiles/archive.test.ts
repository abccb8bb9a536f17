/** A ZIP archive of tables is one case, like a folder of them. Nothing is extracted, and its cost is bounded. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { type ReadFiles, readFiles } from '../../../support/read-files.ts';
import { seeded } from '../../../support/seeded.ts';
import { writeCaseFile } from '../../../support/tiny-case.ts';
import { workbookFile } from '../../../support/workbook-file.ts';
import { zipFile } from '../../../support/zip-file.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const zipped = (files: Files, isStored = false): Buffer =>
  zipFile(
    Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content as string), isStored })),
  );

const readZip = (files: Files, mapping?: unknown): Promise<ReadFiles> =>
  readFiles({ 'tables.zip': zipped(files) }, 'tables.zip', mapping);

const withoutBytes = ({ items, problems, format }: ReadFiles): unknown => ({
  items,
  problems: problems.map(({ file, kind, reason }) => [file, kind, reason]),
  format,
});

const TRIAGE = {
  'EventLogs/events.csv': 'ID,PARENT_ID,Name\n1,,c\n2,1,d\n',
  'EventLogs/deep/more.tsv': 'Name\tWhen\ne\t2021-03-04\n',
  'FileSystem/mft.csv': 'ID,PARENT_ID,Name,Native File\n1,,a,files/A.BIN\n2,1,b,\n',
  'FileSystem/files/a.bin': 'the bytes',
  'results.jsonl': '{"Name":"x","a":{"b":1}}\n',
  'book.xlsx': workbookFile([
    { name: 'One', rows: [['Name'], ['w1']] },
    { name: 'Two', rows: [['Name'], ['w2']] },
  ]),
  'settings.json': '"no table"',
};

describe('an archive of tables', () => {
  test.each([
    ['several tables', TRIAGE],
    ['a volume', { 'DATA/v.dat': 'þNameþ\x14þNative Pathþ\nþaþ\x14þ.\\NATIVES\\a.txtþ\n', 'NATIVES/a.txt': 'native' }],
    ['one table', { 'x.csv': 'Name,Text Path\na,T.txt\n', 't.txt': 'a text' }],
    ['a table with its mapping', { 'x.csv': 'A,B\n1,2\n', 'loadfile.json': '{"columns":{"A":"title"}}' }],
    ['a list of images', { 'x.opt': 'A1,V,.\\a.tif,Y,,,2\nA2,V,.\\b.tif,,,,\n', 'a.tif': 'II' }],
  ])('with %s is read like the folder, and so is one with a folder around it', async (_what, files: Files) => {
    const inFolder = await readFiles(files);
    expect(inFolder.items.length).toBeGreaterThan(0);
    const archived = await readZip(files);
    expect(withoutBytes(archived)).toEqual(withoutBytes(inFolder));
    expect(archived.contents).toEqual(inFolder.contents);
    const around = Object.fromEntries(Object.entries(files).map(([name, text]) => [`VOL 1/${name}`, text]));
    expect(withoutBytes(await readZip(around))).toEqual(withoutBytes(inFolder));
    const stored = await readFiles({ 'tables.zip': zipped(files, true) }, 'tables.zip');
    expect(withoutBytes(stored)).toEqual(withoutBytes(inFolder));
  });

  test('is read as a mapping says, with names below the archive', async () => {
    const mapping = { tables: { 'EventLogs/events.csv': { columns: { Name: 'title' } } } };
    const found = await readZip(TRIAGE, mapping);
    expect(withoutBytes(found)).toEqual(withoutBytes(await readFiles(TRIAGE, '', mapping)));
    expect(found.items).toHaveLength(2);
  });

  test('has the fingerprint of the archive, and is reported when it is gone', async () => {
    const dir = temporaryDir();
    const path = join(dir, 't.zip');
    await writeCaseFile(dir, 't.zip', zipped({ 'x.csv': 'Name\na\n' }));
    const reader = await openCase(path);
    const before = await reader.fingerprint();
    expect(await reader.fingerprint()).toBe(before);
    await writeCaseFile(dir, 't.zip', zipped({ 'x.csv': 'Name\nabc\n' }));
    expect(await reader.fingerprint()).not.toBe(before);
    await rm(path);
    await expect(reader.fingerprint()).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
    await reader.close();
  });

  test('does not open nested archives, and reports them', async () => {
    const found = await readZip({ 'a.csv': 'Name\na\n', 'b.zip': zipped({ 'c.csv': 'Name\nc\n' }), 'd.7z': 'x' });
    expect(found.problems).toEqual([
      expect.objectContaining({ file: 'b.zip', kind: 'case', reason: expect.stringMatching(/inside.*as 1 more/) }),
    ]);
    expect(found.items).toHaveLength(1);
  });

  test('is read without a table that expands enormously', async () => {
    const bomb = Buffer.alloc(257 * 1024 * 1024, 'a,b\n');
    const found = await readZip({ 'a.csv': 'Name\na\n', 'bomb.csv': bomb });
    expect(found.problems).toEqual([
      expect.objectContaining({ file: 'bomb.csv', kind: 'limit', reason: expect.stringContaining('200 times') }),
    ]);
    expect(found.items).toHaveLength(1);
    await expect(readZip({ 'bomb.csv': bomb })).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
  });

  test.each([
    ['no archive', Buffer.from('PK nothing')],
    ['no table', zipped({ 'a.bin': 'x' })],
    ['nothing', zipped({})],
  ])('that has %s does not open', async (_what, bytes) => {
    await expect(readFiles({ 'x.zip': bytes }, 'x.zip')).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
  });

  test('leads to no file outside', async () => {
    const found = await readFiles(
      {
        'x.zip': zipped({ 'x.csv': 'Name,Native File\na,../secret.txt\nb,\\\\..\\\\secret.txt\nc,/etc/passwd\n' }),
        'secret.txt': 'secret',
      },
      'x.zip',
    ).catch((error: unknown) => error);
    expect(found).toMatchObject({ code: 'NOT_FOUND' });
  });
});

/** Larger than the part that is checked completely when it is opened. */
const ROWS = 120_000;

test('an archive with wrong bytes loses no row silently', async () => {
  const random = seeded(Number(process.env['SEED'] ?? 1));
  const runs = Number(process.env['RUNS'] ?? 1) * 40;
  const table = `ID,Note\n${Array.from({ length: 2000 }, (_, i) => `${i},note ${(i * 7919) % 1000}\n`).join('')}`;
  const files = { 'a.csv': table, 'b.csv': 'ID,Note\nx,y\n' };
  const sound = (await readZip(files)).items.map(({ properties }) => JSON.stringify(properties));
  for (let run = 0; run < runs; run++) {
    const whole = zipped(files, run % 2 === 0);
    const at = Math.floor(random() * whole.length);
    const damaged = run % 5 === 0 ? whole.subarray(0, at) : Buffer.from(whole);
    if (run % 5 !== 0) damaged[at]! ^= 1 << Math.floor(random() * 8);
    const found = await readFiles({ 'x.zip': damaged }, 'x.zip').catch((error: unknown) => {
      expect([run, at, error]).toEqual([run, at, expect.objectContaining({ code: 'CASE_UNREADABLE' })]);
      return null;
    });
    const rows = new Set(found?.items.map(({ properties }) => JSON.stringify(properties)));
    const isWhole = sound.every((row) => rows.has(row));
    expect([run, at, found === null || isWhole || found.problems.length > 0]).toEqual([run, at, true]);
  }
});

test('every flipped bit of a name in the list of an archive is reported', async () => {
  const files = { 'a.csv': 'ID,Note\n1,x\n', 'b.csv': 'ID,Note\n2,y\n' };
  const whole = zipped(files);
  expect((await readFiles({ 'x.zip': whole }, 'x.zip')).problems).toEqual([]);
  for (const name of Object.keys(files)) {
    for (let bit = 0; bit < name.length * 8; bit++) {
      const damaged = Buffer.from(whole);
      damaged[whole.lastIndexOf(name) + (bit >> 3)]! ^= 1 << (bit & 7);
      const { problems } = await readFiles({ 'x.zip': damaged }, 'x.zip');
      expect([name, bit, problems.map(({ kind, reason }) => [kind, reason.slice(0, 22)])]).toEqual([
        name,
        bit,
        expect.arrayContaining([['case', 'the archive is damaged']]),
      ]);
    }
  }
});

test('a flipped bit of a large stored table is found, with and without a byte order mark', async () => {
  for (const mark of ['', '\ufeff']) {
    const table = `${mark}ID,Note\n${Array.from({ length: ROWS }, (_, i) => `${i},a note of this row\n`).join('')}`;
    const bytes = zipped({ 'a.csv': table, 'b.csv': 'ID,Note\nx,y\n' }, true);
    bytes[1_500_000]! ^= 1;
    const found = await readFiles({ 'x.zip': bytes }, 'x.zip');
    expect([found.items.length, found.problems]).toEqual([
      1,
      [expect.objectContaining({ file: 'a.csv', kind: 'case', reason: expect.stringContaining('CRC-32') })],
    ]);
  }
});

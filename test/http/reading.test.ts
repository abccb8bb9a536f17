/** How a source was read, from its index: the same as `case check --json` reports, without reading the case again. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { checkCase } from '../../src/cases/check-case.ts';
import { READING_COLUMNS_MAX } from '../../src/indexing/case-reading.ts';
import { temporaryDir } from '../support/endings.ts';
import { Service } from '../support/http-service.ts';
import { GUESSED_TABLE } from '../support/tables/guessed-table.ts';

let service: Service;
const dir = temporaryDir();
const table = join(dir, 'one', 'table.csv');
const folder = join(dir, 'several');
beforeAll(async () => {
  for (const name of ['one', 'several']) mkdirSync(join(dir, name));
  writeFileSync(table, GUESSED_TABLE);
  const header = Array.from({ length: 3000 }, (_, i) => `c${i}`).join(',');
  for (const name of ['a.csv', 'b.csv'])
    writeFileSync(join(folder, name), `${header}\n${header.replaceAll('c', 'v')}\n`);
  const cases = { own: [{ id: 1, properties: { name: 'a' }, text: 'heron' }] };
  service = await Service.start({ paths: { table, folder }, cases });
});

test('equals the result of a check of the case', async () => {
  const { json, status } = await service.get('/sources/table/reading');
  const { tables, problemCount, problems } = await checkCase(table);
  expect(status).toBe(200);
  expect(json).toEqual({
    format: 'loadfile',
    understood: [],
    tables: tables.map(({ mapping: _mapping, ...rest }) => ({ ...rest, columnsLeftOut: 0 })),
    // The index has one value more: the one from its row.
    problems: {
      count: problemCount + 1,
      byKind: { type: problemCount + 1 },
      first: expect.arrayContaining([...problems, expect.objectContaining({ kind: 'type', line: 23, id: 21 })]),
    },
  });
  const columns = new Map(json.tables[0].columns.map((one: { column: string }) => [one.column, one]));
  expect(columns.get('Date')).toMatchObject({ dates: 'day first', times: 'Time' });
  expect(columns.get('File Size (KB)')).toMatchObject({ property: 'length', sizes: expect.stringContaining('KB') });
  expect(json.tables[0].description).toContain('header in line 2 (guessed)');
  const reasons = json.problems.first.map(({ reason }: { reason: string }) => reason).join('\n');
  expect(reasons).toContain('"Opened"');
  expect(reasons).toContain('Not a time');
});

test('lists a bounded number of columns, and says how many it leaves out', async () => {
  const { json } = await service.get('/sources/folder/reading');
  expect(json.tables.map(({ columns }: { columns: unknown[] }) => columns.length)).toEqual([
    3000,
    READING_COLUMNS_MAX - 3000,
  ]);
  expect(json.tables[1].columnsLeftOut).toBe(6000 - READING_COLUMNS_MAX);
});

test('a case without guesses has nothing to describe', async () => {
  const { json } = await service.get('/sources/own/reading');
  expect(json).toMatchObject({ format: 'case-directory', understood: [], tables: [], problems: { count: 0 } });
  expect((await service.get('/sources/nobody/reading')).status).toBe(404);
});

test('a changed report is refused', async () => {
  const indexes = join(service.dir, 'data', 'indexes');
  const own = readdirSync(indexes).find((name) => name.startsWith('own-'))!;
  const path = join(indexes, own, 'gen-000001', 'reading.json');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.replace('case-directory', 'loadfile'));
  const { status, json } = await service.get('/sources/own/reading');
  expect([status, json.error]).toEqual([409, expect.stringContaining('does not match its checksum')]);
  writeFileSync(path, whole);
  expect((await service.get('/sources/own/reading')).status).toBe(200);
});

test('an index without it says what to do', async () => {
  const indexes = join(service.dir, 'data', 'indexes');
  const own = readdirSync(indexes).find((name) => name.startsWith('own-'))!;
  rmSync(join(indexes, own, 'gen-000001', 'reading.json'));
  const { status, json } = await service.get('/sources/own/reading');
  expect([status, json.error]).toEqual([409, expect.stringContaining('index build --force')]);
});

/** A folder of several tables is one case. Rows are numbered consecutively, and each table is read by its own rules. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openCase } from '../../../../src/cases/open-case.ts';
import { decodePartRef } from '../../../../src/shared/part-ref.ts';
import { closedAtEnd, temporaryDir } from '../../../support/endings.ts';
import { readAll } from '../../../support/read-case.ts';
import { type ReadTable, readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';
import { writeCaseFile } from '../../../support/tiny-case.ts';

const files = ({ tables }: ReadTable): unknown => tables.map(({ file, rows }) => [file, rows]);

describe('a folder of tables', () => {
  test('is one case, including the folders below it, in the order of paths', async () => {
    const found = await readTable({
      'FileSystem/mft.csv': 'ID,PARENT_ID,Name\n1,,a\n2,1,b\n',
      'EventLogs/events.csv': 'ID,PARENT_ID,Name\n1,,c\n2,1,d\n',
      'EventLogs/deep/er/more.tsv': 'Name\tWhen\ne\t2021-03-04\n',
    });
    expect(files(found)).toEqual([
      ['EventLogs/deep/er/more.tsv', 1],
      ['EventLogs/events.csv', 2],
      ['FileSystem/mft.csv', 2],
    ]);
    expect(found.items.map(({ id, parentId, line }) => [id, parentId, line])).toEqual([
      [1, null, 2],
      [2, null, 2],
      [3, 2, 3],
      [4, null, 2],
      [5, 4, 3],
    ]);
    expect(valuesOf(found, 'name')).toEqual(['e', 'c', 'd', 'a', 'b']);
    expect(valuesOf(found, 'table')[3]).toBe('FileSystem/mft.csv');
    expect(found.problems).toEqual([]);
  });

  test('a column "table" keeps its values', async () => {
    const found = await readTable({ 'a.csv': 'table,n\nx,1\n', 'b.csv': 'table,n\ny,2\n' });
    expect(found.items[0]!.properties).toEqual([
      ['table (column 1)', ['x']],
      ['n', ['1']],
      ['table', ['a.csv']],
    ]);
  });

  test('files that a row names are beside its table', async () => {
    const dir = temporaryDir();
    await writeCaseFile(dir, 'one/t.csv', 'Name,Native File\na,files/a.bin\n');
    await writeCaseFile(dir, 'one/files/a.bin', 'first');
    await writeCaseFile(dir, 'two/t.csv', 'Name,Native File\na,files/a.bin\n');
    await writeCaseFile(dir, 'two/files/a.bin', 'second');
    const reader = closedAtEnd(await openCase(dir));
    const { items } = await readAll(reader);
    const bytes = Buffer.alloc(6);
    const input = await reader.openPart(items[1]!.content!);
    expect(bytes.toString('latin1', 0, await input.read(bytes, 0))).toBe('second');
    await input.close();
    expect(decodePartRef(items[1]!.content!)).toEqual(['file', 'files/a.bin', 'two/']);
  });

  test('problems name the file and the item, and totals of bytes are those of the files', async () => {
    const found = await readTable({ 'a.csv': 'n,m\n1,1\n2,2\n', 'b.csv': 'n,m\n3,3\n4,4,4\n' });
    expect(found.problems).toEqual([expect.objectContaining({ file: 'b.csv', line: 3, id: 4, kind: 'value' })]);
    expect(found.bytes).toBe(12 + 14);
  });

  test('types of fields are those on which the tables agree', async () => {
    const found = await readTable({
      'a.csv': 'Date A,Date B\n2021-03-04,2021-03-04\n',
      'b.csv': 'Date A,Box Size\n2021-03-05,1 KB\n',
      'c.csv': 'Date B Size,Date B\n1,2021-03-04\n',
    });
    expect([...found.types]).toEqual([
      ['Date A', 'date'],
      ['Date B', 'date'],
      ['Box Size', 'number'],
    ]);
  });

  test('a file that is not a table, is empty or damaged is reported, and the others are read', async () => {
    const found = await readTable({
      'a.csv': 'n\n1\n',
      'b.csv': '',
      'NTUSER.dat': 'regf\0\0\0\x01\0\0\0',
      'settings.xml': '<settings><a/></settings>',
      'NATIVES/c.csv': 'n\n9\n',
      'deep/UsrClass.dat': 'a\x14b\n1\x142\n',
      'deep/NTUSER.dat': 'regf\0\0\0\x01\0\0\0',
    });
    expect(files(found)).toEqual([['a.csv', 1]]);
    expect(found.problems.map(({ file, kind }) => [file, kind])).toEqual([
      ['NTUSER.dat', 'type'],
      ['settings.xml', 'type'],
      ['b.csv', 'case'],
      ['deep/UsrClass.dat', 'case'],
    ]);
    expect(found.items.length).toBe(1);
  });

  test('files that differ only in their extension are read once, which is reported', async () => {
    const found = await readTable({ 'x.csv': 'n\n1\n', 'x.dat': 'n\x14m\n1\x142\n', 'y.csv': 'n\n2\n' });
    expect(files(found)).toEqual([
      ['x.csv', 1],
      ['y.csv', 1],
    ]);
    expect(found.problems).toEqual([expect.objectContaining({ file: 'x.dat', kind: 'case' })]);
    expect(reasonsOf(found)[0]).toContain('it has the name of x.csv');
    const both = await readTable(
      { 'x.csv': 'n\n1\n', 'x.dat': 'n\x14m\n1\x142\n', 'y.csv': 'n\n2\n' },
      { tables: { 'x.csv': {}, 'x.dat': { columns: { m: 'title' } } } },
    );
    expect(files(both)).toEqual([
      ['x.csv', 1],
      ['x.dat', 1],
    ]);
    expect([both.problems, valuesOf(both, 'title')]).toEqual([[], [null, '2']]);
  });

  test('a missing file prevents the fingerprint of the case', async () => {
    const dir = temporaryDir();
    await writeCaseFile(dir, 'a.csv', 'n\n1\n');
    await writeCaseFile(dir, 'b.csv', 'n\n1\n');
    const reader = closedAtEnd(await openCase(dir));
    const before = await reader.fingerprint();
    expect(await reader.fingerprint()).toBe(before);
    await rm(join(dir, 'b.csv'));
    await expect(reader.fingerprint()).rejects.toMatchObject({ code: 'CASE_UNREADABLE' });
  });
});

describe('a mapping of several tables', () => {
  const table = { 'a.csv': 'When,n\n2021-03-04 10:00,1\n', 'b.csv': 'When,n\n2021-03-04 10:00,2\n' };

  test('has members for all tables beside those for one', async () => {
    const found = await readTable(table, {
      timeZone: '+01:00',
      tables: { 'a.csv': { columns: { n: 'title' } }, 'b.csv': { timeZone: 'Z' } },
    });
    expect(valuesOf(found, 'When')).toEqual(['2021-03-04T10:00:00+01:00', '2021-03-04T10:00:00Z']);
    expect(valuesOf(found, 'title')).toEqual(['1', null]);
  });

  test('that was written can be read again with the same meaning', async () => {
    const found = await readTable(table);
    const written = { tables: Object.fromEntries(found.tables.map(({ file, mapping }) => [file, mapping])) };
    const again = await readTable(table, written);
    expect(again.items).toEqual(found.items);
  });

  test.each([
    [
      { columns: { n: 'title' } },
      /mapping: columns: the case has several tables: give it for each of them in "tables"/,
    ],
    [{ delimiter: ';' }, /mapping: delimiter: the case has several tables/],
    [{ file: 'a.csv', tables: { 'a.csv': {} } }, /"file" names the one table, and "tables" names several/],
    [{ tables: {} }, /mapping: "tables": names no table/],
    [{ tables: { 'a.csv': { colums: {} } } }, /mapping: "tables"\."a.csv": Unrecognized key/],
    [{ tables: { 'a.csv': { columns: { Gone: 'title' } } } }, /no column "Gone"/],
    [{ tables: { 'gone.csv': {} } }, /"gone.csv" is missing/],
    [{ tables: { 'a.exe': {} } }, /"a.exe" is not named like a load file/],
  ])('%j is refused', async (mapping, message) => {
    await expect(readTable(table, mapping)).rejects.toMatchObject({
      code: 'CASE_UNREADABLE',
      message: expect.stringMatching(message),
    });
  });
});

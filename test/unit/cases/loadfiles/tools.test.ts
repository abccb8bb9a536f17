/** Tables of tools of the field: parents by the names of their columns, and columns that mean something by the tool. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { TOOLS } from '../../../../src/cases/loadfiles/columns/tool-names.ts';
import type { ReadCase } from '../../../support/read-case.ts';
import { readCsv, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const parents = ({ items }: ReadCase): unknown => items.map(({ parentId }) => parentId);

describe('parents by the name of their column', () => {
  test.each([
    ['ID,PARENT_ID,NAME', '1,,a\n2,1,b\n3,2,c\n', [null, 1, 2]],
    ['UPI,attachment_parent,File Name', '00001,,m.eml\n00002,00001,a.doc\n', [null, 1]],
    [
      'EntryNumber,SequenceNumber,ParentEntryNumber,ParentSequenceNumber',
      '5,5,5,5\n40,1,5,5\n41,1,40,1\n',
      [null, 1, 2],
    ],
    ['Item No,Item No parent', 'x,y\ny,\n', [2, null]],
    ['DOCID,ID,PARENT_ID', 'A,1,\nB,2,1\n', [null, 1]],
  ])('%s', async (header, rows, expected) => {
    const found = await readCsv(`${header}\n${rows}`);
    expect(parents(found)).toEqual(expected);
    const uses = [...found.columns.values()].map(({ use }) => use);
    expect(uses).toContain('document id');
    expect(uses).toContain('document id of the parent');
  });

  test.each([
    ['whose values are not there', 'Box Number,Parent Number,Number', '1,7,a\n2,8,b\n3,9,c\n'],
    ['that is no identifier', 'Name,Parent Name', 'a,\nb,a\n'],
    ['without the other column', 'Name,Parent Ref', 'a,\nb,a\n'],
  ])('a column %s is a plain property', async (_what, header, rows) => {
    const found = await readCsv(`${header}\n${rows}`);
    expect([...found.columns.values()].map(({ use }) => use)).not.toContain('document id of the parent');
    expect([parents(found), found.problems]).toEqual([found.items.map(() => null), []]);
  });

  test('a mapping names the column, or refuses', async () => {
    const table = 'Name,Parent Name,Box Number,Parent Number,Number\na,,1,,1\nb,a,2,1,2\n';
    const given = await readCsv(table, { columns: { 'Parent Name': { parent: 'Name' } } });
    expect(parents(given)).toEqual([null, 1]);
    expect(given.columns.get('Name')).toMatchObject({ use: 'document id', understoodBy: 'mapping' });
    const none = await readCsv(table, { columns: { Number: { use: null } } });
    expect(parents(none)).toEqual([null, null]);
    await expect(readCsv(table, { columns: { 'Parent Name': { parent: 'Gone' } } })).rejects.toMatchObject({
      message: expect.stringContaining('no column "Gone"'),
    });
  });
});

const propertiesOf = async (header: string, row: string): Promise<Record<string, string>> => {
  const found = await readCsv(`${header}\n${row}\n`);
  expect(reasonsOf(found)).toEqual([]);
  return Object.fromEntries(found.items[0]!.properties.map(([name, values]) => [name, values.join('|')]));
};

describe('columns of', () => {
  test('Autopsy', async () => {
    const header =
      'Name,S,C,O,Modified Time,Change Time,Access Time,Created Time,Size,Flags(Dir),Flags(Meta),Known,Location';
    const times = '2021-03-04 10:20:30 CET,2021-03-04 10:20:31 CET,2021-03-04 10:20:32 CET,2021-03-04 10:20:33 CET';
    expect(
      await propertiesOf(header, `a.txt,,,,${times},12,Allocated,Allocated,unknown,/img_x.dd/a.txt`),
    ).toMatchObject({
      ...{ name: 'a.txt', path: '/img_x.dd/a.txt', length: '12', 'Change Time': '2021-03-04T10:20:31+01:00' },
      ...{
        modified: '2021-03-04T10:20:30+01:00',
        accessed: '2021-03-04T10:20:32+01:00',
        created: '2021-03-04T10:20:33+01:00',
      },
    });
  });

  test('Plaso', async () => {
    const l2t =
      'date,time,timezone,MACB,source,sourcetype,type,user,host,short,desc,version,filename,inode,notes,format,extra';
    const row =
      '03/04/2021,10:20:30,EST,M...,FILE,File stat,Content Modification Time,-,HOST,short,desc,2,TSK:/a/b.txt,44,-,filestat,-';
    expect(await propertiesOf(`${l2t}`, row)).toMatchObject({
      source: 'FILE',
      path: 'TSK:/a/b.txt',
      name: 'b.txt',
      type: 'Content Modification Time',
    });
    const dynamic = 'datetime,timestamp_desc,source,source_long,message,parser,display_name,tag';
    expect(
      await propertiesOf(
        dynamic,
        '2021-03-04T10:20:30.5+00:00,Last Visited Time,WEBHIST,Chrome,http://x,sqlite,TSK:/History,-',
      ),
    ).toMatchObject({
      ...{ datetime: '2021-03-04T10:20:30.5+00:00', source: 'WEBHIST', path: 'TSK:/History', name: 'History' },
    });
  });

  test('Wireshark', async () => {
    const header = 'No.,Time,Source,Destination,Protocol,Length,Info';
    expect(await propertiesOf(header, '1,0.000000,10.0.0.1,10.0.0.2,TCP,66,80 > 1024')).toEqual({
      ...{
        'No.': '1',
        Time: '0.000000',
        Source: '10.0.0.1',
        Destination: '10.0.0.2',
        Protocol: 'TCP',
        length: '66',
        Info: '80 > 1024',
      },
    });
  });

  test('MFTECmd', async () => {
    const header =
      'EntryNumber,SequenceNumber,InUse,ParentEntryNumber,ParentSequenceNumber,ParentPath,FileName,Extension,FileSize,IsDirectory,Created0x10,Created0x30,LastModified0x10,LastAccess0x10';
    const time = '2021-03-04 10:20:30.1234567';
    expect(
      await propertiesOf(header, `40,1,True,,1,.\\Windows,a.TXT,.txt,12,False,${time},,${time},${time}`),
    ).toMatchObject({
      ...{ name: 'a.TXT', path: '.\\Windows', ext: 'txt', length: '12', isDir: 'false' },
      ...{
        created: '2021-03-04T10:20:30.1234567',
        modified: '2021-03-04T10:20:30.1234567',
        accessed: '2021-03-04T10:20:30.1234567',
      },
    });
  });

  test('another table with such a column keep theirs', async () => {
    expect(await propertiesOf('Source,Location', 'C:\\a.txt,Berlin')).toEqual({
      path: 'C:\\a.txt',
      Location: 'Berlin',
      name: 'a.txt',
    });
  });
});

test('the docs list the tools', () => {
  const page = readFileSync('docs/load-files.md', 'utf8');
  for (const { name, knownBy } of TOOLS) {
    expect(page).toContain(`| ${name} | ${knownBy.map((column) => `\`${column}\``).join(' ')} |`);
  }
});

test('sizes and dates of a table of files are values of their type', async () => {
  const found = await readCsv(
    'datetime,timestamp_desc,message\n2021-03-04T10:20:30+00:00,x,m\nNot a time,x,m\n2021-03-05T10:20:30+00:00,y,m\n',
  );
  expect(found.types.get('datetime')).toBe('date');
  expect(valuesOf(found, 'datetime')[1]).toBe('Not a time');
});

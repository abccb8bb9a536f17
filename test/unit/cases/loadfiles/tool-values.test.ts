/** Columns of tools whose meaning their values decide: sequence numbers of file records, and sources. */
import { expect, test } from '@jest/globals';
import type { ReadCase } from '../../../support/read-case.ts';
import { readCsv, readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const parents = ({ items }: ReadCase): unknown => items.map(({ parentId }) => parentId);

test('a record of a master file table is an entry and its sequence number', async () => {
  const header = 'EntryNumber,SequenceNumber,InUse,ParentEntryNumber,ParentSequenceNumber,FileName';
  const rows = [
    '5,5,True,5,5,.',
    '40,3,True,5,5,new',
    '41,1,True,40,3,child',
    '42,1,False,40,1,child of the folder that had entry 40 before',
    '43,7,False,5,5,deleted folder',
    '44,2,False,43,6,child of the deleted folder',
    '45,,True,5,,without numbers',
  ];
  const found = await readCsv(`${header}\n${rows.join('\n')}\n`);
  expect(parents(found)).toEqual([null, 1, 2, null, 1, 5, null]);
  expect(reasonsOf(found)).toEqual([
    '2 rows name a parent that does not exist, the first is "40-1"',
    'the row names itself as its parent, so it has none',
  ]);
  const written = found.tables[0]!.mapping;
  expect(parents(await readCsv(`${header}\n${rows.join('\n')}\n`, written))).toEqual(parents(found));
});

test.each([
  ['applications', 'Source,Text\nWhatsApp,a\nSignal,b\nx/y,c\n', 'Source', 'WhatsApp'],
  ['paths', 'Source,Text\nC:\\a\\b.txt,a\n/c/d.txt,b\nx,c\n', 'path', 'C:\\a\\b.txt'],
])('a column called source is a path if most of its values have slashes: %s', async (_what, text, property, first) => {
  const found = await readCsv(text);
  expect(valuesOf(found, property)[0]).toBe(first);
  expect(found.columns.get('Source')).toMatchObject({
    property,
    understoodBy: property === 'path' ? 'name' : 'own name',
  });
  expect(valuesOf(found, 'name')[0]).toBe(property === 'path' ? 'b.txt' : null);
});

test('a column of times that repeats the date completes it, as in tables of Cellebrite', async () => {
  const found = await readCsv(
    'Name,Created-Date,Created-Time,Modified-Date,Modified-Time,Deleted,Source,Source file information\n' +
      'a,14/03/2021,14/03/2021 10:20:30(UTC+0),04/03/2021,04/03/2021 10:20:30(UTC+1),Yes,Phone,x.db : 0x12\n' +
      'b,15/03/2021,,15/03/2021,16/03/2021 10:20:30(UTC+1),,Phone,x.db : 0x14\n',
  );
  expect(found.tables[0]!.tool).toBe('Cellebrite (other tables)');
  expect(valuesOf(found, 'created')).toEqual(['2021-03-14T10:20:30+00:00', '2021-03-15']);
  expect(valuesOf(found, 'modified')).toEqual(['2021-03-04T10:20:30+01:00', '2021-03-15']);
  expect(found.columns.get('Created-Date')).toMatchObject({ times: 'Created-Time' });
  expect(reasonsOf(found)).toEqual([expect.stringContaining('"Modified-Time": 1 of its values are not times of day')]);
});

test('Velociraptor names paths and creation times', async () => {
  const found = await readTable({
    'x.json': '[{"OSPath":"C:\\\\t\\\\a.txt","Btime":"2021-03-04T10:20:30Z","Hash":{"MD5":"x"}}]',
  });
  expect(['path', 'name', 'created', 'md5'].map((name) => valuesOf(found, name)[0])).toEqual([
    ...['C:\\t\\a.txt', 'a.txt', '2021-03-04T10:20:30Z', 'x'],
  ]);
});

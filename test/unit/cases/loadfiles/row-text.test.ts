/** The text of a row without its own: the values of the file, in its order, under its names of columns. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ROW_NAME_UNITS_MAX, ROW_TEXT_UNITS_MAX, RowText } from '../../../../src/cases/row-text.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { CSV, writeDelimited } from '../../../support/load-files.ts';
import { naiveRowText } from '../../../support/naive/naive-row-text.ts';
import { readCaseAt } from '../../../support/read-case.ts';
import { writeCaseFile } from '../../../support/tiny-case.ts';

async function textsOf(table: string, file = 'x.csv'): Promise<readonly unknown[]> {
  const dir = temporaryDir();
  await writeCaseFile(dir, file, table);
  const { items } = await readCaseAt(join(dir, file));
  return items.map(({ text, isRowText }) => (isRowText === true ? text : { own: text }));
}

test('has values as written, each of a list on a line, and no empty ones', async () => {
  const table =
    'DOCID,File Size,Date Sent,To,Note,Empty\nA1,"48,211",3/14/2021 5:00 PM,a@x;b@y; ,"two\nlines",\nA2,,,,"  ",\n,,,,,\n';
  expect(await textsOf(table)).toEqual([
    'DOCID: A1\nFile Size: 48,211\nDate Sent: 3/14/2021 5:00 PM\nTo: a@x\nTo: b@y\nNote: two\nlines',
    'DOCID: A2',
    { own: null },
  ]);
});

test('exists only if the row has no text', async () => {
  expect(await textsOf('Name,Extracted Text\na,the heron\nb,\n')).toEqual([{ own: 'the heron' }, 'Name: b']);
  expect(await textsOf('Name,Text Path\na,none.txt\nb,\n')).toEqual([{ own: ['text', 'none.txt'] }, 'Name: b']);
});

test('has each value of a tag of XML, and the columns of a list of images', async () => {
  const xml =
    '<Root><Batch><Documents><Document DocID="D1"><Tags><Tag TagName="#Author" TagValue="Ada"/>' +
    '<Tag TagName="#Author" TagValue="Bea"/></Tags></Document></Documents></Batch></Root>';
  const [document] = await textsOf(xml, 'x.xml');
  expect(document).toBe('DocID: D1\nAuthor: Ada\nAuthor: Bea');
  const [images] = await textsOf('A1,V1,\\IMG\\1.tif,Y,,,1\n', 'x.opt');
  expect(images).toContain('\\IMG\\1.tif');
});

test('equals the naive twin for any table', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '🔥', ' ', ',', '"', '\n'), maxLength: 6 });
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 });
  for (const cells of fc.sample(table, { numRuns: 20, seed: Number(process.env['SEED'] ?? 1) })) {
    const columns = ['n°', 'Some Column', 'x', 'y'];
    const rows = cells.map((row, n) => [`r${n}`, ...row]);
    const expected = rows.map((row) => naiveRowText(columns, row));
    expect(await textsOf(writeDelimited({ columns, rows }, CSV))).toEqual(expected);
  }
});

test('names columns up to a limit, and ends before another limit', () => {
  const row = new RowText();
  const name = 'n'.repeat(ROW_NAME_UNITS_MAX / 2);
  for (const value of ['a', 'b', 'c']) row.add(name, value);
  expect([row.text!.split('\n').at(-1), row.unnamed, row.leftOut]).toEqual(['c', 1, 0]);
  const long = new RowText();
  const half = 'v'.repeat(ROW_TEXT_UNITS_MAX / 2 - 4);
  for (const value of [half, half, 'end']) long.add('x', value);
  expect([long.text!.length, long.leftOut]).toEqual([ROW_TEXT_UNITS_MAX - 1, 1]);
});

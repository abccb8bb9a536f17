/** Lists of page images of IPRO (.lfp), with a table and alone. */
import { expect, test } from '@jest/globals';
import { readTable, valuesOf } from '../../../support/read-table.ts';

const LFP = [
  '## pages of VOL001',
  'IM,A-1,D,0,@VOL001;IMAGES\\00;A-1.TIF;2',
  'IM,A-2,,0,@VOL001;IMAGES\\00;A-2.TIF;2,1',
  'IO,A-1,1,Box 7',
  'IM,A-3,C,0,@VOL001;IMAGES\\00;A-3.PDF;6',
  'BF,A-3,C',
  'IM,A-4,S,0,A-4.TIF;2',
].join('\r\n');

test('beside a table they are pages of its rows', async () => {
  const found = await readTable({ 'x.dat': 'þBEGDOCþ\r\nþA-1þ\r\nþA-3þ\r\nþA-4þ\r\n', 'x.lfp': LFP });
  expect(found.problems).toEqual([]);
  expect(valuesOf(found, 'pages')).toEqual(['2', '1', '1']);
  expect(valuesOf(found, 'firstPage')).toEqual(['IMAGES\\00\\A-1.TIF', 'IMAGES\\00\\A-3.PDF', 'A-4.TIF']);
});

test('alone they are documents; a line that is not a command is reported', async () => {
  const found = await readTable({ 'x.lfp': `${LFP}\r\nsomething, else\r\n` });
  expect(found.items.map(({ id, line }) => [id, line])).toEqual([
    [1, 2],
    [2, 5],
    [3, 7],
  ]);
  expect(valuesOf(found, 'Image Path')).toEqual(['IMAGES\\00\\A-1.TIF', 'IMAGES\\00\\A-3.PDF', 'A-4.TIF']);
  expect(valuesOf(found, 'Volume')).toEqual(['VOL001', 'VOL001', null]);
  expect(found.problems.map(({ line, kind }) => [line, kind])).toEqual([[8, 'record']]);
});

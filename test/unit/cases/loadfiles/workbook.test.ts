/** Workbooks: the values of cells, and sheets as tables. */
import { expect, test } from '@jest/globals';
import { CASE_FORMATS, openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { propertyOf, readFiles } from '../../../support/read-files.ts';
import { writeCaseFile } from '../../../support/tiny-case.ts';
import { STYLES, type WorkbookSheet, workbookEntries, workbookFile } from '../../../support/workbook-file.ts';
import { zipFile } from '../../../support/zip-file.ts';

const readBook = (sheets: readonly WorkbookSheet[], is1904 = false, mapping?: unknown) =>
  readFiles({ 'x.xlsx': workbookFile(sheets, is1904) }, 'x.xlsx', mapping);

async function valuesOf(cells: WorkbookSheet['rows'][number], is1904 = false): Promise<readonly (string | null)[]> {
  const rows = [cells.map((_, n) => `c${n}`), cells];
  const { items } = await readBook([{ name: 'S', rows }], is1904);
  return cells.map((_, n) => propertyOf(items[0]!, `c${n}`));
}

test('cells have the displayed values', async () => {
  expect(
    await valuesOf([
      'shared & <text>',
      { type: 'inlineStr', value: ' inline _x000D_é' },
      { type: 'str', value: 'of a formula', formula: 'A1&"x"' },
      { type: 'b', value: '1' },
      { type: 'b', value: '0' },
      { type: 'e', value: '#N/A' },
      { value: '0.1' },
      { value: '0.30000000000000004' },
      { value: '1E-3' },
      { value: '12345678901234567890' },
      { value: '3', formula: 'SUM(A1:A2)' },
      { type: 'd', value: '2021-03-04' },
    ]),
  ).toEqual([
    'shared & <text>',
    ' inline \ré',
    'of a formula',
    'TRUE',
    'FALSE',
    '#N/A',
    '0.1',
    '0.3',
    '0.001',
    '12345678901234567890',
    '3',
    '2021-03-04',
  ]);
});

test.each([
  ['44259', STYLES.day, '2021-03-04'],
  ['44259.43090277778', STYLES.day, '2021-03-04T10:20:30'],
  ['44259.43090278935', STYLES.moment, '2021-03-04T10:20:30.001'],
  ['1', STYLES.day, '1900-01-01'],
  ['59', STYLES.day, '1900-02-28'],
  ['60', STYLES.day, '60'],
  ['61', STYLES.day, '1900-03-01'],
  ['2958465', STYLES.day, '9999-12-31'],
  ['2958466', STYLES.day, '2958466'],
  ['-1', STYLES.day, '-1'],
  ['0.5', STYLES.time, '12:00:00'],
  ['44259.5', STYLES.time, '2021-03-04T12:00:00'],
  ['1.5', STYLES.elapsed, '1.5'],
  ['44259', STYLES.exponent, '44259'],
  ['44259', STYLES.words, '44259'],
  ['44259', STYLES.month, '2021-03-04'],
  ['44259', STYLES.general, '44259'],
])('the number %s of style %d is %s', async (value, style, expected) => {
  expect(await valuesOf([{ value, style }, 'x'])).toEqual([expected, 'x']);
});

test('dates count from 1904 if the workbook says so', async () => {
  expect(
    await valuesOf(
      [
        { value: '42797', style: STYLES.day },
        { value: '0', style: STYLES.day },
      ],
      true,
    ),
  ).toEqual(['2021-03-04', '1904-01-01']);
});

test('each sheet with rows is a table, and an item says which', async () => {
  const rows = [
    ['Name', 'Date'],
    ['a', { value: '44259', style: STYLES.day }],
  ];
  const found = await readBook([
    { name: 'First', rows },
    { name: 'Empty', rows: [] },
    { name: 'Second & last', rows: [...rows, ['b', null]] },
  ]);
  expect(
    found.items.map((item) => [item.id, propertyOf(item, 'table'), propertyOf(item, 'name'), propertyOf(item, 'Date')]),
  ).toEqual([
    [1, 'x.xlsx/First', 'a', '2021-03-04'],
    [2, 'x.xlsx/Second & last', 'a', '2021-03-04'],
    [3, 'x.xlsx/Second & last', 'b', null],
  ]);
  expect(found.problems).toEqual([]);
});

test('rows and cells without references, empty rows, and cells beyond the header', async () => {
  const found = await readBook([{ name: 'S', isBare: true, rows: [['A', 'B'], ['1', '2'], [], ['3', '4', '5']] }]);
  expect(
    found.items.map((item) => [propertyOf(item, 'A'), propertyOf(item, 'B'), propertyOf(item, 'column 3')]),
  ).toEqual([
    ['1', '2', null],
    ['3', '4', '5'],
  ]);
});

test('a title above the header is reported, and a mapping decides', async () => {
  const rows = [['Report of today'], [], ['Name', 'Kind', 'Size'], ['a', 'b', '1'], ['c', 'd', '2']];
  const guessed = await readBook([{ name: 'S', rows }]);
  expect(guessed.items.map((item) => [item.line, propertyOf(item, 'Kind')])).toEqual([
    [4, 'b'],
    [5, 'd'],
  ]);
  expect(guessed.reasons).toEqual([expect.stringContaining('to decide, set "headerRow" in a mapping')]);
  const given = await readBook([{ name: 'S', rows }], false, { headerRow: 4 });
  expect(given.items.map((item) => propertyOf(item, 'b'))).toEqual(['d']);
});

test('links of cells are a separate column', async () => {
  const rows = [
    ['Name', 'x'],
    ['a', 1],
    ['b', 2],
  ];
  const links = { A2: 'https://example.org/a?b=1&c=2', A3: 'file:///b.pdf' };
  const { items } = await readBook([{ name: 'S', rows, links }]);
  expect(items.map((item) => propertyOf(item, 'Name link'))).toEqual([
    'https://example.org/a?b=1&c=2',
    'file:///b.pdf',
  ]);
});

test('case check shows the sheets and the use of their columns', async () => {
  const dir = temporaryDir();
  const rows = [
    ['DateSent', 'x'],
    [{ value: '44259', style: STYLES.day }, 'y'],
  ];
  await writeCaseFile(dir, 'x.xlsx', workbookFile([{ name: 'S', rows }]));
  const reader = await openCase(dir, CASE_FORMATS);
  const [table] = await reader.columns!();
  expect(table).toMatchObject({
    file: 'x.xlsx/S',
    description: 'sheet "S" of a workbook',
    mapping: { headerRow: 1 },
  });
  expect(table!.columns[0]).toMatchObject({ column: 'DateSent', property: 'Communication:Date', dates: 'one order' });
  await reader.close();
});

test.each([
  ['what is no archive', Buffer.from('PK\x03\x04 nothing'), /no workbook can be read: it is damaged, or protected/],
  [
    'an archive of something else',
    zipFile([{ name: 'a.txt', content: Buffer.from('x') }]),
    /the archive contains none/,
  ],
])('%s does not open', async (_what, bytes, message) => {
  await expect(readFiles({ 'x.xlsx': bytes }, 'x.xlsx')).rejects.toThrow(message);
});

const ROWS = [
  ['A', 'B'],
  ['1', '2'],
  ['3', '4'],
];

function broken(part: string, change: (xml: string) => string): Buffer {
  const entries = workbookEntries([{ name: 'S', rows: ROWS }]);
  return zipFile(
    entries.map((entry) =>
      entry.name === part ? { ...entry, content: Buffer.from(change(entry.content.toString())) } : entry,
    ),
  );
}

test.each([
  [
    'a sheet that ends too early',
    'xl/worksheets/sheet1.xml',
    (xml: string) => xml.slice(0, -60),
    1,
    /ends inside an element|not XML/,
  ],
  ['an entity of its own', 'xl/sharedStrings.xml', (xml: string) => xml.replace('>3<', '>&x;<'), 0, /is not valid XML/],
  [
    'a cell with a text that is not there',
    'xl/worksheets/sheet1.xml',
    (xml: string) => xml.replace('<v>4</v>', '<v>99</v>'),
    2,
    /1 cells refer to texts/,
  ],
  [
    'elements in elements',
    'xl/worksheets/sheet1.xml',
    (xml: string) => xml.replace('</sheetData>', '<x>'.repeat(200)),
    2,
    /nested more than 100 deep/,
  ],
] as const)('%s is reported', async (_what, part, change, least, reason) => {
  const { items, reasons } = await readFiles({ 'x.xlsx': broken(part, change) }, 'x.xlsx').catch((error: Error) => ({
    items: [],
    reasons: [error.message],
  }));
  expect(items.length).toBeGreaterThanOrEqual(least);
  expect(reasons.join('\n')).toMatch(reason);
});

test('an archive with a false size or checksum is reported', async () => {
  for (const told of [{ bytes: 10 }, { crc: 1 }]) {
    const entries = workbookEntries([{ name: 'S', rows: ROWS }]).map((entry) =>
      entry.name === 'xl/worksheets/sheet1.xml' ? { ...entry, told } : entry,
    );
    const { reasons } = await readFiles({ 'x.xlsx': zipFile(entries) }, 'x.xlsx').catch((error: Error) => ({
      reasons: [error.message],
    }));
    expect(reasons.join('\n')).toMatch(/is damaged|does not match the checksum/);
  }
});

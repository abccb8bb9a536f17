/**
 * Workbooks, read by Python: dates and numbers as such, every text unchanged, links to contents, and the notes on the last
 * sheet.
 */
import { expect, test } from '@jest/globals';
import { workbook } from '../../src/export/xlsx/xlsx-table.ts';
import { Service } from '../support/http-service.ts';
import { readWorkbook, type WorkbookCell } from '../support/read-workbook.ts';
import { manifestOf, unzipped } from '../support/unzipped.ts';

const HOSTILE = '=cmd|\'/c calc\'!A1 <b>&amp; "x"\r\ny\u0001 _x0041_ \ufffe 🐦';
const LONG = 'n'.repeat(40_000);
const service = Service.beforeTests({
  cases: {
    one: [
      {
        id: 1,
        properties: { name: HOSTILE, length: '12', modified: '2021-03-04T10:00:00+02:00', code: '007', note: LONG },
        text: 'heron',
        content: 'A',
      },
      {
        id: 2,
        parentId: 1,
        properties: { name: ' b ', length: '1234567890123456', modified: '2021-03-04', category: ['x', 'y'] },
        text: 'heron',
      },
      {
        id: 3,
        properties: { name: '5% #3', length: '-1.50', modified: '2021-03-04T10:00:00.25Z' },
        text: 'heron',
        content: 'C',
      },
      { id: 4, properties: { modified: '1601-01-01T00:00:00Z', odd: 'x' }, text: 'coot' },
    ],
  },
});

const text = (value: string): WorkbookCell => ['text', value];

const number = (value: string): WorkbookCell => ['number', value];

test('a workbook has typed texts, numbers and dates, frozen titles, a filter, and a description', async () => {
  const { status, bytes, headers } = await service.get('/export?q=heron&format=xlsx');
  expect([status, headers['content-type'], headers['content-disposition'], headers['x-cut-cells']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'attachment; filename=export.xlsx',
    '1',
  ]);
  const { files, sheets } = await readWorkbook(bytes);
  expect(files[0]).toBe('[Content_Types].xml');
  const [items, about] = sheets;
  expect([items!.name, items!.frozen, items!.filter]).toEqual(['Items', '1', 'A1:J4']);
  const titles = ['source', 'id', 'parentId', 'bookmarks', 'category', 'code', 'length', 'modified', 'name', 'note'];
  const mark = ' [cut: 40000 characters]';
  const note = 'n'.repeat(32_767 - mark.length) + mark;
  const utc: WorkbookCell = ['UTC', '2021-03-04T08:00:00'];
  const fraction: WorkbookCell = ['UTC', '2021-03-04T10:00:00.250000'];
  const day: WorkbookCell = ['day', '2021-03-04T00:00:00'];
  expect(items!.rows.map(({ cells }) => cells)).toEqual([
    titles.map(text),
    [text('one'), number('1'), null, null, null, text('007'), number('12'), utc, text(HOSTILE), text(note)],
    [text('one'), number('2'), number('1'), null, text('x; y'), null, text('1234567890123456'), day, text(' b '), null],
    [text('one'), number('3'), null, null, null, null, number('-1.50'), fraction, text('5% #3'), null],
  ]);
  const told = new Map(about!.rows.map(({ cells: [what, value] }) => [what![1], value]));
  expect([about!.name, told.get('items'), told.get('complete'), told.get('cut cells')]).toEqual([
    'About',
    number('3'),
    text('yes'),
    number('1'),
  ]);
  expect(told.get('time zone')![1]).toMatch(/^UTC/);
  expect(JSON.parse(told.get('query')![1])).toMatchObject({ q: 'heron', format: 'xlsx', total: 3 });
});

test('a day that spreadsheets do not support is a text', async () => {
  const { bytes } = await service.get('/export?q=coot&format=xlsx&properties=modified');
  expect((await readWorkbook(bytes)).sheets[0]!.rows[1]!.cells.at(-1)).toEqual(text('1601-01-01T00:00:00Z'));
});

test('a workbook in a ZIP links to the contained contents', async () => {
  const { bytes } = await service.get('/export?q=heron&format=zip&table=xlsx&properties=code');
  const files = await unzipped(bytes);
  const { sheets } = await readWorkbook(files.get('items.xlsx')!);
  const contents = [...files.keys()].filter((path) => path.startsWith('content/'));
  expect(contents).toHaveLength(2);
  const links = sheets[0]!.rows.slice(1).map(({ cells }) => cells.at(-1)?.[1] ?? null);
  expect(sheets[0]!.rows[0]!.cells.at(-1)).toEqual(text('file'));
  expect(contents[1]).toBe('content/one/3-5% #3');
  const third = 'HYPERLINK("content/one/3-5%25 %233","content/one/3-5% #3")';
  expect(links).toEqual([`HYPERLINK("${contents[0]}","${contents[0]}")`, null, third]);
  expect([...files.keys()].includes('items.csv')).toBe(false);
  const told = manifestOf(files.get('manifest.csv')!).map(({ path }) => path);
  expect(told).toContain('items.xlsx');
});

test('rows that do not fit on a sheet are on the next one', async () => {
  const set = {
    sources: [],
    total: 5,
    missing: [{ source: 'gone', reason: 'lost' }],
    hints: ['a hint'],
  };
  const row = (id: number) => ({ source: null, id, bytes: Buffer.from(`<row><c><v>${id}</v></c>`), rest: null });
  async function* lists() {
    yield [row(1), row(2), row(3)];
    yield [row(4), row(5)];
  }
  const parts: Uint8Array[] = [];
  const about = {
    table: { marks: [], columns: [], cutCells: 0 },
    links: null,
    query: {},
    limits: { rows: 2, bytes: 1e9 },
  };
  for await (const piece of workbook(lists(), set, about)) parts.push(piece);
  const { sheets } = await readWorkbook(Buffer.concat(parts));
  expect(
    sheets.map(({ name, filter, rows }) => [name, filter, rows.slice(1).map(({ cells }) => cells[0]?.[1])]),
  ).toEqual([
    ['Items', 'A1:D3', ['1', '2']],
    ['Items 2', 'A1:D3', ['3', '4']],
    ['Items 3', 'A1:D2', ['5']],
    ['About', expect.stringMatching(/^A1:B/), expect.arrayContaining(['missing source', 'hint'])],
  ]);
});

test.each([
  ['format=xlsx&delimiter=tab', 'delimiter'],
  ['format=xlsx&table=xlsx', 'table'],
  ['format=zip&table=xlsx&text=excel', 'text'],
  ['format=xlsx&files=content', 'files'],
  ['format=xlsx&certificate=true', 'certificate'],
])('/export?%s is 400', async (query, word) => {
  const answer = await service.get(`/export?${query}`);
  expect([answer.status, answer.json.error]).toEqual([400, expect.stringContaining(word)]);
});

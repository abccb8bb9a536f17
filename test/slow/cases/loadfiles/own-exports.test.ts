/** Tables exported by this program are read back unchanged: every cell of CSV and DAT. RUNS= and SEED= work as in other tests. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { workbook } from '../../../../src/export/xlsx/xlsx-table.ts';
import {
  CSV_HEADER,
  csvCell,
  DAT_DELIMITER,
  DELIMITERS,
  datCell,
  unguarded,
} from '../../../../src/shared/cells/table-cells.ts';
import { numberCell, textCell } from '../../../../src/shared/cells/xlsx-cells.ts';
import { readTable } from '../../../support/read-table.ts';

const numRuns = Number(process.env.RUNS ?? 1) * 60;
const seed = Number(process.env.SEED ?? 1);

const piece = fc.constantFrom(
  ...["'", "'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', 'x', '1', '.', ' ', 'þ', 'é', '1e5', '007', 'MAR'],
  ...['true', '12345678901234567890', '/', ':', '|', '$', '%', '２', '＝', '＠'],
);
const style = fc.record({ delimiter: fc.constantFrom(...DELIMITERS), isForSpreadsheets: fc.boolean() });
const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const rows = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 });

const valuesOf = (items: Awaited<ReturnType<typeof readTable>>['items']) =>
  items.map(({ properties }) => ['x', "'=y"].map((name) => properties.find(([own]) => own === name)?.[1][0] ?? ''));
const shown = (text: string): string => (text.trim() === '' ? '' : text);

test('the guard of a cell is removed, whatever its value', () => {
  fc.assert(
    fc.property(value, style, (text, written) => {
      const cell = csvCell(text, written);
      const bare =
        cell.startsWith('"') && cell.endsWith('"') && cell.length > 1 ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(unguarded(bare)).toBe(text);
    }),
    { numRuns: numRuns * 20, seed },
  );
  expect(
    ['=1+1.txt', "'=1+1.txt", '-5', "'-5", "it's", "'x", '＝1', '＋1', '－x', '＠x'].map((text) => csvCell(text)),
  ).toEqual(["'=1+1.txt", "''=1+1.txt", '-5', "''-5", "it's", "'x", "'＝1", "'＋1", "'－x", "'＠x"]);
  expect(csvCell('\n=1')).toBe(`"'\n=1"`);
});

test('CSV is read back unchanged, in each style', async () => {
  const title = value.filter((text) => text.trim() === text && /[a-z]/i.test(text));
  await fc.assert(
    fc.asyncProperty(rows, style, title, async (cells, written, name) => {
      const titles = [...CSV_HEADER, 'x', "'=y", `z${name}`];
      const lines = cells.map(([x, y], i) => ['one', String(i + 1), i === 0 ? '' : '1', '', x, y, '']);
      const { delimiter } = written;
      const header = titles.map((text) => csvCell(text, written)).join(delimiter);
      const body = lines.map((line) => `${line.map((cell) => csvCell(cell, written)).join(delimiter)}\r\n`).join('');
      const { items } = await readTable({ 'x.csv': `\ufeff${header}\r\n${body}` });
      expect([cells, written, valuesOf(items)]).toEqual([cells, written, cells.map((row) => row.map(shown))]);
      expect(items.map(({ parentId }) => parentId)).toEqual(cells.map((_, i) => (i === 0 ? null : 1)));
    }),
    { numRuns: numRuns * 2, seed },
  );
});

test('DAT is read back unchanged, with one kind of line break', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const line = (all: readonly string[]) => `${all.map(datCell).join(DAT_DELIMITER)}\r\n`;
      const text = `\ufeff${line(['DOCID', 'x', "'=y"])}${cells.map((row, i) => line([`d${i}`, ...row])).join('')}`;
      const { items } = await readTable({ 'x.dat': text });
      const broken = (cell: string) => shown(cell.replace(/\r\n?/g, '\n'));
      expect([cells, valuesOf(items)]).toEqual([cells, cells.map((row) => row.map(broken))]);
    }),
    { numRuns, seed },
  );
});

test('a table of another program keeps its apostrophes', async () => {
  const { items } = await readTable({ 'x.csv': "source,id,parentId,bookmarks,x\none,1,,,'=1\n" });
  expect(items[0]!.properties.find(([name]) => name === 'x')).toEqual(['x', ["'=1"]]);
});

test('a workbook is read back unchanged', async () => {
  const odd = fc.constantFrom(
    '\u0001',
    '_x0041_',
    '_x',
    '&amp;',
    '<t>',
    '\ufffe',
    '🐦',
    '007',
    '=',
    ' ',
    '\r',
    '\n',
    'x',
  );
  const text = fc.array(odd, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const all = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(all, async (cells) => {
      async function* lists() {
        const rows = cells.map(([x, y], i) => {
          const before = [
            textCell('one'),
            numberCell(String(i + 1)),
            i === 0 ? '<c/>' : numberCell('1'),
            textCell('b'),
          ];
          return { bytes: Buffer.from(`<row>${[...before, textCell(x), textCell(y)].join('')}`), rest: null };
        });
        yield rows;
      }
      const columns = ['x', "'=y"].map((title) => ({ title, names: [title] }));
      const asked = { table: { marks: [], columns, cutCells: 0 }, links: null, query: {} };
      const parts: Uint8Array[] = [];
      for await (const part of workbook(lists(), { total: cells.length, missing: [], hints: [] }, asked))
        parts.push(part);
      const { items, problems } = await readTable({ 'x.xlsx': Buffer.concat(parts) });
      const own = items.filter(({ properties }) => properties.some(([name]) => name === 'source'));
      expect(own).toHaveLength(items.length);
      expect([cells, problems.map(({ file, kind }) => [file, kind]), valuesOf(own)]).toEqual([
        cells,
        [['x.xlsx/About', 'type']],
        cells.map((row) => row.map(shown)),
      ]);
      expect(own.map(({ parentId }) => parentId)).toEqual(cells.map((_, i) => (i === 0 ? null : own[0]!.id)));
    }),
    { numRuns, seed },
  );
});

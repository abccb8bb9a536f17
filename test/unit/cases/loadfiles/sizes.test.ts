/**
 * Numbers of a column have one notation, determined by all of its values. Sizes are in bytes. RUNS= and SEED= work as in other
 * tests.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { headerUnit } from '../../../../src/cases/loadfiles/columns/usual-sizes.ts';
import { naiveSizes } from '../../../support/naive/naive-sizes.ts';
import { readCsv, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const numRuns = Number(process.env.RUNS ?? 1) * 60;
const seed = Number(process.env.SEED ?? 1);

const column = (header: string, values: readonly string[]): string =>
  `Name,"${header}"\n${values.map((value, n) => `n${n},"${value}"\n`).join('')}`;
const read = async (header: string, values: readonly string[], mapping?: unknown) => {
  const table = await readCsv(column(header, values), mapping);
  return { ...table, sizes: valuesOf(table, 'length'), note: table.columns.get(header)!.sizes };
};

describe('one notation a column', () => {
  test('is decided by a value with only one reading', async () => {
    const points = await read('File Size', ['717.398', '135.73']);
    expect(points.sizes).toEqual(['717.398', '135.73']);
    expect(points.note).toBe('numbers, decimal point');
    expect(reasonsOf(points)).toEqual([expect.stringContaining('have fractions, so they are not bytes')]);
    const commas = await read('File Size', ['717,398', '135,73', '1.717,5']);
    expect(commas.sizes).toEqual(['717.398', '135.73', '1717.5']);
    const groups = await read('File Size', ['717,398', '1,135,730', '12']);
    expect([groups.sizes, groups.problems]).toEqual([['717398', '1135730', '12'], []]);
  });

  test('is reported if no value decides it: whole bytes are assumed', async () => {
    const found = await read('File Size', ['717.398', '12']);
    expect(found.sizes).toEqual(['717398', '12']);
    expect(found.note).toBe('numbers, decimal comma (assumed)');
    expect(reasonsOf(found)).toEqual([
      expect.stringMatching(/"File Size": .* "\." between thousands, .* "numbers" or "unit"/),
    ]);
    const given = await read('File Size', ['717.398', '12'], {
      columns: { 'File Size': { numbers: 'point', unit: 'KB' } },
    });
    expect([given.sizes, given.problems]).toEqual([['734616', '12288'], []]);
  });

  test('of sizes with a unit is not guessed', async () => {
    const found = await read('File Size (KB)', ['717.398', '12']);
    expect(found.sizes).toEqual(['717.398', '12288']);
    expect(reasonsOf(found)[0]).toMatch(
      /"File Size \(KB\)": none of its numbers .* to decide, set "numbers" in a mapping/,
    );
    expect(found.note).toMatch(/two ways/);
    const given = await read('File Size (KB)', ['717.398', '12'], {
      columns: { 'File Size (KB)': { numbers: 'comma' } },
    });
    expect([given.sizes, given.problems]).toEqual([['734615552', '12288'], []]);
  });

  test('may be unknown: values with two readings stay and are reported', async () => {
    const found = await read('Size', ['1,234.5', '1.234,5', '48,211', '7']);
    expect(found.sizes).toEqual(['1234.5', '1234.5', '48,211', '7']);
    expect(reasonsOf(found)[0]).toMatch(/some of its numbers have a decimal point and some a decimal comma/);
  });
});

test('bytes have no fractions: each value has one reading', async () => {
  const sizes = [
    '48211',
    '48,211',
    '48.211',
    '1 234 567 bytes',
    "1'234",
    '1.234,567',
    '1.23',
    '12.3456',
    '.123',
    '12 KB',
  ];
  const found = await read('L-Size (bytes)', sizes);
  expect(found.sizes).toEqual(['48211', '48211', '48211', '1234567', '1234', ...sizes.slice(5, -1), '12288']);
});

test('units are powers of 1,024, and the unit of a value precedes that of its header', async () => {
  const found = await read('FileSizeKB', [
    '1',
    '1.5',
    '2 B',
    '1,024.0',
    '3 MiB',
    '0.5GB',
    '1 kilobyte',
    '12 bytes',
    '1 TB',
    '2 PB',
  ]);
  expect(found.sizes).toEqual([
    ...['1024', '1536', '2', '1048576', '3145728', '536870912', '1024', '12', '1099511627776', '2251799813685248'],
  ]);
});

test('headers state units', () => {
  const unit = (header: string) => headerUnit(header)?.unit ?? null;
  expect(
    ['File Size (KB)', 'FileSizeKB', 'Size in MB', 'Size_GB', 'Size [B]', 'Length, bytes', 'FILE SIZE - kb'].map(unit),
  ).toEqual([...['KB', 'KB', 'MB', 'GB', 'B', 'B', 'KB']]);
  expect(unit(`${'size '.repeat(10_000)}(KB)`)).toBe(null);
  expect(['File Size', 'Size B', 'Tab (KB)', 'Resize', 'Size (pt)'].map(unit)).toEqual([null, null, null, null, null]);
});

test('a further column of sizes is in bytes if it names a unit, and is a number field', async () => {
  const table = await readCsv(
    'Size,Physical Size,Font Size,Price\n1,12 KB,12pt,"1,5"\n2,-,9pt,"2,5"\n3,"1.5 MB",8pt,"7,25"\n',
  );
  expect(valuesOf(table, 'Physical Size')).toEqual(['12288', '-', '1572864']);
  expect(valuesOf(table, 'Font Size')).toEqual(['12pt', '9pt', '8pt']);
  expect(valuesOf(table, 'Price')).toEqual(['1,5', '2,5', '7,25']);
  expect(Object.fromEntries(table.types)).toEqual({ length: 'number', 'Physical Size': 'number' });
  expect(reasonsOf(table)).toEqual([expect.stringMatching(/"Physical Size": 1 of its values are not numbers/)]);
  const given = await readCsv('Name,Price\na,"1,5"\n', { columns: { Price: { numbers: 'comma' } } });
  expect(valuesOf(given, 'Price')).toEqual(['1.5']);
});

test('random columns are read the same as by trying each reading', async () => {
  const digits = (min: number, max: number) =>
    fc.array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max }).map((all) => all.join(''));
  const number = fc
    .tuple(digits(1, 4), fc.array(fc.tuple(fc.constantFrom(...",. '"), digits(2, 4)), { maxLength: 2 }))
    .map(([first, more]) => first + more.map((pair) => pair.join('')).join(''));
  const units = fc.constantFrom('', '', '', ' KB', 'MB', ' B', ' bytes', ' gb');
  const value = fc.tuple(number, units).map((parts) => parts.join(''));
  const unit = fc.constantFrom('', 'B', 'K', 'M');
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 6 }), unit, async (values, headUnit) => {
      const header = headUnit === '' ? 'Size' : `Size (${headUnit === 'B' ? 'bytes' : `${headUnit}B`})`;
      const { sizes } = await read(header, values);
      expect([values, sizes]).toEqual([values, naiveSizes(values, headUnit)]);
    }),
    { numRuns, seed },
  );
});

test('exact bytes after a rounded size are used, and French units', async () => {
  const exact = await readCsv('Name,Size\na,"12.0 KB (12,288 bytes)"\nb,"1.95 MB (2,048,001 bytes)"\nc,"9 bytes"\n');
  expect([valuesOf(exact, 'length'), exact.problems]).toEqual([['12288', '2048001', '9'], []]);
  const french = await readCsv('Name,Size\na,"1,5 Mo"\nb,12 Ko\nc,7 octets\n');
  expect([valuesOf(french, 'length'), french.problems]).toEqual([['1572864', '12288', '7'], []]);
});

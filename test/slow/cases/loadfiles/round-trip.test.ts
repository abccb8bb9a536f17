/** Random tables, written in every dialect and encoding, are read back unchanged. RUNS= and SEED= work as in other tests. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { temporaryDir } from '../../../support/endings.ts';
import {
  CONCORDANCE,
  CSV,
  type Dialect,
  encode,
  type Table,
  TEXT_ENCODINGS,
  type TextEncoding,
  TSV,
  writeDelimited,
  writeEdrm,
} from '../../../support/load-files.ts';
import { readCaseAt } from '../../../support/read-case.ts';

const numRuns = Number(process.env.RUNS ?? 1) * 15;
const seed = Number(process.env.SEED ?? 1);

/** Pieces of values that are difficult for a dialect. None of them is a date, and none is blank. */
const PIECES = [
  ...['heron', 'x', '1', '"', '""', '",', ',"', "'", ',', ';', '|', '\t', '\n', '\n\n', 'é', 'ß', 'a\n"', ' b '],
  ...['</Tag>', '&amp;', '<!--', ']]>', '%00', '\\', '/', '=1+1', '-'],
];
const WIDE = ['Ω', '漢字', '😀', 'е\u0301', '\u2028', '€', '“'];

function table(isWide: boolean, forbidden: RegExp): fc.Arbitrary<Table> {
  const piece = fc.constantFrom(...PIECES, ...(isWide ? WIDE : [])).filter((text) => !forbidden.test(text));
  const value = fc
    .array(piece, { maxLength: 5 })
    .map((pieces) => pieces.join(''))
    .filter((text) => text === '' || text.trim() !== '');
  return fc.integer({ min: 2, max: 6 }).chain((width) =>
    fc.record({
      columns: fc.constant(Array.from({ length: width }, (_, i) => `col ${'abcdef'[i]}`)),
      rows: fc.array(
        fc.array(value, { minLength: width, maxLength: width }).filter((row) => row.some((cell) => cell !== '')),
        { maxLength: 12 },
      ),
    }),
  );
}

/** The expected values: the non-empty ones, under the names of their columns. */
function expectedOf({ columns, rows }: Table): unknown {
  return rows.map((row, i) => ({
    id: i + 1,
    properties: columns.map((name, column) => [name, [row[column]!]] as const).filter(([, [value]]) => value !== ''),
  }));
}

async function readBack(name: string, bytes: Buffer): Promise<unknown> {
  const dir = temporaryDir();
  await writeFile(join(dir, name), bytes);
  const { items, problems } = await readCaseAt(dir);
  expect(problems).toEqual([]);
  return items.map(({ id, properties }) => ({ id, properties }));
}

const dialect = (like: Dialect): fc.Arbitrary<Dialect> =>
  fc.record({
    delimiter:
      like.quote === '"' && like.delimiter === ',' ? fc.constantFrom(',', ';', '|') : fc.constant(like.delimiter),
    quote: fc.constant(like.quote),
    newline: fc.constant(like.newline),
    isQuotingAll: like.quote === '"' && like.delimiter === ',' ? fc.boolean() : fc.constant(true),
    end: fc.constantFrom('\n' as const, '\r\n' as const),
    isLastEnded: fc.boolean(),
  });

describe.each([
  ['Concordance', 'x.dat', CONCORDANCE, /[\t]/],
  ['CSV', 'x.CSV', CSV, /$^/],
  ['TSV', 'x.tsv', TSV, /$^/],
] as const)('%s', (_name, file, like, forbidden) => {
  test.each(TEXT_ENCODINGS)('in %s is read back as written', async (encoding: TextEncoding) => {
    const tables = fc.tuple(table(encoding !== 'windows-1252', forbidden), dialect(like));
    await fc.assert(
      fc.asyncProperty(tables, async ([written, how]) => {
        const bytes = encode(writeDelimited(written, how), encoding);
        expect(await readBack(file, bytes)).toEqual(expectedOf(written));
      }),
      { numRuns, seed },
    );
  });
});

test.each([true, false])('EDRM XML is read back as written, with its values in elements: %s', async (isElement) => {
  await fc.assert(
    fc.asyncProperty(table(true, /$^/), fc.constantFrom(...TEXT_ENCODINGS.slice(0, 4)), async (written, encoding) => {
      const withIds = {
        columns: ['DocID', ...written.columns],
        rows: written.rows.map((row, i) => [`D${i + 1}`, ...row.map((cell) => (isElement ? cell.trim() : cell))]),
      };
      if (withIds.rows.length === 0) return;
      const expected = (expectedOf(withIds) as { properties: [string, string[]][] }[]).map((item, i) => {
        const [[, id], ...rest] = item.properties as [[string, string[]], ...[string, string[]][]];
        return { ...item, properties: [['DocID', id], ['DocType', ['File']], ...rest, ['name', [`D${i + 1}`]]] };
      });
      const found = (await readBack('x.xml', encode(writeEdrm(withIds, isElement), encoding))) as typeof expected;
      const sorted = (items: typeof expected) =>
        items.map(({ properties, ...item }) => ({ ...item, properties: [...properties].sort() }));
      expect(sorted(found)).toEqual(sorted(expected));
    }),
    { numRuns, seed },
  );
});

test('a file with only carriage returns, and one beside a folder of texts, are read, too', async () => {
  const dir = temporaryDir();
  await mkdir(join(dir, 'text'));
  await writeFile(join(dir, 'x.csv'), 'a,b\r1,"2\r3"\r4,5');
  const { items } = await readCaseAt(dir);
  expect(items.map(({ properties, line }) => [properties, line])).toEqual([
    [
      [
        ['a', ['1']],
        ['b', ['2\r3']],
      ],
      2,
    ],
    [
      [
        ['a', ['4']],
        ['b', ['5']],
      ],
      4,
    ],
  ]);
});

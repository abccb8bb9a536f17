/**
 * Random workbooks are read as Python's standard library reads them. With flipped, lost and cut bytes a reader ends, throws
 * nothing but CASE_UNREADABLE, and reports something whenever a row is lost. RUNS=20 makes that many times more attempts, and
 * SEED= chooses others.
 */
import { expect, test } from '@jest/globals';
import { AppError } from '../../../../src/shared/errors.ts';
import { hasPython } from '../../../support/has-python.ts';
import { propertyOf, type ReadFiles, readFiles } from '../../../support/read-files.ts';
import { readWorkbook } from '../../../support/read-workbook.ts';
import { seeded } from '../../../support/seeded.ts';
import { type Cell, columnName, STYLES, type WorkbookSheet, workbookFile } from '../../../support/workbook-file.ts';

const RUNS = Number(process.env.RUNS ?? 1) * 10;
const SEED = Number(process.env.SEED ?? 1);
const WORDS = ['Grüße', '契約書', 'a & b', '<c>', ' blank ', 'line\nbreak', '0012', '=1+1', '_x0041', '🔥'];

function randomSheets(random: () => number, rowsMax: number): readonly WorkbookSheet[] {
  const below = (end: number): number => Math.floor(random() * end);
  const cell = (): Cell | string | number | null => {
    const kind = below(9);
    if (kind === 0) return null;
    if (kind === 1) return below(1_000_000) / 8;
    if (kind === 2) return { type: 'inlineStr', value: WORDS[below(WORDS.length)]! };
    if (kind === 3) return { value: String(61 + below(60_000)), style: STYLES.day };
    if (kind === 4) return { value: String(30_000 + random() * 20_000), style: STYLES.moment };
    if (kind === 5) return { type: 'b', value: String(below(2)) };
    if (kind === 6) return { value: String(random()), formula: 'RAND()' };
    return `${WORDS[below(WORDS.length)]!} ${below(50)}`;
  };
  return Array.from({ length: 1 + below(3) }, (_, n) => {
    const width = 2 + below(30);
    const header = Array.from({ length: width }, (_, column) => `col${columnName(column)}x`);
    const rows = Array.from({ length: 1 + below(rowsMax) }, () => header.map(cell));
    return { name: `Sheet ${n} & more`, rows: [header, ...rows] };
  });
}

/** As `Column: value` on a line: the values of a row without a text of its own, before columns get a meaning. */
const linesOf = (cells: Readonly<Record<string, string>>): string =>
  Object.entries(cells)
    .filter(([, value]) => value.trim() !== '')
    .map(([column, value]) => `col${column}x: ${value}`)
    .join('\n');

(hasPython() ? test : test.skip)('random workbooks are read as Python reads them (needs python3)', async () => {
  const random = seeded(SEED);
  for (let run = 0; run < RUNS; run++) {
    const bytes = workbookFile(randomSheets(random, 60));
    const { sheets } = await readWorkbook(bytes);
    const rows = sheets
      .flatMap(({ rows }) => rows)
      .filter(({ line }) => line > 1)
      .map(({ line, shown }) => [line, linesOf(shown)]);
    const { items } = await readFiles({ 'x.xlsx': bytes }, 'x.xlsx');
    expect([run, items.map(({ line, text }) => [line, text])]).toEqual([run, rows.filter(([, text]) => text !== '')]);
  }
});

async function readOrRefuse(bytes: Buffer): Promise<ReadFiles | null> {
  try {
    return await readFiles({ 'x.xlsx': bytes }, 'x.xlsx');
  } catch (error) {
    expect([error, (error as AppError).code]).toEqual([expect.any(AppError), 'CASE_UNREADABLE']);
    return null;
  }
}

test('a workbook with wrong bytes loses no row silently', async () => {
  const random = seeded(SEED + 1);
  for (let run = 0; run < RUNS * 5; run++) {
    const bytes = workbookFile(randomSheets(random, 30));
    const whole = (await readFiles({ 'x.xlsx': bytes }, 'x.xlsx')).items;
    const at = Math.floor(random() * bytes.length);
    const damaged = run % 3 === 0 ? bytes.subarray(0, at) : Buffer.from(bytes);
    if (run % 3 !== 0) damaged[at]! ^= 1 << Math.floor(random() * 8);
    const found = await readOrRefuse(damaged);
    const texts = new Set(found?.items.map((item) => `${propertyOf(item, 'table')} ${item.text as string}`));
    const lost = whole.filter((item) => !texts.has(`${propertyOf(item, 'table')} ${item.text as string}`));
    // A byte of a name or of a date in the list of the archive changes no cell.
    expect([run, at, found === null || lost.length === 0 || found.problems.length > 0]).toEqual([run, at, true]);
  }
});

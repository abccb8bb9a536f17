/** Formulas in strings and in bytes, over all first characters. */
import { describe, expect, test } from '@jest/globals';
import { type CellStyle, csvCells, TEXT_CELL } from '../../../../src/query/rows/cell-styles.ts';
import { RowBytes } from '../../../../src/query/rows/row-bytes.ts';
import { surveyedCells } from '../../../../src/query/rows/surveyed-cells.ts';
import { isFormula, isFormulaUtf8 } from '../../../../src/shared/cells/formula-signs.ts';
import { csvCell } from '../../../../src/shared/cells/table-cells.ts';

/** All characters of the first plane, and one of another. The others begin with the same bytes as these. */
const CHARACTERS = [
  ...Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((text) => text.isWellFormed()),
  '🐦',
];
const BEGINNINGS = ['', "'", "''", 'x', ' ', '\ufeff', '\u202e'];

test('a string and its bytes are formulas alike', () => {
  const formulas = new Set<string>();
  const different = [];
  for (const beginning of BEGINNINGS) {
    for (const character of CHARACTERS) {
      const text = beginning + character;
      // Memory behind a text is not part of it.
      const bytes = Buffer.from(`${text}=1`);
      const length = bytes.length - 2;
      if (isFormula(text) !== isFormulaUtf8(bytes, length)) different.push(text);
      if (isFormula(text)) formulas.add(beginning === '' || /^'+$/.test(beginning) ? character : text);
    }
  }
  expect(different).toEqual([]);
  expect([...formulas].join('')).toBe('\t\n\r+-=@＋－＝＠');
});

test('bytes that end within a sign, and no bytes, are not a formula', () => {
  const wide = Buffer.from("'＝");
  expect([0, 1, 2, 3, 4].map((length) => isFormulaUtf8(wide, length))).toEqual([false, false, false, false, true]);
});

describe.each([false, true])('for spreadsheets: %s', (isForSpreadsheets) => {
  const style = { delimiter: ',', isForSpreadsheets } as const;
  const out = new RowBytes();

  function written(cells: CellStyle, text: string): Buffer {
    const bytes = Buffer.from(text);
    out.length = 0;
    cells.cell(out, bytes, bytes.length, 0, TEXT_CELL);
    return out.bytes.subarray(0, out.length);
  }

  const texts = CHARACTERS.flatMap((character) => [character, `'${character}`, `${character}x`, `x${character}`]);

  test('cells of a table are made alike from strings and bytes', () => {
    const cells = csvCells(style);
    const different = texts.filter((text) => written(cells, text).toString() !== `,${csvCell(text, style)}`);
    expect(different).toEqual([]);
  });

  test('a survey counts the apostrophe before a formula', () => {
    const cells = surveyedCells(isForSpreadsheets);
    const different = texts.filter((text) => {
      const guard = isForSpreadsheets && isFormula(text) ? 1 : 0;
      return written(cells, text).readUInt32LE(4) !== text.length + guard;
    });
    expect(different).toEqual([]);
  });
});

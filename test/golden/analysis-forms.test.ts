/**
 * The table of forms by script, whose tokens another implementation made over another library's data (bench/analysis-forms.ts). It is held
 * by the naive analyzer under the Unicode version of the table; with another version, letters may be new.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { tokenize } from '../support/naive/naive-analysis-2.ts';

const FORMS_UNICODE = '17.0';

const rows = readFileSync('test/golden/analysis-forms.tsv', 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [script, kind, form, tokens] = line.split('\t');
    return { script: script!, kind: kind!, text: JSON.parse(form!) as string, tokens: tokens! };
  });

const isSameUnicode = process.versions.unicode === FORMS_UNICODE;
const testIfSame = isSameUnicode ? test : test.skip;

test('the table has every script of Unicode', () => {
  expect(new Set(rows.map(({ script }) => script)).size).toBeGreaterThan(170);
});

testIfSame('the naive analyzer makes the tokens of the table', () => {
  const differing = rows.filter(({ text, tokens }) => shown(tokenize(text)) !== tokens);
  expect(differing.map((row) => ({ ...row, made: shown(tokenize(row.text)) }))).toEqual([]);
});

/** Terms in order of positions; those of one position are joined by `|`. */
function shown(tokens: readonly { readonly term: string; readonly position: number }[]): string {
  const positions: string[][] = [];
  for (const { term, position } of tokens) positions[position] = [...(positions[position] ?? []), term];
  return positions.map((terms) => terms.join('|')).join(' ');
}

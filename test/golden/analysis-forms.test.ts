/**
 * The table of forms by script, whose tokens come from another implementation over another library's data
 * (bench/analysis-forms.ts). The naive analyzer and the engine's are compared with it under the same Unicode version. With
 * another version, letters may be new.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { naiveTokens, shownTerms, tokensOfPieces } from '../support/analyzed-tokens.ts';
import { queryTokens, tokenize } from '../support/naive/naive-analysis.ts';

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

testIfSame('so does the engine, with the places of the naive analyzer', () => {
  const differing = rows.filter(({ text, tokens }) => {
    const made = tokensOfPieces([text]);
    return inOneOrder(shownTerms(made)) !== inOneOrder(tokens) || !isDeepStrictEqual(made, naiveTokens(text));
  });
  expect(differing.map((row) => ({ ...row, made: tokensOfPieces([row.text]) }))).toEqual([]);
});

function inOneOrder(terms: string): string {
  return terms
    .split(' ')
    .map((position) => position.split('|').sort().join('|'))
    .join(' ');
}

/** Forms in which the same word may be written. */
const SAME_WORD = ['NFC', 'NFD', 'NFKC', 'NFKD', 'upper', 'lower', 'wide', 'ignorable', 'tatweel'];

testIfSame('a text is found by itself, and a word by each of its forms', () => {
  const missed: string[] = [];
  let word = '';
  for (const { script, kind, text } of rows) {
    if (kind === 'word') word = text;
    if (!isFound(text, text)) missed.push(`${script}: ${text} by itself`);
    if (SAME_WORD.includes(kind) && word !== '' && !(isFound(word, text) && isFound(text, word))) {
      missed.push(`${script} ${kind}: ${word} by ${text}`);
    }
    if (kind === 'letters') word = '';
  }
  expect(missed).toEqual([]);
});

testIfSame('मेल, माल and मिल are three words', () => {
  expect(isFound('मेल', 'माल') || isFound('मेल', 'मिल') || isFound('माल', 'मिल')).toBe(false);
});

/**
 * Whether all elements of the query are at their positions, counted from one position of the text. A query without elements
 * matches nothing.
 */
function isFound(text: string, query: string): boolean {
  const tokens = tokenize(text);
  const elements = queryTokens(query);
  if (elements.length === 0) return tokens.length === 0;
  return tokens.some(({ position: begin }) =>
    elements.every(({ kind, term, position }) =>
      tokens.some(
        (token) => token.position === begin + position && (kind === 'unit' ? token.first?.unit : token.term) === term,
      ),
    ),
  );
}

/** Terms in order of positions. Terms at one position are joined by `|`. */
function shown(tokens: readonly { readonly term: string; readonly position: number }[]): string {
  const positions: string[][] = [];
  for (const { term, position } of tokens) positions[position] = [...(positions[position] ?? []), term];
  return positions.map((terms) => terms.join('|')).join(' ');
}

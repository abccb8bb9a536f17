import { describe, expect, test } from '@jest/globals';
import { analyzerOfIndex, EXACT_ANALYZER } from '../../../src/analysis/analyzer-of-index.ts';
import type { TextAnalysis } from '../../../src/shared/text-analysis.ts';

const usual: TextAnalysis = {
  isLowerCased: true,
  isFolded: true,
  extraCharacters: '',
  isLatinOnly: false,
  tokenUnitsMax: 255,
};

const tokensOf = (analysis: TextAnalysis, text: string): (string | null)[] =>
  analyzerOfIndex(analysis)
    .tokens(text)
    .map((token) => (token.kind === 'term' ? token.term : null));

describe('the tokens of imported terms', () => {
  test.each([
    ['IMG_2020-01-31.jpg', 'img 2020 01 31 jpg'],
    ["John.O'Neil@Example.com", 'john o neil example com'],
    ['Ação ÇEDILHA', 'acao cedilha'],
    ['e\u0301te\u0301', 'e te'],
    ['日本語テスト 中文123', '日本語テスト 中文123'],
    ['हिन्दी', 'ह न द'],
    ['Ёлка', 'ёлка'],
    ['İstanbul ıI', 'istanbul ii'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ª º', 'ª º'],
    ['Ⅷ ① ％ 😀', ''],
    ['Straße Æon', 'strasse aeon'],
    ['𝒜b', '𝒜b'],
  ])('%s', (text, tokens) => {
    expect(tokensOf(usual, text).join(' ')).toBe(tokens);
  });

  test('a word of 300 letters is cut at 255', () => {
    const tokens = tokensOf(usual, `x ${'a'.repeat(300)}`);
    expect(tokens.map((token) => token?.length)).toEqual([1, 255, 45]);
  });

  test('an omitted word keeps its position, but not at the ends', () => {
    const short = { ...usual, tokenUnitsMax: 4 };
    expect(tokensOf(short, 'overlong one overlong two overlong')).toEqual(['one', null, 'two']);
    expect(tokensOf(short, 'overlong')).toEqual([]);
    expect(tokensOf({ ...usual, isLatinOnly: true }, 'a Ёлка é')).toEqual(['a', null, 'e']);
  });

  test('extra characters are letters', () => {
    const settings = { ...usual, extraCharacters: '@_' };
    const analyzer = analyzerOfIndex(settings);
    expect(tokensOf(settings, 'A_b@c.D')).toEqual(['a_b@c', 'd']);
    expect([analyzer.isTermCodePoint(0x40), analyzer.isTermCodePoint(0x2e)]).toEqual([true, false]);
  });

  test.each([
    [{ isLowerCased: false, isFolded: false }, 'Ação ÇÆ ǅ'],
    [{ isLowerCased: true, isFolded: false }, 'ação çæ ǆ'],
    [{ isLowerCased: false, isFolded: true }, 'Acao CAE Dz'],
    [{ isLowerCased: true, isFolded: true }, 'acao cae dz'],
  ])('each step is optional: %j', (steps, folded) => {
    expect(analyzerOfIndex({ ...usual, ...steps }).fold('Ação ÇÆ ǅ')).toBe(folded);
  });
});

test('exact values are unchanged terms', () => {
  expect(EXACT_ANALYZER.tokens('2015-03-31T12:59:59Z')).toEqual([{ kind: 'term', term: '2015-03-31T12:59:59Z' }]);
  expect(EXACT_ANALYZER.foldWhole('A é')).toBe('A é');
});

test('the same settings give the same analyzer, others a different key', () => {
  expect(analyzerOfIndex({ ...usual })).toBe(analyzerOfIndex(usual));
  expect(analyzerOfIndex({ ...usual, isFolded: false }).key).not.toBe(analyzerOfIndex(usual).key);
});

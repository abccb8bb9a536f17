/**
 * Examples of the description of the analysis, applied to the naive analyzer. It must be correct before other code is compared
 * with it.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutTerm, positionsOf, queryTokens, tokenize } from '../support/naive/naive-analysis.ts';
import { clustersOf, foldText } from '../support/naive/naive-folding.ts';

/** Terms in order of positions. Terms at one position are joined by `|`. */
function shown(text: string): string {
  const positions: string[][] = [];
  for (const { term, position } of tokenize(text)) positions[position] = [...(positions[position] ?? []), term];
  return positions.map((terms) => terms.join('|')).join(' ');
}

describe('examples of the description', () => {
  test.each([
    ['IMG_2020-01-31.jpg', 'img 2020 01 31 jpg'],
    ['João Ação', 'joao acao'],
    ['Ёлка', 'елка'],
    ['мой', 'мой'],
    ['мо\u0438\u0306', 'мо\u0439'],
    ['ΠΑΠΑΔΌΠΟΥΛΟΣ Παπαδόπουλος', 'παπαδοπουλοσ παπαδοπουλοσ'],
    ['Straße STRASSE', 'strasse strasse'],
    ['ﬁn', 'fin'],
    ['ＡＢＣ１２３', 'abc123'],
    ['٠٥٠١٢٣', '050123'],
    ['مُحَمَّد محـــمد', 'محمد محمد'],
    ['أحمد', 'احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी', 'हिन्दी'],
    ['\u0958 \u0915\u093c', 'क क'],
    ['मेल माल मिल', 'मेल माल मिल'],
    ['ﾔﾏﾀﾞ', 'ヤマ マダ ダ'],
    ['東京都', '東京 京都 都'],
    ['東 京\n\n都 \n 府', '東 京 都府 府'],
    ['Ⅷ', 'viii'],
    ['H₂O', 'h2o'],
    ['½', '1 2'],
    ['super\u00adcali', 'supercali'],
    ['super-\ncali x', 'super|supercali cali|supercali x'],
    ['super\u00ad \r\n cali', 'super|supercali cali|supercali'],
    ['super-\nCali super\ncali', 'super cali super cali'],
    ['nº123 nºx ª4', 'no 123 nox a 4'],
    ['🔥🔥', '🔥 🔥'],
    ['👍🏽❤️', '👍 ❤'],
    ['👩‍👧', '👩 👧'],
    ['🇧🇷🇵🇹🇧', '🇧🇷 🇵🇹'],
    ['ที่ ท', 'ที\u0e48 ท'],
    ['한국\n어', '한국 국 어'],
    ['한국'.normalize('NFD'), '한국 국'],
    ['iPhone手机', 'iphone 手机 机'],
    ['〇', '〇'],
    ['ııĸø', 'iiqo'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

test('extents cover letters, their marks, and ignorable characters between them', () => {
  const text = 'x e\u0301t\u00ade\u0301\u200b, 東\ufe00京';
  expect(tokenize(text).map(({ start, end, first }) => [text.slice(start, end), first?.unit])).toEqual([
    ['x', undefined],
    ['e\u0301t\u00ade\u0301', undefined],
    ['東\ufe00京', '東'],
    ['京', '京'],
  ]);
});

test('a query of a run is its pairs; a single letter finds the tokens that begin with it', () => {
  expect(queryTokens('a 東京都b 京')).toEqual([
    { kind: 'term', term: 'a', position: 0 },
    { kind: 'term', term: '東京', position: 1 },
    { kind: 'term', term: '京都', position: 2 },
    { kind: 'term', term: 'b', position: 4 },
    { kind: 'unit', term: '京', position: 5 },
  ]);
  expect(positionsOf('a 東京都b 京')).toBe(6);
});

describe('long words', () => {
  test('are cut into pieces of 255 units that begin every 128', () => {
    expect(cutTerm('x'.repeat(255))).toEqual(['x'.repeat(255)]);
    expect(cutTerm(`${'x'.repeat(255)}y`)).toEqual(['x'.repeat(255), `${'x'.repeat(127)}y`]);
    expect(cutTerm('𐐨'.repeat(128)).map(({ length }) => length)).toEqual([254, 128]);
    expect(tokenize('x'.repeat(1000))).toHaveLength(2);
  });

  test('every part of up to 127 units is in a piece', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), fc.nat(), fc.integer({ min: 1, max: 127 }), (units, at, length) => {
        const word = Array.from({ length: units }, (_, i) => String.fromCharCode(97 + ((i * i + (i >> 3)) % 26))).join(
          '',
        );
        const part = word.slice(at % units, (at % units) + length);
        expect(cutTerm(word).some((piece) => piece.includes(part))).toBe(true);
      }),
    );
  });
});

describe('folding', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        ...'aeіеийсс\u0300\u0301\u0306\u0308\u0327\u05b0\u064bকー\u3099ガﾀﾞﾟㄱㅏ각가\u00ad\u200d\u0640ªº5٣ßΣςİıﬁ',
      ),
    ),
  });

  test('is the folding of its clusters, and is folded', () => {
    fc.assert(
      fc.property(text, (given) => {
        const folded = foldText(given);
        expect(foldText(folded)).toBe(folded);
        expect(
          clustersOf(given)
            .map((cluster) => cluster.folded)
            .join(''),
        ).toBe(folded);
      }),
    );
  });

  test('is the same for each normalization form', () => {
    fc.assert(
      fc.property(text, (given) => {
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
          expect(foldText(given.normalize(form))).toBe(foldText(given));
      }),
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analyze } from '../../../src/analysis/analyze.ts';
import { hashTerm } from '../../../src/analysis/term-hash.ts';
import { FOLDED_UNITS_MAX } from '../../../src/analysis/token-cutter.ts';
import { Tokenizer } from '../../../src/analysis/tokenizer.ts';
import { slowAnalyze } from '../../unit/analysis/slow-analyzer.ts';
import { anyText, dividedText } from '../../unit/analysis/texts.ts';

const tokenizePieces = (pieces: readonly string[]): string[] => {
  const tokens: string[] = [];
  const tokenizer = new Tokenizer({
    token(units, length, hash) {
      const term = String.fromCharCode(...units.subarray(0, length));
      tokens.push(hash === hashTerm(term) ? term : `wrong hash of ${term}`);
    },
  });
  for (const piece of pieces) tokenizer.feed(piece);
  tokenizer.finish();
  return tokens;
};

describe('tokenizer', () => {
  test.each([
    ['IMG_2020-01-31.jpg', 'img 2020 01 31 jpg'],
    ['João Ação', 'joao acao'],
    ['Ёлка', 'ёлка'],
    ['日本語テスト 中文123', '日本語テスト 中文123'],
    ['ＡＢＣ１２３', 'abc123'],
    ['Straße', 'strasse'],
    ['ﬁn', 'fin'],
    ['Joa\u0303o', 'joao'],
    ['john.doe@example.com', 'john doe example com'],
    ['... ½ ""', ''],
    ['', ''],
    ['x\u0316y', 'x y'],
    ['a\ud801b\udc00c', 'a b c'],
    ['𐐀𐐁', '𐐨𐐩'],
  ])('%j has the tokens %j', (text, tokens) => {
    expect(analyze(text).join(' ')).toBe(tokens);
  });

  test('agrees with the definition', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(analyze(text)).toEqual(slowAnalyze(text));
      }),
      { numRuns: 1500 },
    );
  });

  test('agrees with it where a buffer of text ends: before a mark, within a pair, in text without any boundary', () => {
    const ends = [
      'e\u0301x',
      'e\u0316\u0301',
      '\u1112\u1161\u11ab',
      '\ud801\udc00z',
      '\u{110a5}\u{110ba}',
      '\ud801',
      'é ’',
    ];
    for (const end of ends) {
      for (let units = 8190; units <= 8193; units++) {
        for (const filler of ['ab ', '重’', '\u{1f600}', '\u0301']) {
          const text = filler.repeat(units).slice(0, units) + end + filler.repeat(9);
          expect(analyze(text)).toEqual(slowAnalyze(text));
        }
      }
    }
  });

  test('gives the same tokens however the text is divided', () => {
    fc.assert(
      fc.property(dividedText, (pieces) => {
        expect(tokenizePieces(pieces)).toEqual(slowAnalyze(pieces.join('')));
      }),
      { numRuns: 1500 },
    );
  });

  test.each(['x', 'É', 'e\u0301', '𠀀', 'ﬃ', '\u1112\u1161\u11ab'])('cuts a run of %j every 255 units', (text) => {
    for (const count of [126, 127, 128, 254, 255, 256, 257, 510, 511, 1000]) {
      for (const prefix of ['', 'a'])
        expect(analyze(prefix + text.repeat(count))).toEqual(slowAnalyze(prefix + text.repeat(count)));
    }
  });

  test('is ready for the next text after finish, and ends a token there', () => {
    const tokens: number[] = [];
    const tokenizer = new Tokenizer({ token: (_units, length) => tokens.push(length) });
    for (const text of ['abc', 'de', 'f\u0301', '']) {
      tokenizer.feed(text);
      tokenizer.finish();
    }
    expect(tokens).toEqual([3, 2, 1]);
  });

  test('the longest folded token fits its buffer', () => {
    expect(analyze('ﬃ'.repeat(255))[0]).toHaveLength(FOLDED_UNITS_MAX);
  });

  test.each([
    ['marks of alternating classes', `a${'\u0301\u0316'.repeat(150_000)}b`],
    [
      'all kinds of marks',
      `a${Array.from({ length: 0x70 }, (_, i) => String.fromCharCode(0x300 + i))
        .join('')
        .repeat(2000)}b`,
    ],
    ['vowels of Hangul without consonants', `가${'\u1161'.repeat(300_000)}b`],
    ['vowels that compose in pairs', `a ${'𖵧'.repeat(100_001)}b`],
  ])(
    '%s without end take linear time',
    (_name, text) => {
      const pieces = text.match(/.{1,5000}/g)!;
      const whole = analyze(text);
      expect(tokenizePieces(pieces)).toEqual(whole);
      // The whole text would keep the definition busy for minutes.
      expect(whole[0]).toBe(slowAnalyze(text.slice(0, 3000))[0]);
    },
    5000,
  );

  test('marks without end leave their letter as the definition has it', () => {
    for (const count of [31, 33, 100, 3000]) {
      for (const marks of ['\u0301\u0316', '\u0316\u0301', '\u0308\u0301', '\u0334', '\u0344', '\u0f73\u0301']) {
        const text = `e${marks.repeat(count)}f u${marks.repeat(count)}\u0308`;
        expect(analyze(text)).toEqual(slowAnalyze(text));
        expect(tokenizePieces(text.match(/.{1,700}/g)!)).toEqual(slowAnalyze(text));
      }
    }
  });
});

/** The tokens of our own analysis with their offsets, compared with the naive analyzer. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { naiveTokens, shownTerms, tokensOfPieces } from '../../support/analyzed-tokens.ts';
import { anyText, dividedText } from '../../unit/analysis/texts.ts';

describe('tokens', () => {
  test('agree with the definition, and so do their offsets', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(tokensOfPieces([text])).toEqual(naiveTokens(text));
      }),
      { numRuns: 800 },
    );
  });

  test('are the same however the text is divided', () => {
    fc.assert(
      fc.property(dividedText, (pieces) => {
        expect(tokensOfPieces(pieces)).toEqual(tokensOfPieces([pieces.join('')]));
      }),
      { numRuns: 800 },
    );
  });

  test.each([
    ['a\u{1f1e9}\u{1f1ea}\u{1f1eb}b', 'a 🇩🇪 b'],
    ['\u{1f1e9}\u200b\u{1f1ea}', '🇩🇪'],
    ['\u{1f1e9}\u0640\u{1f1ea}\u{1f1eb}\u0301\u{1f1f7}', '🇩🇪 🇫🇷'],
    ['\u{1f1e9} \u{1f1ea}', ''],
    ['👍\ufe0f🏽👍', '👍 👍'],
    ['й\u00ad\u064e\nе', 'йَ е'],
  ])('of %j are %j, however it is divided', (text, terms) => {
    for (const pieces of [[text], text.split('')]) expect(shownTerms(tokensOfPieces(pieces))).toBe(terms);
    expect(shownTerms(naiveTokens(text))).toBe(terms);
  });

  test.each(['x', 'É', 'e\u0301', '𠀀', 'ﬃ', '東', 'ที่', '\u1112\u1161\u11ab'])('of a run of %j', (text) => {
    for (const count of [2, 42, 43, 85, 86, 126, 127, 128, 129, 254, 255, 256, 257, 383, 384, 510, 511, 1000]) {
      for (const prefix of ['', 'a']) {
        const long = prefix + text.repeat(count);
        expect(shownTerms(tokensOfPieces([long]))).toBe(shownTerms(naiveTokens(long)));
      }
    }
  });

  test.each([
    ['marks of alternating classes', `a${'\u0301\u0316'.repeat(150_000)}b`, 'ab'],
    ['vowels of Hangul without consonants', `가${'\u1161'.repeat(300_000)}`, null],
    ['vowels that compose in pairs', `a ${'𖵧'.repeat(100_001)}b`, null],
    ['marks that stay', `क${'\u094d\u0334'.repeat(100_000)} b`, null],
    ['invisible characters', `a${'\u200b'.repeat(400_000)}b`, 'ab'],
    ['flags', '\u{1f1e9}'.repeat(100_000), null],
  ])('%s without end take linear time', (_name, text, terms) => {
    const whole = tokensOfPieces([text]);
    const pieces = text.match(/.{1,5000}/gs)!;
    expect(shownTerms(tokensOfPieces(pieces))).toBe(shownTerms(whole));
    if (terms !== null) expect(shownTerms(whole)).toBe(terms);
  });
});

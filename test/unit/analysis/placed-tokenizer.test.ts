import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PlacedTokenizer, PlacedTokenSink } from '../../../src/analysis/analyzer.ts';
import { analyzerOfIndex, placedTokenizer, spelledTokenizer } from '../../../src/analysis/analyzer-of-index.ts';
import { hashTerm } from '../../../src/analysis/term-hash.ts';
import type { TextAnalysis } from '../../../src/shared/text-analysis.ts';
import { tokensOfPieces } from '../../support/analyzed-tokens.ts';
import { anyText, dividedText } from './texts.ts';

interface Placed {
  readonly token: string | null;
  readonly start: number;
  readonly end: number;
}

function tokensOf(open: (sink: PlacedTokenSink) => PlacedTokenizer, pieces: readonly string[]): Placed[] {
  const tokens: Placed[] = [];
  const tokenizer = open({
    placedToken(units, length, hash, start, end) {
      const token = String.fromCharCode(...units.subarray(0, length));
      tokens.push({ token: hash === hashTerm(token) ? token : `wrong hash of ${token}`, start, end });
    },
    skippedToken: () => tokens.push({ token: null, start: -1, end: -1 }),
  });
  for (const piece of pieces) tokenizer.feed(piece);
  tokenizer.finish();
  return tokens;
}

describe('offsets of our own analysis', () => {
  test.each([
    ['Joa\u0303o e Ana', 'joao 0-5, e 6-7, ana 8-11'],
    ['\ufeffﬁn. Straße', 'fin 1-3, strasse 5-11'],
    ['𐐀𐐁 x\u0316y', '𐐨𐐩 0-4, xy 5-8'],
    ['東京 \u2028 都', '東京 0-2, 京都 1-6, 都 5-6'],
    ['ทำ', 'ทํา 0-2, า 1-2'],
    ['', ''],
  ])('%j', (text, places) => {
    const shown = tokensOfPieces([text]).map(({ term, start, end }) => `${term} ${start}-${end}`);
    expect(shown.join(', ')).toBe(places);
  });
});

/** Tokens, and after each piece the position of the last one that ended. */
function soughtIn(pieces: readonly string[], words: readonly string[] | null) {
  const tokens: (Placed & { readonly token: string })[] = [];
  const ends: number[] = [];
  const tokenizer = placedTokenizer(undefined, {
    placedToken: (units, length, _hash, start, end) =>
      tokens.push({ token: String.fromCharCode(...units.subarray(0, length)), start, end }),
    skippedToken: () => undefined,
  });
  if (words !== null) tokenizer.seek!(words);
  for (const piece of pieces) {
    tokenizer.feed(piece);
    ends.push(tokens.at(-1)?.start ?? -1);
  }
  tokenizer.finish();
  return { tokens, ends };
}

describe('searched words', () => {
  const words = ['history', 'strasse', '\u{10428}x', 'a'.repeat(40), 'prehistory'];
  const filler = fc
    .tuple(
      fc.constantFrom('lorem ipsum ', 'dolor, sit (amet) ', 'pérez àl ', '\n- \u2014 '),
      fc.integer({ min: 1, max: 60 }),
    )
    .map(([text, times]) => text.repeat(times));
  const spelling = fc.constantFrom(
    ...[
      'history',
      'HISTORY',
      'hist\u00f6ry',
      'histo\u0308ry',
      'hi\ufb06ory',
      'prehistory',
      'historys',
      'Straße',
      'STRASSE',
    ],
    ...['stras\u017fe', '\u{10400}X', '\u{10400}history', '\u{1f600}history\u{1f600}', `${'b'.repeat(255)}history`],
    ...['pre-\nhistory', 'hist\u00ad\n ory', 'his-\r\ntory'],
    ...['A'.repeat(40), 'a'.repeat(41), 'history\u0301', '\u0301history', '\ud83dhistory', 'history\udc00 '],
  );
  const part = fc.oneof(
    { weight: 4, arbitrary: filler },
    { weight: 2, arbitrary: spelling },
    anyText,
    fc.constant(' '),
  );
  const parts = fc.array(part, { minLength: 4, maxLength: 14 });

  test('all of them are found at their offsets, however the text is divided, and a text is settled as far as without them', () => {
    let left = 0;
    fc.assert(
      fc.property(parts, fc.array(fc.nat(), { maxLength: 3 }), (some, at) => {
        const text = some.join('');
        const cuts = [0, ...at.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const pieces = cuts.slice(1).map((cut, i) => text.slice(cuts[i], cut));
        const all = soughtIn(pieces, null);
        const sought = soughtIn(pieces, words);
        const isSought = ({ token }: { readonly token: string }) => words.includes(token);
        expect(sought.tokens.filter(isSought)).toEqual(all.tokens.filter(isSought));
        expect(sought.ends).toEqual(all.ends);
        left += all.tokens.length - sought.tokens.length;
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    );
    expect(left).toBeGreaterThan(1000);
  });

  test('all tokens are taken of a text that is full of possible matches', () => {
    const takenOf = (text: string) => soughtIn([text, text, text], words).tokens.length;
    expect(takenOf('lorem ipsum '.repeat(2000))).toBeLessThan(100);
    const full = 'stra\u00dfen '.repeat(2000);
    expect(soughtIn([full, full, full], words)).toEqual(soughtIn([full, full, full], null));
  });
});

const usual: TextAnalysis = {
  isLowerCased: true,
  isFolded: true,
  extraCharacters: '@',
  isLatinOnly: false,
  tokenUnitsMax: 8,
};

const imported = (text: string): (string | null)[] =>
  analyzerOfIndex(usual)
    .tokens(text)
    .map((token) => (token.kind === 'term' ? token.term : null));

test('tokens of imported terms are those of their analyzer, and omitted words have a position', () => {
  fc.assert(
    fc.property(dividedText, (pieces) => {
      const text = pieces.join('');
      const tokens = tokensOf((sink) => placedTokenizer(usual, sink), pieces);
      const written = tokens.map(({ token }) => token);
      const first = written.findIndex((token) => token !== null);
      const kept = first < 0 ? [] : written.slice(first, written.findLastIndex((token) => token !== null) + 1);
      expect(kept).toEqual(imported(text));
      for (const { token, start, end } of tokens) {
        if (token !== null) expect(imported(text.slice(start, end))).toEqual([token]);
      }
    }),
    { numRuns: 100 },
  );
});

test('in spelled texts every word between spaces is a term', () => {
  const tokens = tokensOf(spelledTokenizer, ['ana\u0301 A', '@b', ' ', ' c']);
  expect(tokens.map(({ token, start, end }) => `${token} ${start}-${end}`)).toEqual([
    'ana\u0301 0-4',
    'A@b 5-8',
    'c 10-11',
  ]);
});

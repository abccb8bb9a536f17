import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldWhole } from '../../../src/analysis/whole-value.ts';
import { PIECE_STRIDE, PIECES_MAX } from '../../../src/analysis/word-cutter.ts';
import { giveTermLogBack, LoggedTexts, takeTermLog } from '../../../src/engine/inversion/logged-texts.ts';
import type { TermLog } from '../../../src/engine/inversion/term-log.ts';
import { naiveTokens, type ShownToken, shownTerms, tokensOfPieces } from '../../support/analyzed-tokens.ts';
import { dividedText } from '../../unit/analysis/texts.ts';

type Entry = readonly [field: number, term: string];

/** Calls `use` with a log that has room for few tokens, so that it grows. */
function withLog(use: (log: TermLog) => void): void {
  const log = takeTermLog(4);
  log.limitTo(2 ** 31);
  try {
    use(log);
  } finally {
    giveTermLogBack(log);
  }
}

/** Logs a term; returns its number. */
function intern(log: TermLog, [field, term]: Entry): number {
  log.beginField(field);
  if (term === '') log.logMark();
  else log.logWhole(term);
  return log.tokens.at(-1)!;
}

/** Order of fields, then of code points. */
function compare(a: Entry, b: Entry): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  const [x, y] = [a[1], b[1]].map((term) => Array.from(term, (character) => character.codePointAt(0)!));
  for (let i = 0; i < Math.min(x!.length, y!.length); i++) if (x![i] !== y![i]) return x![i]! - y![i]!;
  return x!.length - y!.length;
}

function sorted(log: TermLog): Entry[] {
  log.sortTerms();
  return Array.from({ length: log.count }, (_, rank) => {
    const { field, term } = log.termOf(rank);
    return [field, Buffer.from(term).toString('utf8')];
  });
}

/** Logs a text that comes in pieces. If requested, pieces in ASCII are logged as bytes. Returns its terms by position. */
function tokensOf(log: TermLog, pieces: readonly string[], areBytes: boolean): string {
  log.clear();
  log.beginField(7);
  const feed = new LoggedTexts(log);
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    if (!areBytes || bytes.length > piece.length) feed.feed(piece);
    else feed.feedAscii(bytes, 0, bytes.length);
  }
  feed.finish();
  log.sortTerms();
  const terms: string[] = [];
  for (let rank = 0; rank < log.count; rank++) {
    const { number, term } = log.termOf(rank);
    terms[number] = Buffer.from(term).toString('utf8');
  }
  const { positions } = log;
  const found = Array.from(log.tokens, (number, n) => ({ term: terms[number]!, position: positions[n]! }));
  const once = new Map(found.map((token) => [`${token.position} ${token.term}`, token]));
  return shown([...once.values()]);
}

function shown(tokens: readonly Pick<ShownToken, 'term' | 'position'>[]): string {
  const sortedTokens = [...tokens].sort((a, b) => a.position - b.position || (a.term < b.term ? -1 : 1));
  return shownTerms(sortedTokens as ShownToken[]).toWellFormed();
}

/** Returns the terms that the analysis of a text gives. */
const expectedOf = (text: string): string => shown(naiveTokens(text));

/** Characters at which the orders of UTF-16 units, of code points and of bytes differ, and long shared beginnings. */
const characters = fc.constantFrom(
  'a',
  'b',
  '\u0000',
  '\u007f',
  '\u0080',
  'ÿ',
  '\u07ff',
  '\u0800',
  '重',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{1f600}',
  '\u{10ffff}',
);
const terms = fc
  .tuple(
    fc.constantFrom('', 'abcdef', 'abcdefg', 'abcdefgh', 'abcdefghabcdefg'),
    fc.array(characters, { maxLength: 4 }),
  )
  .map(([lead, rest]) => lead + rest.join(''));
const entries = fc.array(fc.tuple(fc.constantFrom(0, 1, 2, 3, 70_000), terms), { maxLength: 400 });

describe('a term log', () => {
  test('numbers distinct pairs of field and term in order of arrival', () => {
    fc.assert(
      fc.property(entries, (list) =>
        withLog((log) => {
          const known = new Map<string, number>();
          const numbers = list.map((entry) => {
            const key = `${entry[0]} ${entry[1]}`;
            if (!known.has(key)) known.set(key, known.size);
            expect(intern(log, entry)).toBe(known.get(key));
            return known.get(key);
          });
          expect(log.count).toBe(known.size);
          expect([...log.tokens]).toEqual(numbers);
        }),
      ),
    );
  });

  test('has the tokens of texts, however they were divided, up to the last position', () => {
    fc.assert(
      fc.property(dividedText, fc.nat(30), (divided, limit) =>
        withLog((log) => {
          const wanted = naiveTokens(divided.join(''));
          const positions = (wanted.at(-1)?.position ?? -1) + 1;
          for (const [pieces, areBytes] of [
            [[divided.join('')], false] as const,
            [divided, false] as const,
            [divided, true] as const,
          ]) {
            log.limitTo(limit);
            const isCut = positions > limit + 1;
            const tokens = tokensOf(log, pieces, areBytes);
            if (!isCut) expect(tokens).toBe(shown(wanted));
            expect([log.fieldTokens, log.isCut]).toEqual([Math.min(positions, limit + 1), isCut]);
          }
        }),
      ),
    );
  });

  test('ends tokens at the same characters as the analysis, wherever they are', () => {
    const ends = [
      ...Array.from({ length: 0x80 }, (_, unit) => String.fromCharCode(unit)),
      ...['é', '\u2019', '重', '\ufb03', '-\n', '-\r\n ', '\u00ad\n', '重\n重', '🔥', '©', '한\n', 'ที่', 'º1', '\u0301'],
      ...['1\u0e31x', '\u{1f1e9}\u{1f1ea}\u{1f1eb}', '\u{1f1e9}\u200b\u{1f1ea}', '-\n\u00adz', '-\nA'],
    ];
    withLog((log) => {
      for (let before = 0; before < 20; before++) {
        const lead = 'Q'.repeat(before);
        const text = ends.map((end) => `${lead}${end}x${end}${end}Z9`).join('');
        for (const [areBytes, whole] of [[true, text.slice(0, text.indexOf('é'))] as const, [false, text] as const]) {
          for (const pieces of [[whole], [whole.slice(0, 700), whole.slice(700)]])
            expect(tokensOf(log, pieces, areBytes)).toBe(expectedOf(whole));
        }
      }
    });
  });

  test('cuts long tokens as the analysis does', () => {
    withLog((log) => {
      for (const length of [1, 7, 8, 15, 16, 17, 127, 128, 254, 255, 256, 257, 270, 383, 384, 509, 510, 511, 1100]) {
        for (const [areBytes, odd] of [
          [true, ''] as const,
          [false, ''] as const,
          [false, 'É'] as const,
          [false, '𐐀'] as const,
        ]) {
          for (const at of odd === '' ? [0] : [0, 1, 15, 16, 17, 127, 128, 253, 254, 255, 256]) {
            const word = 'aB3'.repeat(400).slice(0, length);
            const text = `x ${word.slice(0, at)}${odd}${word.slice(at)} y ${word}-\nab ab-\n${word.toLowerCase()}`;
            const wanted = shown(tokensOfPieces([text]));
            for (const cut of [2, 9, length, length + 2])
              expect(tokensOf(log, [text.slice(0, cut), text.slice(cut)], areBytes)).toBe(wanted);
          }
        }
      }
    });
  });

  test('continues at the next position after the maximum number of pieces', () => {
    // Distinct pieces: numbers of four digits.
    const units = PIECE_STRIDE * (PIECES_MAX + 1);
    const word = Array.from({ length: units / 4 }, (_, n) => (n % 10_000).toString().padStart(4, '0')).join('');
    const text = `${word} b`;
    withLog((log) => {
      expect(tokensOf(log, [text], true)).toBe(shown(tokensOfPieces([text])));
      expect(log.fieldTokens).toBe(3);
    });
  });

  test('folds ASCII that is one term in one call', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 99, unit: 'binary-ascii' }), (value) =>
        withLog((log) => {
          log.beginField(7);
          log.logWhole(foldWhole(value));
          log.logWholeAscii(Buffer.from(`-${value}-`), 1, value.length + 1);
          expect([...log.tokens]).toEqual([0, 0]);
        }),
      ),
    );
  });

  test('sorts by field and code points: supplementary planes after U+E000 to U+FFFF', () => {
    fc.assert(
      fc.property(entries, (list) =>
        withLog((log) => {
          for (const entry of list) intern(log, entry);
          const distinct = [...new Map(list.map((entry) => [`${entry[0]} ${entry[1]}`, entry])).values()];
          expect(sorted(log)).toEqual(distinct.sort(compare).map(([field, term]) => [field, term]));
        }),
      ),
    );
    withLog((log) => {
      for (const term of ['\u{10000}', '\uffff', '\ue000', '\ud7ff']) intern(log, [0, term]);
      expect(sorted(log).map(([, term]) => term)).toEqual(['\ud7ff', '\ue000', '\uffff', '\u{10000}']);
    });
  });

  test('sorts a term before its extensions, even if these continue with zeros', () => {
    withLog((log) => {
      const terms = Array.from({ length: 60 }, (_, n) => `a${'\u0000'.repeat((n * 7) % 60)}`);
      for (const term of terms) intern(log, [0, term]);
      expect(sorted(log).map(([, term]) => term)).toEqual([...terms].sort((a, b) => a.length - b.length));
    });
  });

  test('distinguishes terms with equal hashes', () => {
    withLog((log) => {
      // Hashes have 32 bits, so about ten pairs of this many terms have equal hashes.
      const count = 300_000;
      log.beginField(0);
      for (let again = 0; again < 2; again++) {
        for (let n = 0; n < count; n++) log.logWhole(`abcdefgh${100_000 + n}`);
        expect(log.count).toBe(count);
      }
    });
  });

  test('grows beyond its initial sizes, and is empty after a clear', () => {
    const list = Array.from({ length: 20_000 }, (_, i): Entry => [i % 5, `term number ${(i * 7919) % 20_000}`]);
    withLog((log) => {
      for (let round = 0; round < 2; round++) {
        for (let again = 0; again < 2; again++)
          expect(list.map((entry) => intern(log, entry))).toEqual(list.map((_, i) => i));
        expect(sorted(log)).toEqual([...list].sort(compare));
        expect(log.termBytes).toBeGreaterThan(20_000 * 20);
        log.clear();
        expect(log.count).toBe(0);
      }
    });
  });
});

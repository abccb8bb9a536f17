import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isTokenCodePoint } from '../../../src/analysis/fold-table.ts';
import { findUnstable, lastBoundary, settle, toNfc } from '../../../src/analysis/normalization.ts';
import { anyText } from '../../unit/analysis/texts.ts';

describe('normalisation', () => {
  test('is the runtime’s own', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(toNfc(text)).toBe(text.normalize('NFC'));
      }),
      { numRuns: 1000 },
    );
  });

  test('what is held for stable is in NFC, whatever follows', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, following) => {
        const stable = text.slice(0, findUnstable(text, 0, text.length));
        expect(stable.normalize('NFC')).toBe(stable);
        const boundary = lastBoundary(text);
        const settled = text.slice(0, boundary).normalize('NFC');
        expect((text + following).normalize('NFC').slice(0, settled.length)).toBe(settled);
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves text alone that needs nothing', () => {
    for (const text of ['plain', 'é日본', 'สวัสดี ที่นี่', '😀 \u0e01\u0e48', '𠀀'])
      expect(findUnstable(text, 0, text.length)).toBe(text.length);
  });

  test('every code point is found unstable where NFC changes it, alone and after a letter', () => {
    const missed: string[] = [];
    for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
      for (const before of ['', 'e', '\u0308', 'e\u0308']) {
        const text = before + String.fromCodePoint(codePoint);
        if (toNfc(text) !== text.normalize('NFC')) missed.push(`${before} ${codePoint.toString(16)}`);
      }
    }
    expect(missed).toEqual([]);
  });

  test('a composition is a letter exactly if its first part is, so a boundary never divides a token wrongly', () => {
    for (let codePoint = 0xc0; codePoint < 0x20000; codePoint++) {
      const text = String.fromCodePoint(codePoint);
      const decomposed = text.normalize('NFD');
      if (decomposed === text || decomposed.normalize('NFC') !== text) continue;
      expect(isTokenCodePoint(decomposed.codePointAt(0)!)).toBe(isTokenCodePoint(codePoint));
    }
  });

  test('what is left open of a text without boundaries is short', () => {
    const marks = Array.from({ length: 0x1000 }, (_, i) => String.fromCharCode(0x300 + (i % 0x70))).join('');
    for (const text of [`a${marks}`, marks, '\u1161'.repeat(5000), `e${'\u0f73'.repeat(5000)}`]) {
      const { settled, open } = settle(text);
      expect(open.length).toBeLessThan(300);
      expect(text.normalize('NFC').slice(0, settled.length)).toBe(settled);
    }
  });
});

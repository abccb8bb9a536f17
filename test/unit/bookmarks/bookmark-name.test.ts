import { describe, expect, test } from '@jest/globals';
import { bookmarkName } from '../../../src/bookmarks/bookmark-name.ts';

describe('bookmarkName', () => {
  test('keeps case and spaces, and normalises to NFC', () => {
    expect(bookmarkName(' Case A ')).toBe(' Case A ');
    expect(bookmarkName('Cafe\u0301')).toBe('Caf\u00e9');
    expect(bookmarkName('../a/b\\c %2F __proto__ 😀')).toBe('../a/b\\c %2F __proto__ 😀');
  });

  test('counts 255 bytes of UTF-8, after normalisation', () => {
    expect(bookmarkName('a'.repeat(255))).toHaveLength(255);
    expect(bookmarkName('e\u0301'.repeat(127))).toBe('\u00e9'.repeat(127)); // 381 bytes before, 254 after
    for (const long of ['a'.repeat(256), '\u00e9'.repeat(128), '😀'.repeat(64), 'a'.repeat(5_000_000)]) {
      expect(() => bookmarkName(long)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
    }
  });

  test.each(['', '\0', 'a\nb', 'a\u007f', '\u0085', 'tab\t', '\ud800', 'x\udc00y'])('refuses %j', (name) => {
    expect(() => bookmarkName(name)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});

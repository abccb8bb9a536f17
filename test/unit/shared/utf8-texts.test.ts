/** Bytes in pieces that are cut anywhere give the same text, and a wrong byte is found in its line. */
import { expect, test } from '@jest/globals';
import { NotUtf8, requireUtf8, Utf8Decoder } from '../../../src/shared/utf8-texts.ts';

const TEXTS = ['', 'a', 'é', '日本', '😀', 'a\n日😀é\n\ufffd', '\ufeffx'];
const WRONG = [[0xff], [0xc3], [0xe3, 0x6f], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0x80]];

function decoded(bytes: Buffer, length: number): string {
  const decoder = new Utf8Decoder('It');
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at += length) {
      for (const piece of decoder.write(bytes.subarray(at, at + length))) text += piece;
    }
    decoder.end();
  } catch (error) {
    expect(error).toBeInstanceOf(NotUtf8);
    return `${text}!`;
  }
  return text;
}

test.each(TEXTS)('%j', (text) => {
  const bytes = Buffer.from(text);
  expect(requireUtf8(bytes, 'It')).toBe(text);
  for (const length of [1, 2, 3, 4, 5, 100]) expect(decoded(bytes, length)).toBe(text);
});

test.each(WRONG)('%j is refused, and the lines before it are returned', (...wrong) => {
  for (const [before, after] of [
    ['', ''],
    ['日\n', ''],
    ['one\ntwo\n', 'more\nlines\n'],
  ] as const) {
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(wrong), Buffer.from(after)]);
    expect(() => requireUtf8(bytes, 'It')).toThrow('It is not UTF-8');
    for (const length of [1, 2, 3, 4, 5, 100]) {
      const text = decoded(bytes, length);
      expect([text, text.split('\n').length]).toEqual([expect.stringMatching(/!$/), before.split('\n').length]);
    }
  }
});

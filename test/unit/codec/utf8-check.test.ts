import { isUtf8 } from 'node:buffer';
import { expect, test } from '@jest/globals';
import { isUtf8Within } from '../../../src/codec/utf8-check.ts';

/** Bytes at the borders of what may follow what. */
const BYTES = [
  0x00, 0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
  0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
];

test('what is UTF-8 is what the runtime says', () => {
  const bytes = new Uint8Array(6).fill(0x80);
  for (const first of BYTES) {
    for (const second of BYTES) {
      for (const third of BYTES) {
        for (const fourth of BYTES) {
          bytes.set([first, second, third, fourth], 1);
          for (let end = 1; end <= 5; end++) {
            const found = isUtf8Within(bytes, 1, end);
            if (found !== isUtf8(bytes.subarray(1, end))) throw new Error(`${bytes.subarray(1, end)}: ${found}`);
          }
        }
      }
    }
  }
  expect(isUtf8Within(Buffer.from('naïve 学 😀'), 0, Buffer.byteLength('naïve 学 😀'))).toBe(true);
});

import { isUtf8 } from 'node:buffer';
import { expect, test } from '@jest/globals';
import { isUtf8Within } from '../../../src/codec/utf8-check.ts';
import { type EncoderOptions, type EncodingCode, ListEncoder } from '../../../src/engine/postings/list-encoder.ts';

/** Bytes at the limits of valid sequences. */
const BYTES = [
  0x00, 0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
  0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
];

test('validity of UTF-8 agrees with the runtime', () => {
  const { code } = new ListEncoder(nothing());
  const at = code.termAt.value;
  const inKernel = new Uint8Array(code.memory.buffer, at, 40);
  const bytes = new Uint8Array(6).fill(0x80);
  for (const first of BYTES) {
    for (const second of BYTES) {
      for (const third of BYTES) {
        for (const fourth of BYTES) {
          bytes.set([first, second, third, fourth], 1);
          for (let end = 1; end <= 5; end++) {
            const found = isUtf8Within(bytes, 1, end);
            if (end === 5) assertKernel(code, inKernel, bytes.subarray(1), found);
            if (found !== isUtf8(bytes.subarray(1, end))) throw new Error(`${bytes.subarray(1, end)}: ${found}`);
          }
        }
      }
    }
  }
  expect(isUtf8Within(Buffer.from('naïve 学 😀'), 0, Buffer.byteLength('naïve 学 😀'))).toBe(true);
});

/** The code that merges the terms of a case agrees about these bytes, alone and after some ASCII. */
function assertKernel(code: EncodingCode, memory: Uint8Array, bytes: Uint8Array, expected: boolean): void {
  const own = bytes.subarray(0, 4);
  for (const before of [0, 5, 8]) {
    memory.fill(0x61, 0, before);
    memory.set(own, before);
    memory.fill(0x80, before + own.length);
    const found = code.isUtf8(memory.byteOffset, before + own.length) !== 0;
    if (found !== expected) throw new Error(`${own} behind ${before}: ${found}`);
  }
}

/** An encoder of no list. */
const nothing = (): EncoderOptions => ({
  documentCount: 1,
  hasPositions: false,
  k1: 1,
  b: 0,
  bounds: new Float64Array(0),
  pieceBytes: 1,
  give: () => undefined,
  fields: { enter: () => undefined, isUnitLength: true, averageLength: 1, fill: () => undefined, longLength: () => 0 },
});

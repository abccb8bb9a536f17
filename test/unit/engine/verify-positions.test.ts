import { expect, test } from '@jest/globals';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { PositionsCheck } from '../../../src/engine/postings/verify-positions.ts';
import type { StreamReader } from '../../../src/engine/store/stream-reader.ts';
import { encodePositions } from '../../support/naive/naive-positions.ts';

/** Postings with groups of their own, some with skips. */
const COUNTS = [127, 128, 129, 192, 193, 700];

function check(bytes: Uint8Array): number {
  const stream = { bytes, start: 0, fetch: (offset: number) => Object.assign(stream, { start: offset }) };
  const positions = new PositionsCheck();
  positions.check(stream as unknown as StreamReader, 0, bytes.length, Uint32Array.from(COUNTS), COUNTS.length);
  return positions.count;
}

test('positions with skips are verified, and every changed bit is found', () => {
  const starts = new Uint32Array(COUNTS.length + 1);
  for (const [i, count] of COUNTS.entries()) starts[i + 1] = starts[i]! + count;
  const positions = COUNTS.flatMap((count) => Array.from({ length: count }, (_, i) => 3 * i + (i % 2)));
  const out = new ByteWriter();
  encodePositions(starts, Uint32Array.from(positions), COUNTS.length, out);
  const bytes = out.toBytes();
  expect(check(bytes)).toBe(positions.length);
  // The head, the directory of five groups and the first group of 127; then a group of 128, which begins with its skip.
  const second = 1 + 5 * 2 + (bytes[1]! + 256 * bytes[2]!);
  for (const bit of [0, 31, 32, 63]) {
    const changed = Uint8Array.from(bytes);
    changed[second + (bit >> 3)]! ^= 0x80 >> (bit & 7);
    expect(() => check(changed)).toThrow('posting 1 has a wrong skip');
  }
});

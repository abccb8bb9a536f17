import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_IDS, BlockBitmap, DamagedBlockError } from '../../../src/bookmarks/block.ts';

const KEY = Buffer.from('key');

/** Shapes on purpose: few, many, runs, everything, the ends, and gaps of one, two and three bytes. */
const members = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: BLOCK_IDS - 1 }), { minLength: 1, maxLength: 40 }),
  fc
    .tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 1, max: 5_536 }))
    .map(([from, n]) => range(from, n, 1)),
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom(2, 7, 8, 9, 127, 128, 129, 16_384, 16_385))
    .map(([from, step]) => range(from, Math.floor((BLOCK_IDS - 1 - from) / step) + 1, step)),
  fc.constantFrom(
    [0],
    [BLOCK_IDS - 1],
    [0, BLOCK_IDS - 1],
    range(0, BLOCK_IDS, 1),
    range(0, 8_191, 8),
    range(0, 8_192, 8),
  ),
);

function range(from: number, count: number, step: number): number[] {
  return Array.from({ length: count }, (_, i) => from + i * step);
}

function bitmapOf(lows: Iterable<number>): BlockBitmap {
  const bitmap = new BlockBitmap();
  for (const low of lows) bitmap.add(low);
  return bitmap;
}

function listOf(bitmap: BlockBitmap): number[] {
  const target = new Uint32Array(bitmap.count);
  expect(bitmap.copyTo(target, 0, 0)).toBe(bitmap.count);
  return [...target];
}

describe('BlockBitmap', () => {
  test('decodes what it encoded, in no more bytes than a bitmap takes', () => {
    fc.assert(
      fc.property(members, (lows) => {
        const stored = bitmapOf(lows).encode(KEY);
        expect(stored.length).toBeLessThanOrEqual(5 + 8192);
        const read = bitmapOf([1, 2, 3]);
        read.decode(stored, KEY);
        expect(listOf(read)).toEqual([...lows].sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  test('adds and deletes as a set does', () => {
    const command = fc.tuple(fc.boolean(), fc.constantFrom(0, 1, 30, 31, 32, 33, 63, 64, 65_504, 65_535));
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
        const bitmap = new BlockBitmap();
        const twin = new Set<number>();
        for (const [isAdd, low] of commands) {
          const changed = isAdd !== twin.has(low) ? 1 : 0;
          expect(isAdd ? bitmap.add(low) : bitmap.delete(low)).toBe(changed);
          if (isAdd) twin.add(low);
          else twin.delete(low);
          expect(bitmap.has(low)).toBe(isAdd);
        }
        expect(listOf(bitmap)).toEqual([...twin].sort((a, b) => a - b));
      }),
    );
  });

  test('takes the smaller form', () => {
    expect(bitmapOf(range(0, 8_192, 8)).encode(KEY)[4]).toBe(0);
    expect(bitmapOf([...range(0, 8_192, 8), 1]).encode(KEY)[4]).toBe(1);
    expect(bitmapOf([...range(0, 8_191, 1), 65_535]).encode(KEY)[4]).toBe(1); // the last gap ends two bytes beyond
    expect(bitmapOf(range(0, 100, 1)).encode(KEY).length).toBe(105);
  });

  test('is the worked example of its comment', () => {
    expect(Buffer.from(bitmapOf([3, 5]).encode(KEY).subarray(4)).toString('hex')).toBe('000301');
  });

  test('notices every changed byte, every cut and another key', () => {
    for (const lows of [[3, 500, 60_000], range(0, BLOCK_IDS, 2)]) {
      const stored = bitmapOf(lows).encode(KEY);
      for (let at = 0; at < stored.length; at += at < 64 ? 1 : 97) {
        const flipped = Buffer.from(stored);
        flipped[at]! ^= 1 << (at % 8);
        expect(() => new BlockBitmap().decode(flipped, KEY)).toThrow(DamagedBlockError);
        expect(() => new BlockBitmap().decode(stored.subarray(0, at), KEY)).toThrow(DamagedBlockError);
      }
      expect(() => new BlockBitmap().decode(stored, Buffer.from('kex'))).toThrow(DamagedBlockError);
    }
  });
});

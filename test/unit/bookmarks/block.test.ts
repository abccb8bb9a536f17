import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  BLOCK_IDS,
  BlockBitmap,
  blockCount,
  blockHas,
  copyMembers,
  DamagedBlockError,
  markMembers,
} from '../../../src/bookmarks/block.ts';

/** Deliberate shapes: few, many, runs, everything, the ends, and gaps of one, two and three bytes. */
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
        const stored = bitmapOf(lows).encode();
        expect(stored.length).toBeLessThanOrEqual(1 + 8192);
        const read = bitmapOf([1, 2, 3]);
        read.decode(stored);
        expect(listOf(read)).toEqual([...lows].sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  test('copies the encoded members, as a list of them does', () => {
    fc.assert(
      fc.property(members, fc.integer({ min: 0, max: 3 }), (lows, offset) => {
        const target = new Uint32Array(offset + lows.length + 1).fill(7);
        expect(copyMembers(bitmapOf(lows).encode(), target, offset, 2 * BLOCK_IDS)).toBe(offset + lows.length);
        const expected = [...lows].sort((a, b) => a - b).map((low) => 2 * BLOCK_IDS + low);
        expect([...target]).toEqual([...new Array(offset).fill(7), ...expected, 7]);
      }),
      { numRuns: 60 },
    );
  });

  test('marks the members among many ids, as single lookups do', () => {
    fc.assert(
      fc.property(members, fc.uniqueArray(fc.nat(BLOCK_IDS - 1), { maxLength: 60 }), (lows, others) => {
        const block = bitmapOf(lows).encode();
        const near = lows.slice(0, 60).flatMap((low) => [low, low ^ 1]);
        const asked = [...new Set([0, BLOCK_IDS - 1, ...others, ...near])].sort((a, b) => a - b);
        const ids = Uint32Array.from(asked, (low) => 3 * BLOCK_IDS + low);
        const [from, to] = [Math.min(1, ids.length), ids.length - 1];
        const marks = new Uint8Array(ids.length);
        markMembers(block, 3 * BLOCK_IDS, ids, from, to, marks);
        const expected = asked.map((low, i) => (i >= from && i < to && blockHas(block, low) ? 1 : 0));
        expect([...marks]).toEqual(expected);
      }),
      { numRuns: 100 },
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

  test('chooses the smaller form', () => {
    expect(bitmapOf(range(0, 8_192, 8)).encode()[0]).toBe(0);
    expect(bitmapOf([...range(0, 8_192, 8), 1]).encode()[0]).toBe(1);
    expect(bitmapOf([...range(0, 8_191, 1), 65_535]).encode()[0]).toBe(1); // the last gap ends two bytes beyond
    expect(bitmapOf(range(0, 100, 1)).encode().length).toBe(101);
  });

  test('encodes the worked example of its comment', () => {
    expect(Buffer.from(bitmapOf([3, 5]).encode()).toString('hex')).toBe('000301');
  });

  test('refuses invalid blocks', () => {
    for (const bytes of [[], [0], [1], [2, 0], [0, 0x80], [0, 0xff, 0xff, 0x04], [0, 0xff, 0xff, 0xff, 0x01], [1, 0]]) {
      expect(() => new BlockBitmap().decode(Uint8Array.from(bytes))).toThrow(DamagedBlockError);
    }
  });

  test('looks up one member and counts all, without decoding, with the same result', () => {
    fc.assert(
      fc.property(members, (lows) => {
        const bitmap = bitmapOf(lows);
        const block = bitmap.encode();
        expect(blockCount(block)).toBe(bitmap.count);
        const asked = [0, 1, BLOCK_IDS - 1, ...lows.slice(0, 50), ...lows.slice(0, 50).map((low) => low ^ 1)];
        expect(asked.map((low) => [low, blockHas(block, low)])).toEqual(asked.map((low) => [low, bitmap.has(low)]));
      }),
      { numRuns: 60 },
    );
  });
});

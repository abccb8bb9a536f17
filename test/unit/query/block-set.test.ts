import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { popcount } from '../../../src/codec/bits.ts';
import { BlockSet, SPARSE_MAX } from '../../../src/query/operators/block-set.ts';

/** Low parts of documents: dense, sparse, empty and at the borders of words and of the block. */
const lows: fc.Arbitrary<number[]> = fc
  .oneof<fc.Arbitrary<readonly number[]>[]>(
    fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 150 }),
    fc.uniqueArray(fc.constantFrom(0, 1, 31, 32, 33, 63, 64, 127, 128, 65_503, 65_504, 65_534, 65_535)),
    fc.integer({ min: 0, max: 60_000 }).map((from) => Array.from({ length: 5000 }, (_, i) => from + i)),
    fc.constant([]),
  )
  .map((docs) => [...docs].sort((a, b) => a - b));

const sets = fc.record({ docs: lows, isDense: fc.boolean() });

function build({ docs, isDense }: { docs: number[]; isDense: boolean }): BlockSet {
  const set = BlockSet.take();
  if (isDense || docs.length > SPARSE_MAX) {
    const words = set.beginDense();
    for (const low of docs) words[low >>> 5]! |= 1 << (low & 31);
  } else {
    docs.forEach((low, i) => {
      set.docs[i] = low;
    });
    set.length = docs.length;
  }
  return set;
}

function docsOf(set: BlockSet): number[] {
  const out = new Uint32Array(65_536);
  return Array.from(out.subarray(0, set.collect(0, out, 0)));
}

describe('a set of documents in a block', () => {
  test('intersects, subtracts and unites as sets of numbers do', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const others = new Set(b.docs);
        const both = build(a);
        both.intersect(build(b));
        expect(docsOf(both)).toEqual(a.docs.filter((low) => others.has(low)));
        const without = build(a);
        without.subtract(build(b));
        expect(docsOf(without)).toEqual(a.docs.filter((low) => !others.has(low)));
        const copied = build(a);
        copied.copy(build(b));
        expect(docsOf(copied)).toEqual(b.docs);
        const later = new Uint32Array(2 * 2048).fill(0xffff_ffff, 0, 2048);
        build(b).uniteInto(later, 2048);
        const withoutWords = build(a);
        withoutWords.subtractWords(later, 2048);
        expect(docsOf(withoutWords)).toEqual(docsOf(without));
        const words = new Uint32Array(2048);
        build(a).uniteInto(words, 0);
        build(b).uniteInto(words, 0);
        expect(popcount(words)).toBe(new Set([...a.docs, ...b.docs]).size);
      }),
      { numRuns: 300 },
    );
  });

  test('counts itself, knows whether it is empty, and gives its documents with a base', () => {
    fc.assert(
      fc.property(sets, (a) => {
        const set = build(a);
        expect([set.count(), set.isEmpty()]).toEqual([a.docs.length, a.docs.length === 0]);
        const out = new Uint32Array(65_540);
        const end = set.collect(131_072, out, 3);
        expect(Array.from(out.subarray(3, end))).toEqual(a.docs.map((low) => low + 131_072));
      }),
    );
  });
});

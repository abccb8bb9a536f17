import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { BITMAP, encodeDocBlock, GAPS, RUNS } from '../../../src/codec/doc-block.ts';
import * as kernel from '../../../src/kernel/kernel.ts';
import { expectSameNumbers } from '../../support/same-numbers.ts';

/** Low halves: borders of words and blocks, dense and in runs, few and all. */
const borders = [0, 1, 31, 32, 63, 64, 65, 127, 128, 129, 16_383, 16_384, 65_472, 65_534, 65_535];
const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
const shape = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...borders), { minLength: 1 }).map(ascending),
  fc.uniqueArray(fc.nat(65_535), { minLength: 1, maxLength: 300 }).map(ascending),
  fc.tuple(fc.nat(60_000), fc.integer({ min: 1, max: 5000 })).map(([from, count]) => range(from, count, 1)),
  fc.tuple(fc.nat(50), fc.integer({ min: 2, max: 600 })).map(([from, step]) => range(from, 65_536, step)),
  fc.constant(range(0, 65_536, 1)),
);

function range(from: number, count: number, step: number): number[] {
  const out: number[] = [];
  for (let low = from; low < Math.min(65_536, from + count * step); low += step) out.push(low);
  return out;
}

function give(lows: readonly number[], base = 7 * 65_536): number {
  kernel.docs.set(lows.map((low) => base + low));
  return lows.length;
}

/** Loads a list in the form that it has in an index, or, if it is short, as documents. */
function load(list: number, lows: readonly number[], isShort: boolean): number {
  if (isShort) {
    kernel.fillList(list, give(lows));
    return -1;
  }
  const out = new ByteWriter();
  const form = encodeDocBlock(Uint32Array.from(lows), 0, lows.length, out);
  kernel.bytes.set(out.bytes.subarray(0, out.length));
  kernel.decodeList(list, form, out.length);
  return form;
}

test('a set of documents is counted and listed', () => {
  fc.assert(
    fc.property(shape, fc.constantFrom(0, 65_536, 2 ** 31), (lows, base) => {
      kernel.fillSet(give(lows, base));
      expect(kernel.sizeOfSet()).toBe(lows.length);
      const count = kernel.listSet(2048, base);
      expectSameNumbers(
        kernel.docs.subarray(0, count),
        lows.map((low) => base + low),
        'the set listed',
      );
      const firstWords = kernel.listSet(64, 0);
      expect(firstWords).toBe(lows.filter((low) => low < 64 * 32).length);
    }),
  );
});

test('of documents those are kept that all lists have, and each list tells their ranks', () => {
  const forms = new Set<number>();
  fc.assert(
    fc.property(shape, fc.array(fc.tuple(shape, fc.boolean()), { minLength: 1, maxLength: 8 }), (lows, lists) => {
      kernel.fillSet(give(lows));
      const last = lows.at(-1)!;
      let expected = lows;
      for (const [list, [own, isShort]] of lists.entries()) {
        forms.add(load(list, own, isShort));
        const has = new Set(own);
        expected = expected.filter((low) => has.has(low));
        expect(kernel.meetList(list, last)).toBe(expected.length);
      }
      expect(kernel.collectSet(last)).toBe(expected.length);
      expectSameNumbers(kernel.candidates.subarray(0, expected.length), expected, 'candidates');
      // Every second of up to 256 of them is alive.
      const from = Math.floor(expected.length / 3);
      const alive = [...expected.keys()].filter((i) => i % 2 === 0 && i < Math.min(256, expected.length - from));
      kernel.alive.set(alive);
      for (const [list, [own]] of lists.entries()) {
        const ranks = new Map(own.map((low, rank) => [low, rank]));
        kernel.rankCandidates(list, from, alive.length, 1000);
        const told = [...kernel.places.subarray(0, alive.length)];
        expect(told).toEqual(alive.map((i) => 1000 + ranks.get(expected[from + i]!)!));
      }
    }),
    { numRuns: 80 },
  );
  expect([...forms].sort()).toEqual([-1, GAPS, BITMAP, RUNS]);
});

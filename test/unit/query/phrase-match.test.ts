import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countPhrase } from '../../../src/query/phrase/phrase-match.ts';

/** The definition, tried for every choice of positions. */
function slow(lists: readonly number[][], slop: number): number {
  const minima = new Set<number>();
  const choose = (i: number, chosen: number[]): void => {
    if (i === lists.length) {
      const shifted = chosen.map((position, n) => position - n);
      const low = Math.min(...shifted);
      if (Math.max(...shifted) - low <= slop) minima.add(low);
      return;
    }
    for (const position of lists[i]!) if (!chosen.includes(position)) choose(i + 1, [...chosen, position]);
  };
  choose(0, []);
  return minima.size;
}

const positions = fc
  .uniqueArray(fc.integer({ min: 0, max: 14 }), { minLength: 0, maxLength: 6 })
  .map((list) => list.sort((a, b) => a - b));

function check(lists: readonly number[][], slop: number, hasOverlaps: boolean): void {
  const elements = { lists: lists.map((list) => Uint32Array.from(list)), lengths: lists.map((list) => list.length) };
  const expected = slow(lists, slop);
  expect(countPhrase(elements, slop, hasOverlaps, true)).toBe(expected);
  expect(countPhrase(elements, slop, hasOverlaps, false)).toBe(Math.min(1, expected));
}

describe('a phrase in one document', () => {
  test('of terms that never share a position', () => {
    // Terms that share none: position p belongs to element p mod k.
    const disjoint = fc.integer({ min: 1, max: 4 }).chain((k) =>
      fc
        .tuple(
          fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }), { minLength: k, maxLength: k }),
          fc.shuffledSubarray(
            Array.from({ length: k }, (_, i) => i),
            { minLength: k, maxLength: k },
          ),
        )
        .map(([lists, order]) => lists.map((list, i) => list.map((n) => n * k + order[i]!).sort((a, b) => a - b))),
    );
    fc.assert(
      fc.property(disjoint, fc.integer({ min: 0, max: 8 }), (lists, slop) => check(lists, slop, false)),
      { numRuns: 1500 },
    );
  });

  test('of terms that may, repeated ones included', () => {
    const overlapping = fc
      .array(positions, { minLength: 1, maxLength: 4 })
      .chain((lists) => fc.array(fc.constantFrom(...lists), { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(overlapping, fc.integer({ min: 0, max: 8 }), (lists, slop) => check(lists, slop, true)),
      { numRuns: 1500 },
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ElementGroup } from '../../../src/query/phrase/element-group.ts';
import { countPhrase, countWords } from '../../../src/query/phrase/phrase-match.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

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

/** Elements with one list are a group. Lists are distinguished by identity. */
function groupsOf(lists: readonly number[][]): ElementGroup[] {
  const groups = new Map<readonly number[], number[]>();
  for (const [offset, list] of lists.entries()) groups.set(list, [...(groups.get(list) ?? []), offset]);
  return [...groups].map(([list, offsets]) => ({ positions: Uint32Array.from(list), length: list.length, offsets }));
}

function check(lists: readonly number[][], slop: number, areDisjoint: boolean): void {
  const phrase = { groups: groupsOf(lists), areDisjoint };
  const expected = slow(lists, slop);
  expect(countPhrase(phrase, slop, true)).toBe(expected);
  expect(countPhrase(phrase, slop, false)).toBe(Math.min(1, expected));
  // Words at some distance, which may or may not share a position.
  if (slop === 0) return;
  expect(countWords(phrase.groups, slop, true)).toBe(expected);
  expect(countWords(phrase.groups, slop, false)).toBe(Math.min(1, expected));
}

/** Up to three lists that share no position. Position p belongs to list p mod 3. */
const disjointLists = fc
  .uniqueArray(fc.integer({ min: 0, max: 17 }), { minLength: 1, maxLength: 12 })
  .map((all) => [0, 1, 2].map((rest) => all.filter((p) => p % 3 === rest).sort((a, b) => a - b)));

describe('a phrase in one document', () => {
  test('of words that occur in it once', () => {
    fc.assert(
      fc.property(disjointLists, fc.integer({ min: 0, max: 8 }), (lists, slop) => check(lists, slop, true)),
      { numRuns: 1500 },
    );
  });

  test('of words that it repeats', () => {
    const repeated = disjointLists.chain((lists) =>
      fc.array(fc.constantFrom(...lists), { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(repeated, fc.integer({ min: 0, max: 8 }), (lists, slop) => check(lists, slop, true)),
      { numRuns: 3000 },
    );
  });

  test('of one word many times', () => {
    const once = positions.chain((list) => fc.integer({ min: 2, max: 5 }).map((k) => Array(k).fill(list)));
    fc.assert(
      fc.property(once, fc.integer({ min: 0, max: 12 }), (lists, slop) => check(lists, slop, true)),
      { numRuns: 2000 },
    );
  });

  test('of patterns with common words', () => {
    const overlapping = fc
      .array(positions, { minLength: 1, maxLength: 4 })
      .chain((lists) => fc.array(fc.constantFrom(...lists), { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(overlapping, fc.integer({ min: 0, max: 8 }), (lists, slop) => check(lists, slop, false)),
      { numRuns: 2000 },
    );
  });

  test('of hundreds of times one word is decided in time that grows with its positions, however wide the slop', () => {
    const count = (length: number, words: number) => {
      const everyOther = Uint32Array.from({ length }, (_, i) => 2 * i);
      const groups = [{ positions: everyOther, length, offsets: Array.from({ length: words }, (_, i) => i) }];
      expect(countPhrase({ groups, areDisjoint: true }, words - 1, false)).toBe(1);
      expect(countPhrase({ groups, areDisjoint: true }, words - 2, false)).toBe(0);
      expect(countPhrase({ groups, areDisjoint: true }, words, true)).toBeGreaterThan(0.9 * length - words);
    };
    expect(growthOf((length) => count(length, 300), 20_000)).toBeLessThan(GROWTH_MAX);
    expect(growthOf((words) => count(5000, words), 800)).toBeLessThan(GROWTH_MAX);
  });
});

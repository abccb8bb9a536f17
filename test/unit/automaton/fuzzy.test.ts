import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acceptsTerm } from '../../../src/automaton/code-point-automaton.ts';
import { compileFuzzy } from '../../../src/automaton/fuzzy.ts';
import { allTexts, checkAutomaton } from './contract.ts';

/** Optimal string alignment distance by its recurrence, in code points. */
function distanceOf(left: string, right: string): number {
  const a = Array.from(left);
  const b = Array.from(right);
  const rows = a.map(() => [] as number[]);
  rows.push([]);
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) {
        rows[i]![j] = i + j;
        continue;
      }
      const substitution = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i]![j] = Math.min(substitution, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
      }
    }
  }
  return rows[a.length]![b.length]!;
}

function isNear(term: string, other: string, distance: number): boolean {
  const codePoints = Array.from(term);
  if (codePoints.length <= 2) return other === term;
  const prefix = codePoints.slice(0, 2).join('');
  return Array.from(other).slice(0, 2).join('') === prefix && distanceOf(term, other) <= distance;
}

const ALPHABET = ['a', 'b', '𠀀'];
const TEXTS = allTexts(ALPHABET, 6);

describe('fuzzy automaton', () => {
  test('agrees with the recurrence on every short text', () => {
    const term = fc.array(fc.constantFrom(...ALPHABET), { maxLength: 6 }).map((characters) => characters.join(''));
    fc.assert(
      fc.property(term, fc.constantFrom(1 as const, 2 as const), (text, distance) => {
        checkAutomaton(compileFuzzy(text, distance), TEXTS, (other) => isNear(text, other, distance));
      }),
      { numRuns: 60 },
    );
  });

  test('agrees with the recurrence on words after random edits', () => {
    const letter = fc.constantFrom(...'abcdeñ日');
    const edit = fc.record({ at: fc.nat(), kind: fc.constantFrom('insert', 'delete', 'swap', 'replace'), letter });
    const words = fc.tuple(
      fc.array(letter, { minLength: 1, maxLength: 14 }),
      fc.array(edit, { maxLength: 4 }),
      fc.constantFrom(1 as const, 2 as const),
    );
    fc.assert(
      fc.property(words, ([word, edits, distance]) => {
        const other = [...word];
        for (const { at, kind, letter: fresh } of edits) {
          const index = at % (other.length + 1);
          if (kind === 'insert') other.splice(index, 0, fresh);
          else if (kind === 'delete') other.splice(index, 1);
          else if (kind === 'replace') other.splice(index, 1, fresh);
          else other.splice(index, 2, ...other.slice(index, index + 2).reverse());
        }
        const term = word.join('');
        expect(acceptsTerm(compileFuzzy(term, distance), other.join(''))).toBe(isNear(term, other.join(''), distance));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['joao', 1, ['joao', 'joo', 'jooa', 'joaoo', 'jobo', 'joa'], ['ojao', 'jo', 'xoao', 'joab1']],
    ['abcdef', 2, ['abdcfe', 'abcd', 'abxcdefx'], ['abc', 'bacdef', 'abdxfe1']],
    ['abc', 1, ['ab', 'abd', 'abcd'], ['a', 'b', 'acb']],
    ['ab', 2, ['ab'], ['abc', 'a', 'ba']],
    ['𠀀𠀁', 2, ['𠀀𠀁'], ['𠀀𠀁a']],
    // No part is edited twice: ca → ac → abc would edit the transposed pair again.
    ['xxca', 2, ['xxac'], ['xxabc']],
  ] as const)('%s~%i', (term, distance, accepted, refused) => {
    const automaton = compileFuzzy(term, distance);
    for (const other of accepted) expect([other, acceptsTerm(automaton, other)]).toEqual([other, true]);
    for (const other of refused) expect([other, acceptsTerm(automaton, other)]).toEqual([other, false]);
    expect(automaton.prefix).toBe(Array.from(term).slice(0, 2).join(''));
  });

  test('the longest possible term compiles; a longer one is refused', () => {
    const term = Array.from({ length: 765 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    const automaton = compileFuzzy(term, 2);
    expect(acceptsTerm(automaton, term)).toBe(true);
    expect(acceptsTerm(automaton, `${term.slice(0, 300)}${term.slice(302)}`)).toBe(true);
    expect(acceptsTerm(automaton, `${term.slice(0, 300)}${term.slice(303)}`)).toBe(false);
    expect(() => compileFuzzy('x'.repeat(100_000), 2)).toThrow(expect.objectContaining({ code: 'QUERY_INVALID' }));
  });
});

/**
 * Patterns over letters of scripts without spaces. A letter with its marks counts as one letter, and differs from the same
 * letter with other marks.
 */
import { expect, test } from '@jest/globals';
import { acceptsTerm } from '../../../src/automaton/code-point-automaton.ts';
import { compileUnits, unitLetters } from '../../../src/automaton/units.ts';

test.each([
  [['ท'], ['ท', 'ทด', 'ทที่', 'ท東'], ['ที', 'ที่ด', 'ดท', 'ทa', 'a', '']],
  [['ที่'], ['ที่', 'ที่ด'], ['ท', 'ที', 'ทด']],
  [
    ['東', null],
    ['東京', '東ที่', '東が'],
    ['東', '京東', '東京都', '東a', '東\u0e35'],
  ],
  [
    [null, '京'],
    ['東京', 'ที่京', 'が京'],
    ['京', '京東', 'a京', '\u0e35京'],
  ],
] as const)('%j', (units, accepted, refused) => {
  const automaton = compileUnits(units);
  expect(accepted.filter((term) => !acceptsTerm(automaton, term))).toEqual([]);
  expect(refused.filter((term) => acceptsTerm(automaton, term))).toEqual([]);
});

test('letters are letters', () => {
  const set = unitLetters();
  for (let i = 0; i < set.length; i += 2) {
    expect(String.fromCodePoint(set[i]!)).toMatch(/^[\p{L}\p{Nl}]$/u);
    expect(String.fromCodePoint(set[i + 1]!)).toMatch(/^[\p{L}\p{Nl}]$/u);
  }
});

/** The table of dtSearch's syntax: the meaning of each request in our language, or why it is refused; and hostile requests. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { integersBetween } from '../../../grammar/dtsearch/integer-range.ts';
import { translateDtsearch } from '../../../grammar/dtsearch/parse.ts';
import { testHostile, testNesting, testTable } from '../../support/syntax-table.ts';

const dtsearch = { syntax: 'dtsearch' } as const;

testTable('grammar/dtsearch/conformance.tsv', dtsearch);

test('doubts are named', () => {
  expect(translateDtsearch('apple w/5 pear').doubts).toEqual([]);
  expect(translateDtsearch('title contains ba%nana').doubts).toEqual([
    'title must be spelled like the property in the case, including upper and lower case',
    'ba%nana counts letters that are added, missing, different or swapped with their neighbour',
  ]);
});

test('the expression of a range of numbers matches these and no others', () => {
  const end = fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 12_000 }));
  fc.assert(
    fc.property(end, end, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const expression = new RegExp(`^(?:${integersBetween(String(low), String(high))})$`);
      for (const number of [low - 1, low, low + 1, Math.floor((low + high) / 2), high - 1, high, high + 1, 10 * high]) {
        if (number < 0) continue;
        expect([number, expression.test(String(number))]).toEqual([number, number >= low && number <= high]);
        expect(expression.test(`00${number}`)).toBe(number >= low && number <= high);
      }
    }),
    { numRuns: 300 },
  );
});

testNesting(dtsearch, 'term');

testHostile(
  [
    ['words', 'word ', 150_000],
    ['patterns', 'a* ', 200_000],
    ['connectors', 'a or ', 90_000],
    ['negations', 'not ', 200_000],
    ['separators', '.', 1_000_000],
    ['letters and separators', 'a.', 500_000],
    ['weights', 'a:1', 300_000],
    ['digits', '=.', 500_000],
    ['per cents', 'a%', 500_000],
    ['open groups', '(a or ', 150_000],
    ['fields', 'a contains ', 90_000],
    ['distances', 'a w/5 ', 150_000],
  ],
  dtsearch,
);

/** The table of dtSearch's syntax: the meaning of each request in our language, or why it is refused; and hostile requests. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readConformance } from '../../../grammar/conformance.ts';
import { integersBetween } from '../../../grammar/dtsearch/integer-range.ts';
import { translateDtsearch } from '../../../grammar/dtsearch/parse.ts';
import { describeFault, QuerySyntaxError } from '../../../grammar/errors.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

const sections = readConformance(readFileSync('grammar/dtsearch/conformance.tsv', 'utf8'));
const dtsearch = { syntax: 'dtsearch' } as const;

describe.each(sections)('$title', ({ rows }) => {
  test.each(rows)('$text', ({ text, result }) => {
    if (result.kind === 'error') {
      const error = errorOf(text);
      expect(error.position).toBe(result.position);
      expect(describeFault(error).slice(0, result.messageStart.length)).toBe(result.messageStart);
      return;
    }
    expect(printQuery(parseQuery(text, dtsearch))).toBe(result.printed);
    expect(printQuery(parseQuery(result.printed))).toBe(result.printed);
  });
});

test('doubts are named', () => {
  expect(translateDtsearch('apple w/5 pear').doubts).toEqual([]);
  expect(translateDtsearch('title contains ba%nana').doubts).toEqual([
    'title must be spelled like the property in the case, including upper and lower case',
    'ba%nana counts letters that are added, missing, different or swapped with their neighbour',
  ]);
});

test('the expression of a range of numbers has these and no others', () => {
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

test('nests as deep as a query may, and refuses what is deeper', () => {
  const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
  expect(parseQuery(nested(100), dtsearch).kind).toBe('term');
  expect(errorOf(nested(101)).fault).toBe('tooDeep');
  expect(errorOf(nested(40_000)).fault).toBe('tooDeep');
});

test.each([
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
])('a request of %s at the limit is parsed or refused in time that grows with its length', (_, piece, count) => {
  const parse = (length: number): void => {
    try {
      printQuery(parseQuery(piece.repeat(length), dtsearch));
    } catch (error) {
      expect(error).toBeInstanceOf(QuerySyntaxError);
    }
  };
  expect(growthOf(parse, count)).toBeLessThan(GROWTH_MAX);
});

function errorOf(text: string): QuerySyntaxError {
  try {
    parseQuery(text, dtsearch);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

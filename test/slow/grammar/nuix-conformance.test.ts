/** The table of the syntax of Nuix: the meaning of each query in our language, or why it is refused; and hostile queries. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readConformance } from '../../../grammar/conformance.ts';
import { describeFault, QuerySyntaxError } from '../../../grammar/errors.ts';
import { translateNuix } from '../../../grammar/nuix/parse.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

const sections = readConformance(readFileSync('grammar/nuix/conformance.tsv', 'utf8'));
const nuix = { syntax: 'nuix' } as const;

describe.each(sections)('$title', ({ rows }) => {
  test.each(rows)('$text', ({ text, result }) => {
    if (result.kind === 'error') {
      const error = errorOf(text);
      expect(error.position).toBe(result.position);
      expect(describeFault(error).slice(0, result.messageStart.length)).toBe(result.messageStart);
      return;
    }
    expect(printQuery(parseQuery(text, nuix))).toBe(result.printed);
    expect(printQuery(parseQuery(result.printed))).toBe(result.printed);
  });
});

test('doubts are named', () => {
  expect(translateNuix('apple w/5 pear').doubts).toEqual([]);
  expect(translateNuix('custodian:banana~2 apple^4').doubts).toEqual([
    'custodian must be spelled like the property in the case, including upper and lower case',
    'banana~2 must agree in its first two characters, and counts letters that are added, missing, different or swapped with their neighbour',
    'the weight of apple^4 would only change the order by relevance, and is ignored',
  ]);
});

test('nests as deep as a query may, and refuses what is deeper', () => {
  const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
  expect(parseQuery(nested(100), nuix).kind).toBe('term');
  expect(errorOf(nested(101)).fault).toBe('tooDeep');
  expect(errorOf(nested(40_000)).fault).toBe('tooDeep');
});

test.each([
  ['words', 'word ', 150_000],
  ['patterns', 'a* ', 200_000],
  ['operators', 'a OR ', 90_000],
  ['negations', 'NOT ', 150_000],
  ['dashes', '-', 1_000_000],
  ['escapes', '\\a', 500_000],
  ['similarities', 'a~', 500_000],
  ['weights', 'a^1', 300_000],
  ['fields', 'a:', 300_000],
  ['ranges', 'a:[1 TO 2] ', 80_000],
  ['open ranges', 'a:[1 TO ', 100_000],
  ['expressions', '/a/ ', 150_000],
  ['open groups', '(a OR ', 150_000],
  ['distances', 'a w/5 ', 150_000],
])('a query of %s at the limit is parsed or refused in time that grows with its length', (_, piece, count) => {
  const parse = (length: number): void => {
    try {
      printQuery(parseQuery(piece.repeat(length), nuix));
    } catch (error) {
      expect(error).toBeInstanceOf(QuerySyntaxError);
    }
  };
  expect(growthOf(parse, count)).toBeLessThan(GROWTH_MAX);
});

function errorOf(text: string): QuerySyntaxError {
  try {
    parseQuery(text, nuix);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

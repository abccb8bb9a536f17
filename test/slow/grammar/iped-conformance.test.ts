/** The table of IPED's syntax: the meaning of each text, and that its canonical form has the same meaning. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readConformance } from '../../../grammar/conformance.ts';
import { describeFault, QuerySyntaxError } from '../../../grammar/errors.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

const sections = readConformance(readFileSync('grammar/iped/conformance.tsv', 'utf8'));
const iped = { syntax: 'iped' } as const;

describe.each(sections)('$title', ({ rows }) => {
  test.each(rows)('$text', ({ text, result }) => {
    if (result.kind === 'error') {
      const error = errorOf(text);
      expect(error.position).toBe(result.position);
      expect(describeFault(error).slice(0, result.messageStart.length)).toBe(result.messageStart);
      expect(error.suggestion).toBe(result.suggestion);
      if (error.suggestion !== null) parseQuery(error.suggestion, iped);
      return;
    }
    const query = parseQuery(text, iped);
    expect(printQuery(query)).toBe(result.printed);
    expect(parseQuery(result.printed, iped)).toEqual(query);
  });
});

test('nests as deep as a query may, and refuses what is deeper', () => {
  const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
  expect(parseQuery(nested(100), iped).kind).toBe('iped');
  expect(errorOf(nested(101)).fault).toBe('tooDeep');
  expect(errorOf(nested(400_000)).fault).toBe('tooDeep');
});

test.each([
  ['words', 'word ', 100_000],
  ['escapes', '\\a', 500_000],
  ['open ranges', '["a ', 90_000],
  ['quotes of ranges', '[\\" ', 90_000],
  ['accents', 'é', 500_000],
  ['unclosed quotes', '"a\\', 300_000],
  ['names', 'a:', 500_000],
  ['comparisons', 'a>1 ', 90_000],
])('a query of %s at the limit is parsed or refused in time that grows with its length', (_, piece, count) => {
  const parse = (length: number): void => {
    try {
      parseQuery(piece.repeat(length), iped);
    } catch (error) {
      expect(error).toBeInstanceOf(QuerySyntaxError);
    }
  };
  expect(growthOf(parse, count)).toBeLessThan(GROWTH_MAX);
});

function errorOf(text: string): QuerySyntaxError {
  try {
    parseQuery(text, iped);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

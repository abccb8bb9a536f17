/** The tests that all syntaxes have in common: their tables, how deep a query nests, and hostile queries. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type ConformanceRow, readConformance } from '../../grammar/conformance.ts';
import { describeFault, QuerySyntaxError } from '../../grammar/errors.ts';
import { type ParseOptions, parseQuery } from '../../grammar/parse.ts';
import { printQuery } from '../../grammar/print.ts';
import { GROWTH_MAX, growthOf } from './growth.ts';

/** Tests the rows of a table. Each result is a query in our language, unless `isOwn`: then it is one in the same syntax. */
export function testTable(path: string, options: ParseOptions, isOwn = false): void {
  describe.each(readConformance(readFileSync(path, 'utf8')))('$title', ({ rows, defaultOperator }) => {
    test.each(rows)('$text', (row) => expectRow(row, { defaultOperator, ...options }, isOwn));
  });
}

function expectRow({ text, result }: ConformanceRow, options: ParseOptions, isOwn: boolean): void {
  if (result.kind === 'error') {
    const error = errorOf(text, options);
    expect(error.position).toBe(result.position);
    expect(describeFault(error).slice(0, result.messageStart.length)).toBe(result.messageStart);
    expect(error.suggestion).toBe(result.suggestion);
    if (error.suggestion !== null) parseQuery(error.suggestion, options);
    return;
  }
  const query = parseQuery(text, options);
  expect(printQuery(query)).toBe(result.printed);
  if (isOwn) expect(parseQuery(result.printed, { ...options, defaultOperator: 'OR' })).toEqual(query);
  else expect(printQuery(parseQuery(result.printed))).toBe(result.printed);
}

export function testNesting(options: ParseOptions, kind: string, deepest = 40_000): void {
  test('nests as deep as a query may, and refuses deeper nesting', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(parseQuery(nested(100), options).kind).toBe(kind);
    expect(errorOf(nested(101), options).fault).toBe('tooDeep');
    expect(errorOf(nested(deepest), options).fault).toBe('tooDeep');
  });
}

/** `pieces`: a name, a piece, and how often a query at the limit has it. */
export function testHostile(pieces: readonly (readonly [string, string, number])[], options: ParseOptions): void {
  test.each(pieces)('a query of %s at the limit is parsed or refused in time that grows with it', (_, piece, count) => {
    const parse = (length: number): void => {
      try {
        printQuery(parseQuery(piece.repeat(length), options));
      } catch (error) {
        expect(error).toBeInstanceOf(QuerySyntaxError);
      }
    };
    expect(growthOf(parse, count)).toBeLessThan(GROWTH_MAX);
  });
}

function errorOf(text: string, options: ParseOptions): QuerySyntaxError {
  try {
    parseQuery(text, options);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readConformance } from '../../../grammar/conformance.ts';
import { describeFault, QuerySyntaxError } from '../../../grammar/errors.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';

const sections = readConformance(readFileSync('grammar/conformance.tsv', 'utf8'));

function errorOf(text: string, defaultOperator: 'OR' | 'AND'): QuerySyntaxError {
  try {
    parseQuery(text, { defaultOperator });
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

test('conformance.tsv has 300 rows or more', () => {
  expect(sections.reduce((count, { rows }) => count + rows.length, 0)).toBeGreaterThanOrEqual(300);
});

describe.each(sections)('$title', ({ defaultOperator, rows }) => {
  test.each(rows)('$text', ({ text, result }) => {
    if (result.kind === 'error') {
      const error = errorOf(text, defaultOperator);
      expect(error.position).toBe(result.position);
      expect(describeFault(error).slice(0, result.messageStart.length)).toBe(result.messageStart);
      expect(error.suggestion).toBe(result.suggestion);
      if (error.suggestion !== null) parseQuery(error.suggestion, { defaultOperator });
      return;
    }
    const query = parseQuery(text, { defaultOperator });
    expect(printQuery(query)).toBe(result.printed);
    expect(parseQuery(result.printed)).toEqual(query);
  });
});

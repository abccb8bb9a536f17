import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { printableQuery } from './random-ast.ts';

describe('printQuery', () => {
  test('prints a text that parses to the same tree', () => {
    fc.assert(
      fc.property(printableQuery, (query) => {
        expect(parseQuery(printQuery(query))).toEqual(query);
      }),
      { numRuns: 3000 },
    );
  });

  test('prints a text that the grammar reads the same in parentheses, where no clause is alone', () => {
    fc.assert(
      fc.property(printableQuery, (query) => {
        expect(parseQuery(`(${printQuery(query)})`)).toEqual(query);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['AND', '\\AND'],
    ['-5', '\\-5'],
    ['/a/', '\\/a/'],
    ['/home/ana', '/home/ana'],
    ['http://example.com/?q=1', 'http://example.com/\\?q=1'],
    ['a:b', 'a\\:b'],
    ['Rio – São Paulo', 'Rio\\ \\–\\ São\\ Paulo'],
  ])('prints the term %s as %s', (text, printed) => {
    expect(printQuery({ kind: 'term', field: null, text })).toBe(printed);
  });

  test('prints a value without unnecessary escapes', () => {
    expect(printQuery({ kind: 'term', field: 'modified', text: '2021-03-04T10:20:30Z' })).toBe(
      'modified:2021-03-04T10:20:30Z',
    );
    expect(printQuery({ kind: 'term', field: 'length', text: '-5' })).toBe('length:-5');
  });

  test('prints boosts without an exponent', () => {
    const query = { kind: 'all' } as const;
    expect(printQuery({ kind: 'boost', query, factor: 1.5e-7 })).toBe('*:*^0.00000015');
    expect(printQuery({ kind: 'boost', query, factor: 1.5e21 })).toBe('*:*^1500000000000000000000');
  });
});

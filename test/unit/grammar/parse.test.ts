import { describe, expect, test } from '@jest/globals';
import type { Query } from '../../../grammar/ast.ts';
import { QuerySyntaxError } from '../../../grammar/errors.ts';
import { CLAUSES_MAX, NESTING_MAX, QUERY_BYTES_MAX } from '../../../grammar/limits.ts';
import { offsetOf } from '../../../grammar/offsets.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';

const term = (text: string, field: string | null = null): Query => ({ kind: 'term', field, text });

function errorOf(text: string): QuerySyntaxError {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error('it parses');
}

// The conformance table compares prints. Differences that a print could hide are compared as trees here.
describe('the tree', () => {
  const trees: [string, Query][] = [
    ['a', term('a')],
    ['', { kind: 'all' }],
    [
      'a*?b',
      {
        kind: 'wildcard',
        field: null,
        pattern: [{ kind: 'text', text: 'a' }, { kind: 'anyRun' }, { kind: 'anyOne' }, { kind: 'text', text: 'b' }],
      },
    ],
    ['f:a\\*\\ b*', { kind: 'wildcard', field: 'f', pattern: [{ kind: 'text', text: 'a* b' }, { kind: 'anyRun' }] }],
    ['""', { kind: 'phrase', field: null, pattern: [], slop: 0 }],
    [
      'f:"a\\"b *"~3',
      { kind: 'phrase', field: 'f', pattern: [{ kind: 'text', text: 'a"b ' }, { kind: 'anyRun' }], slop: 3 },
    ],
    ['a~', { kind: 'fuzzy', field: null, text: 'a', distance: 2 }],
    ['/a\\/b/', { kind: 'regexp', field: null, pattern: 'a\\/b' }],
    ['f:*', { kind: 'exists', field: 'f' }],
    ['f:{1 TO *]', { kind: 'range', field: 'f', lower: { text: '1', isInclusive: false }, upper: null }],
    ['f<=1', { kind: 'range', field: 'f', lower: null, upper: { text: '1', isInclusive: true } }],
    ['-a', { kind: 'boolean', clauses: [{ occur: 'mustNot', query: term('a') }], minimumMatch: 0 }],
    ['(a)@1', { kind: 'boolean', clauses: [{ occur: 'should', query: term('a') }], minimumMatch: 1 }],
    ['f:(a)^2', { kind: 'boost', query: term('a', 'f'), factor: 2 }],
    [
      'a AND NOT b OR c',
      {
        kind: 'boolean',
        clauses: [
          {
            occur: 'should',
            query: {
              kind: 'boolean',
              clauses: [
                { occur: 'must', query: term('a') },
                { occur: 'mustNot', query: term('b') },
              ],
              minimumMatch: 0,
            },
          },
          { occur: 'should', query: term('c') },
        ],
        minimumMatch: 0,
      },
    ],
  ];

  test.each(trees)('of %s', (text, tree) => {
    expect(parseQuery(text)).toEqual(tree);
  });

  test('keeps lone surrogates', () => {
    expect(parseQuery('\ud800 \\\udc00')).toEqual(parseQuery(printQuery(parseQuery('\ud800 \udc00'))));
  });
});

test('everything that a search may refuse has its offset recorded', () => {
  const query = parseQuery('a f:(b~1 OR x:/c/) d*');
  const offsets: (number | null)[] = [];
  const visit = (one: Query): void => {
    if (one.kind === 'boolean') for (const clause of one.clauses) visit(clause.query);
    else offsets.push(offsetOf(one));
  };
  visit(query);
  expect(offsets).toEqual([null, 5, 14, 19]);
});

describe('a limit', () => {
  test('on nesting is exact, for every way to nest', () => {
    const ways: ((depth: number) => string)[] = [
      (depth) => `${'('.repeat(depth)}a b${')'.repeat(depth)}`,
      (depth) => `${'-('.repeat(depth)}a b${')'.repeat(depth)}`,
      (depth) => `${'f:('.repeat(depth)}a b${')'.repeat(depth)}`,
      (depth) => `${'((c '.repeat(depth / 2)}a b${'))'.repeat(depth / 2)}`,
      (depth) => `${'NOT '.repeat(depth)}a`,
      (depth) => `${'+-'.repeat(depth / 2)}a`,
    ];
    for (const way of ways) {
      expect(parseQuery(way(NESTING_MAX))).toBeDefined();
      expect(errorOf(way(NESTING_MAX + 2)).fault).toBe('tooDeep');
      expect(errorOf(way(NESTING_MAX * 100)).fault).toBe('tooDeep');
    }
  });

  test('on nesting counts the parentheses of the canonical print', () => {
    const deep = (levels: number) => `${'('.repeat(levels)}a${' AND b OR c)'.repeat(levels)}`;
    const atLimit = parseQuery(deep(NESTING_MAX / 2));
    expect(parseQuery(printQuery(atLimit))).toEqual(atLimit);
    expect(errorOf(deep(NESTING_MAX / 2 + 1)).fault).toBe('tooDeep');
  });

  test('on bytes counts UTF-8', () => {
    expect(parseQuery('a'.repeat(QUERY_BYTES_MAX))).toBeDefined();
    expect(parseQuery('é'.repeat(QUERY_BYTES_MAX / 2))).toBeDefined();
    const ascii = errorOf('a'.repeat(QUERY_BYTES_MAX + 1));
    expect([ascii.fault, ascii.position]).toEqual(['tooLong', QUERY_BYTES_MAX]);
    const twoBytes = errorOf('é'.repeat(QUERY_BYTES_MAX / 2 + 1));
    expect([twoBytes.fault, twoBytes.position]).toEqual(['tooLong', QUERY_BYTES_MAX / 2]);
    expect(errorOf('😀'.repeat(QUERY_BYTES_MAX / 4 + 1)).position).toBe(QUERY_BYTES_MAX / 2);
    expect(errorOf('\ud800'.repeat(QUERY_BYTES_MAX / 2)).fault).toBe('tooLong');
  });

  test('on clauses is exact', () => {
    const list = (count: number) => 'ab '.repeat(count);
    const query = parseQuery(list(CLAUSES_MAX));
    expect(query.kind === 'boolean' && query.clauses.length).toBe(CLAUSES_MAX);
    const error = errorOf(list(CLAUSES_MAX + 1));
    expect([error.fault, error.position]).toEqual(['tooManyClauses', CLAUSES_MAX * 3]);
  });

  test('leaves nothing behind: the next query parses', () => {
    expect(() => parseQuery('f:(a~7')).toThrow(QuerySyntaxError);
    expect(parseQuery('b')).toEqual(term('b'));
    expect(() => parseQuery('f:(a b')).toThrow(QuerySyntaxError);
    expect(parseQuery('b')).toEqual(term('b'));
  });
});

describe('an error', () => {
  test('has position, finding and expected input', () => {
    const error = errorOf('a (b');
    expect(error.message).toBe(
      "Query syntax error at position 4: found end of query, expected AND, OR, another clause or ')' (the group at 2 is not closed)",
    );
    expect(error).toMatchObject({
      position: 4,
      found: 'end of query',
      expected: ['AND', 'OR', 'another clause', "')'"],
      suggestion: 'a (b)',
    });
  });

  test('lists what could begin a clause', () => {
    expect(errorOf('a AND )').expected).toEqual([
      ...[
        'a word',
        'a quoted phrase',
        'a field',
        'a comparison',
        "'('",
        "'['",
        'a regular expression',
        '*:*',
        'NOT',
        "'+'",
        "'-'",
      ],
    ]);
  });

  test('is the first of the text, whichever part finds it', () => {
    expect(errorOf('a AND OR "b').position).toBe(6);
    expect(errorOf('a~9 "b').position).toBe(2);
    expect(errorOf('[a b] )').position).toBe(3);
  });

  test('shortens the finding', () => {
    expect(errorOf(`a ]${'x'.repeat(1000)}`).found).toHaveLength(43);
  });

  test('suggests a query that parses with the options, or nothing', () => {
    expect(errorOf('Portland OR').suggestion).toBe('Portland or');
    expect(errorOf(`${'a '.repeat(5000)}"b`).suggestion).toBeNull();
  });
});

/** Clauses of bookmarks, the selection and sources: which are removed from a tree, and which names a pattern means. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { RefusedQueryError } from '../../../src/search/refused-query.ts';
import { isMeant, takeSets } from '../../../src/search/set-clauses.ts';

test.each([
  ['heron AND "a b"', []],
  ['bookmark:x', [['bookmark', 'x']]],
  ['heron NOT bookmark:"To do"^2', [['bookmark', 'To do']]],
  [
    'bookmark:("a*" OR source:s1) AND bookmark:"a*"',
    [
      ['bookmark', 'a*'],
      ['source', 's1'],
    ],
  ],
  ['selected:true OR (selected:false AND selected:"true")', [['selected', 'true']]],
  ['property\\:source:x bookmark\\:x', []],
])('%s names %j', (text, expected) => {
  const query = parseQuery(text);
  const { query: taken, clauses } = takeSets(query);
  expect(clauses.map(({ field, meant }) => [field, meant])).toEqual(expected);
  if (expected.length === 0) expect(taken).toBe(query);
  const named = new Set(JSON.stringify(taken).match(/"kind":"set","name":"(?:[^"\\]|\\.)*"/g));
  expect(named.size).toBe(expected.length);
});

test.each([
  ['heron selected:maybe', 15],
  ['source:a*', 7],
  ['bookmark:x~1', 9],
  ['bookmark:/x/', 9],
  ['selected:*', 9],
])('%s is refused with the position', (text, position) => {
  const fault = (() => {
    try {
      return takeSets(parseQuery(text));
    } catch (error) {
      return error;
    }
  })();
  expect(fault).toBeInstanceOf(RefusedQueryError);
  expect((fault as RefusedQueryError).position).toBe(text.includes('selected:*') ? null : position);
});

test('a range of names is refused', () => {
  expect(() => takeSets(parseQuery('bookmark:[a TO b]'))).toThrow(RefusedQueryError);
});

describe('a name', () => {
  test('is taken as written, in NFC and case-sensitive', () => {
    expect(isMeant('ac\u0327a\u0303o', 'a\u00e7\u00e3o')).toBe(true);
    expect(isMeant('Review', 'review')).toBe(false);
    expect(isMeant('a*', 'a*')).toBe(true);
    expect(isMeant('a*', 'ab')).toBe(false);
  });

  test('matches a pattern if a regular expression does', () => {
    const letter = fc.constantFrom('a', 'b', '😀', '\u00e7');
    const part = fc.oneof(
      fc.array(letter, { minLength: 1, maxLength: 3 }).map((all) => ({ kind: 'text', text: all.join('') }) as const),
      fc.constant({ kind: 'anyRun' } as const),
      fc.constant({ kind: 'anyOne' } as const),
    );
    const name = fc.array(letter, { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), name, (pattern: Pattern, text) => {
        const source = pattern.map((one) => (one.kind === 'text' ? one.text : one.kind === 'anyRun' ? '.*' : '.'));
        expect(isMeant(pattern, text)).toBe(new RegExp(`^${source.join('')}$`, 'su').test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('of a clause is the clause as printed', () => {
    const { clauses } = takeSets(parseQuery('bookmark:"To do"'));
    expect(clauses[0]!.name).toBe(printQuery(parseQuery('bookmark:"To do"')));
  });
});

/** The offsets of parts of a query: recorded while it is parsed, and copied to a copy of the tree. */
import { expect, test } from '@jest/globals';
import type { Bound, Query } from '../../../grammar/ast.ts';
import { offsetOf, offsetsIn, recordOffsets } from '../../../grammar/offsets.ts';
import { parseQuery } from '../../../grammar/parse.ts';

const text = 'size:5 OR (name:a* heron~1 NOT /x.*y/)^2 modified:[2021 TO 2022-01} length>7 "a b" sent:(x OR [* TO y])';

function offsetsOf(query: Query): (number | null)[] {
  switch (query.kind) {
    case 'boolean':
      return query.clauses.flatMap((clause) => offsetsOf(clause.query));
    case 'boost':
      return offsetsOf(query.query);
    case 'range':
      return [query.lower, query.upper].filter((bound): bound is Bound => bound !== null).map(offsetOf);
    default:
      return [offsetOf(query)];
  }
}

test('words with a field, patterns and bounds have their offsets', () => {
  const found = offsetsOf(parseQuery(text));
  const written = found.map((offset) => (offset === null ? null : /^[^\s)\]}^]+/.exec(text.slice(offset))![0]));
  expect(written).toEqual(['5', 'a*', 'heron~1', '/x.*y/', '2021', '2022-01', '7', null, 'x', 'y']);
});

test('a copy of a tree gets the offsets', () => {
  const query = parseQuery(text);
  const copy = structuredClone(query);
  expect(offsetsOf(copy).every((offset) => offset === null)).toBe(true);
  recordOffsets(copy, offsetsIn(query)!);
  expect(offsetsOf(copy)).toEqual(offsetsOf(query));
  expect(offsetsIn(parseQuery('heron "a b"'))).toBeNull();
});

test('a lone clause equals the one in parentheses, which the grammar reads', () => {
  const values = [
    'heron',
    'her*',
    '"grey heron"',
    '/h.+n/',
    '[a TO b}',
    '{* TO "x y"]',
    '(heron)',
    '*',
    '*:*',
    'a~',
    '"a b"~2',
    'a^2',
  ];
  const names = [
    '',
    'name:',
    'name : ',
    '"a field"=',
    'a\\:b:',
    'size>',
    'size:<=',
    'name:=',
    'name: =',
    'name:  >=',
    '-',
    'NOT ',
  ];
  const outcome = (query: string, shift: number): unknown => {
    try {
      const tree = parseQuery(query);
      return { tree, offsets: offsetsOf(tree).map((offset) => (offset === null ? null : offset - shift)) };
    } catch (error) {
      return (error as Error).name;
    }
  };
  let parsed = 0;
  for (const name of names) {
    for (const value of [...values, ']', 'x y', '[a TO b', '[a b c]']) {
      const alone = outcome(name + value, 0);
      expect(alone).toEqual(outcome(`(${name}${value})`, 1));
      if (typeof alone === 'object') parsed++;
    }
  }
  expect(parsed).toBeGreaterThan(100);
});

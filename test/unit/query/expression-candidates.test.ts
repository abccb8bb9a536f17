/** What finds the items that an expression can match in: words with all letters that every match has. */
import { expect, test } from '@jest/globals';
import type { ExpressionQuery } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { candidatesOf } from '../../../src/query/plan/texts/expression-leaf.ts';

test.each([
  ['text:/permission\\W+denied/', '+*permission* +*denied*'],
  ['text:/card (no|number) \\d{4}/', '*card*'],
  ['text:/(?:abc){2}x?defg/', '+*defg* +*abc*'],
  ['text:/(?:abc)?defg/', '*defg*'],
  ['text:/one,one/', '*one*'],
  ['text:/abc.bcd.cde.defg.efghi/', '+*efghi* +*defg* +*abc* +*bcd*'],
  ['text:/\\d{4}/', '*:*'],
  ['content:text:/abc,def/', '+content:*abc* +content:*def*'],
  ['name:text:/abc,def/', 'name:*'],
  ['cased:"US Army"', '"US Army"'],
])('%s: %s', (query, candidates) => {
  expect(printQuery(candidatesOf(parseQuery(query) as ExpressionQuery))).toBe(candidates);
});

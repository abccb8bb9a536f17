/** Words of NEAR. An occurrence that ends with a pair of letters ends with the second of them. */
import { expect, test } from '@jest/globals';
import type { NearQuery } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { analyzerOfIndex } from '../../../src/analysis/analyzer-of-index.ts';
import { nearWords } from '../../../src/query/plan/near/near-words.ts';

const analyzer = analyzerOfIndex(undefined);

test('the words of a query are collected once for all parts of an index', () => {
  const query = parseQuery('a* NEAR/2 b') as NearQuery;
  expect(nearWords(query, analyzer)).toBe(nearWords(query, analyzer));
  const other = { ...analyzer };
  expect(nearWords(query, other)).not.toBe(nearWords(query, analyzer));
});

test.each([
  ['日本 NEAR/2 a', 1],
  ['"a 日本" NEAR/2 b', 1],
  ['日 NEAR/2 a', 0],
  ['ab NEAR/2 a', 0],
  ['"日本 a" NEAR/2 b', 0],
])('the left side of %s has %i positions after its last element', (query, tail) => {
  const { plan } = nearWords(parseQuery(query) as NearQuery, analyzer);
  expect(plan.kind === 'near' && plan.left).toMatchObject({ kind: 'words', tail });
});

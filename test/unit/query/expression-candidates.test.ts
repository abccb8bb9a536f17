/**
 * The query for the items in which an expression can match. It is made from parts that every match has: literals, letters and
 * digits within a word, sequences of digits.
 */
import { expect, test } from '@jest/globals';
import type { ExpressionQuery } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { candidatesOf } from '../../../src/query/plan/texts/expression-leaf.ts';
import type { SourceWords } from '../../../src/search/search-engine.ts';

test.each([
  ['text:/permission\\W+denied/', '+*permission* +*denied*'],
  ['text:/card (no|number) \\d{4}/', '*card*'],
  ['text:/(?:abc){2}x?defg/', '+*defg* +*abc*'],
  ['text:/(?:abc)?defg/', '*defg*'],
  ['text:/one,one/', '*one*'],
  ['text:/abc.bcd.cde.defg.efghi/', '+*efghi* +*defg* +*abc* +*bcd*'],
  ['text:/\\d{2}/', '*:*'],
  ['text:/[0-9]{4}-[0-9]{4}/', 'digits:*????????*'],
  ['text:/(?:[0-9]{1,3}\\.){3}[0-9]{1,3}/', 'digits:*????*'],
  ['text:/[0-9]{3}[0-9 ]{2,3}[0-9]{3}/', 'digits:*??????*'],
  ['text:/[0-9]{3}[0-9 ]{2,4}[0-9]{3}/', '/.*[0-9][0-9][0-9].*/'],
  ['text:/[0-9]{3}[-,][0-9]{3}/', '/.*[0-9][0-9][0-9].*/'],
  ['text:/[0-9]{4}(?:,|[0-9]{5})/', '/.*[0-9][0-9][0-9][0-9].*/'],
  ['text:/[0-9]{3}\\n[0-9]{3}/', '/.*[0-9][0-9][0-9].*/'],
  ['entity:cpf', 'digits:*???????????*'],
  ['entity:card', 'digits:*????????????*'],
  ['entity:email', '*:*'],
  ['text:/(?-i)[aeiou]{4}\\s/', '/.*[aeiou][aeiou][aeiou][aeiou].*/'],
  ['text:/(?-i)\\b[qx]{2,}[0-9]{3}\\b/', '/.*[qx][qx][0-9][0-9][0-9].*/'],
  ['text:/(?-i)(?:[xz]{3}|[jq][^a])y/', '*:*'],
  ['text:/[xz][jq]/', '*:*'],
  ['text:/(?-i)(?:[xz]{3}|-[jq]{3})/', '/.*[xz][xz][xz].*/ /.*[jq][jq][jq].*/'],
  // The text before a repetition touches its first copy, and the text after touches its last one.
  ['text:/(?-i)x[ab]{1,3}[0-9]{2}/', '/.*[a-b][0-9][0-9].*/'],
  ['text:/(?-i)[xz]{2}[ab]{1,3}-/', '/.*[xz][xz][a-b].*/'],
  ['text:/(?-i)[a-z]{32}[0-9]{2,}[jqx]{2}/', '/.*[0-9][0-9][jqx][jqx].*/'],
  ['text:/[aª]{5}/', '*:*'],
  ['text:/[日本]{5}/', '*:*'],
  ['name:text:/[0-9]{9}/', 'name:*'],
  ['content:text:/abc,def/', '+content:*abc* +content:*def*'],
  ['name:text:/abc,def/', 'name:*'],
  ['cased:"US Army"', '"US Army"'],
])('%s: %s', (query, candidates) => {
  expect(printQuery(candidatesOf(parseQuery(query) as ExpressionQuery, 'own'))).toBe(candidates);
});

test('words that another tool has cut have no sequences, and a cluster is searched for literals only', () => {
  const shown = (words: SourceWords): string =>
    printQuery(candidatesOf(parseQuery('text:/[0-9]{4}-[0-9]{4}/') as ExpressionQuery, words));
  expect(shown('imported')).toBe('/.*[0-9][0-9][0-9][0-9].*/');
  expect(shown('cluster')).toBe('*:*');
});

test('nested repetitions do not take long', () => {
  const nested = Array.from({ length: 60 }).reduce((part: string) => `(?:${part}){2}`, '(?:ab|[0-9])-');
  // Trying two to the power of sixty readings would never end.
  expect(printQuery(candidatesOf({ kind: 'expression', field: null, pattern: nested }, 'own'))).toBe('*:*');
});

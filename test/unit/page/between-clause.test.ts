import { expect, test } from '@jest/globals';
import { betweenClause } from '../../../src/page/people/between-clause.ts';

const person = (address: string, from = `F${address}`) => ({ address, q: { from, to: `T${address}` } });

test('a filter for mails of one person, between two, and both ways', () => {
  const [a, b] = [person('a'), person('b')];
  expect(betweenClause(null, null, true)).toBeNull();
  expect(betweenClause(a, null, true)).toBe('Fa');
  expect(betweenClause(null, b, true)).toBe('Tb');
  expect(betweenClause(a, b, false)).toBe('((Fa) AND (Tb))');
  expect(betweenClause(a, b, true)).toBe('((Fa) AND (Tb)) OR ((Fb) AND (Ta))');
});

test('with very many spellings uses the words of addresses', () => {
  expect(betweenClause(person('a@x', 'x'.repeat(5000)), person('b@x'), false)).toBe(
    '((from:"a@x") AND (to:"b@x" OR cc:"b@x" OR bcc:"b@x"))',
  );
});

/** The table of the syntax of Nuix: the meaning of each query in our language, or why it is refused; and hostile queries. */
import { expect, test } from '@jest/globals';
import { translateNuix } from '../../../grammar/nuix/parse.ts';
import { testHostile, testNesting, testTable } from '../../support/syntax-table.ts';

const nuix = { syntax: 'nuix' } as const;

testTable('grammar/nuix/conformance.tsv', nuix);

test('doubts are named', () => {
  expect(translateNuix('apple w/5 pear').doubts).toEqual([]);
  expect(translateNuix('custodian:banana~2 apple^4').doubts).toEqual([
    'custodian must be spelled like the property in the case, including upper and lower case',
    'banana~2 must agree in its first two characters, and counts letters that are added, missing, different or swapped with their neighbour',
    'the weight of apple^4 would only change the order by relevance, and is ignored',
  ]);
});

testNesting(nuix, 'term');

testHostile(
  [
    ['words', 'word ', 150_000],
    ['patterns', 'a* ', 200_000],
    ['operators', 'a OR ', 90_000],
    ['negations', 'NOT ', 150_000],
    ['dashes', '-', 1_000_000],
    ['escapes', '\\a', 500_000],
    ['similarities', 'a~', 500_000],
    ['weights', 'a^1', 300_000],
    ['fields', 'a:', 300_000],
    ['ranges', 'a:[1 TO 2] ', 80_000],
    ['open ranges', 'a:[1 TO ', 100_000],
    ['expressions', '/a/ ', 150_000],
    ['open groups', '(a OR ', 150_000],
    ['distances', 'a w/5 ', 150_000],
  ],
  nuix,
);

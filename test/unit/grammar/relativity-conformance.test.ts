/**
 * The tables of Relativity's syntax, with and without noise words: the meaning of each request in our language, or why it is
 * refused.
 */
import { describe, expect, test } from '@jest/globals';
import { translateDtsearch } from '../../../grammar/dtsearch/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { testHostile, testTable } from '../../support/syntax-table.ts';

describe.each([
  ['relativity', 'grammar/relativity/conformance.tsv'],
  ['relativity-noise', 'grammar/relativity/noise-conformance.tsv'],
] as const)('%s', (syntax, path) => testTable(path, { syntax }));

describe('doubts', () => {
  test('a noise word counts unless it is to be left out, and either is mentioned', () => {
    expect(translateDtsearch('statue of liberty', 'relativity').doubts).toEqual([
      'of is a noise word of Relativity unless its list was changed: there it matches any word, here only itself',
    ]);
    expect(translateDtsearch('statue of liberty', 'dtsearch').doubts).toEqual([
      'of is a noise word of dtSearch unless its list was changed: there it matches any word, here only itself',
    ]);
    expect(translateDtsearch('"statue (of) liberty"', 'relativity-noise')).toMatchObject({
      query: { kind: 'wildcard' },
      doubts: ['(of) is a noise word of Relativity: it is ignored, and any word may take its place in a phrase'],
    });
  });

  test('single letters are noise words only in Relativity', () => {
    expect(translateDtsearch('vitamin c', 'dtsearch').doubts).toEqual([]);
    expect(printQuery(translateDtsearch('vitamin c tablets', 'dtsearch-noise').query)).toBe('"vitamin c tablets"');
    expect(printQuery(translateDtsearch('statue of liberty', 'dtsearch-noise').query)).toBe('statue\\ *\\ liberty');
  });

  test('long words and ranges are mentioned in Relativity', () => {
    const long = 'a'.repeat(33);
    expect(translateDtsearch(`${long} and 1~~3`, 'relativity').doubts).toEqual([
      `Relativity compares the first 32 characters of a word; here all of ${long} count`,
      '1~~3 is a range in dtSearch and in older versions of Relativity',
    ]);
    expect(translateDtsearch(`${long} and 1~~3`, 'dtsearch').doubts).toEqual([]);
  });
});

testHostile(
  ['the ', 'of apple ', 'a ', '(the or ', 'the w/5 '].map((piece) => [piece, piece, 90_000] as const),
  { syntax: 'relativity-noise' },
);

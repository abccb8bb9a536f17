/**
 * The tables of Relativity's syntax, with and without noise words: the meaning of each request in our language, or why it is
 * refused.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readConformance } from '../../../grammar/conformance.ts';
import { translateDtsearch } from '../../../grammar/dtsearch/parse.ts';
import { describeFault, QuerySyntaxError } from '../../../grammar/errors.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import type { OtherSyntax } from '../../../grammar/texts/syntaxes.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

const TABLES = [
  ['relativity', 'grammar/relativity/conformance.tsv'],
  ['relativity-noise', 'grammar/relativity/noise-conformance.tsv'],
] as const;
const rows = TABLES.flatMap(([syntax, path]) =>
  readConformance(readFileSync(path, 'utf8')).flatMap((section) =>
    section.rows.map((row) => ({ syntax, title: section.title, ...row })),
  ),
);

test.each(rows)('$syntax, $title: $text', ({ syntax, text, result }) => {
  if (result.kind === 'error') {
    const error = errorOf(text, syntax);
    expect(error.position).toBe(result.position);
    expect(describeFault(error).slice(0, result.messageStart.length)).toBe(result.messageStart);
    return;
  }
  expect(printQuery(parseQuery(text, { syntax }))).toBe(result.printed);
  expect(printQuery(parseQuery(result.printed))).toBe(result.printed);
});

describe('doubts', () => {
  test('a noise word counts unless it is to be left out, and either is said', () => {
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

  test('single letters are noise words of Relativity alone', () => {
    expect(translateDtsearch('vitamin c', 'dtsearch').doubts).toEqual([]);
    expect(printQuery(translateDtsearch('vitamin c tablets', 'dtsearch-noise').query)).toBe('"vitamin c tablets"');
    expect(printQuery(translateDtsearch('statue of liberty', 'dtsearch-noise').query)).toBe('statue\\ *\\ liberty');
  });

  test('long words and ranges are said in Relativity', () => {
    const long = 'a'.repeat(33);
    expect(translateDtsearch(`${long} and 1~~3`, 'relativity').doubts).toEqual([
      `Relativity compares the first 32 characters of a word; here all of ${long} count`,
      '1~~3 is a range in dtSearch and in older versions of Relativity',
    ]);
    expect(translateDtsearch(`${long} and 1~~3`, 'dtsearch').doubts).toEqual([]);
  });
});

test.each(['the ', 'of apple ', 'a ', '(the or ', 'the w/5 '])(
  'a request of %s at the limit ends in time that grows with its length',
  (piece) => {
    const parse = (length: number): void => {
      try {
        printQuery(parseQuery(piece.repeat(length), { syntax: 'relativity-noise' }));
      } catch (error) {
        expect(error).toBeInstanceOf(QuerySyntaxError);
      }
    };
    expect(growthOf(parse, 90_000)).toBeLessThan(GROWTH_MAX);
  },
);

function errorOf(text: string, syntax: OtherSyntax): QuerySyntaxError {
  try {
    parseQuery(text, { syntax });
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

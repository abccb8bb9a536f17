/**
 * Parses arbitrary text: the result is a tree or a QuerySyntaxError, never anything else, in linear time.
 *
 * FUZZ=long runs a hundred times as many texts, and every pathological one. SEED= repeats a run.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Query } from '../../grammar/ast.ts';
import { readConformance } from '../../grammar/conformance.ts';
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { QUERY_BYTES_MAX } from '../../grammar/limits.ts';
import { parseQuery } from '../../grammar/parse.ts';
import { printQuery } from '../../grammar/print.ts';
import { GROWTH_MAX, growthOf } from '../support/growth.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const isLong = process.env.FUZZ === 'long';
const RUNS = { numRuns: isLong ? 200_000 : 2_000, seed: SEED };
const rows = readConformance(readFileSync('grammar/conformance.tsv', 'utf8')).flatMap((section) => section.rows);

const PIECES = [
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    '“',
    '»',
    '\\',
    '/',
    '*',
    '?',
    '~',
    '~1',
    '^',
    '^2',
    '@',
    '@2',
    ':',
    '=',
    '<',
    '>',
    '>=',
  ],
  ...[
    '+',
    '-',
    '!',
    '–',
    '−',
    ' ',
    ' ',
    ' ',
    '\t',
    '\u00a0',
    'AND',
    'OR',
    'NOT',
    '&&',
    '||',
    'TO',
    '*:*',
    'http://',
    'f:',
    '"g h":',
  ],
  ...['a', 'b', 'word', '1', '0.5', '2021-03-04', '½', '😀', '\ud800', '\0', '.', ' TO ', ' AND ', ' OR '],
];

const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 25, size: 'max' }).map((pieces) => pieces.join(''));
const defaultOperator = fc.constantFrom('OR' as const, 'AND' as const);

/** A row of the table with up to four pieces inserted, removed or doubled. */
const mutant = fc
  .tuple(
    fc.constantFrom(...rows.map(({ text }) => text)),
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 4 }),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [somewhere, length, piece]) => {
      const at = somewhere % (changed.length + 1);
      return (
        changed.slice(0, at) + (length === 3 ? changed.slice(at, at + 3).repeat(2) : piece) + changed.slice(at + length)
      );
    }, text),
  );

/** Returns the tree, or null. Fails if an error is not as specified. */
function parseOrRefuse(text: string, options?: Parameters<typeof parseQuery>[1]): Query | null {
  try {
    return parseQuery(text, options);
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    expect(Number.isInteger(error.position)).toBe(true);
    expect(error.position).toBeGreaterThanOrEqual(0);
    expect(error.position).toBeLessThanOrEqual(text.length);
    expect(error.found === 'end of query').toBe(error.position === text.length);
    expect(error.expected.length + error.note.length).toBeGreaterThan(0);
    if (error.suggestion !== null) parseQuery(error.suggestion, options);
    return null;
  }
}

function checkText(text: string, operator: 'OR' | 'AND'): void {
  const query = parseOrRefuse(text, { defaultOperator: operator });
  if (query !== null) expect(parseQuery(printQuery(query))).toEqual(query);
}

describe(`any text is a tree that prints and parses back, or an error (SEED=${SEED})`, () => {
  test('made from the signs of the language', () => {
    fc.assert(fc.property(soup, defaultOperator, checkText), RUNS);
  });

  test('made from the signs of the language, in the syntax of IPED', () => {
    const iped = { syntax: 'iped' } as const;
    fc.assert(
      fc.property(soup, (text) => {
        const query = parseOrRefuse(text, iped);
        if (query !== null) expect(parseQuery(printQuery(query), iped)).toEqual(query);
      }),
      RUNS,
    );
  });

  test('mutated from a row of the conformance table', () => {
    fc.assert(fc.property(mutant, defaultOperator, checkText), RUNS);
  });

  test('of any code units', () => {
    const units = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(fc.property(units, defaultOperator, checkText), RUNS);
  });

  test('most random texts are close enough to the language to be worth parsing', () => {
    const parsed = fc.sample(mutant, { numRuns: 500, seed: SEED }).filter((text) => parseOrRefuse(text) !== null);
    expect(parsed.length).toBeGreaterThan(100);
    expect(parsed.length).toBeLessThan(450);
  });
});

describe('a text of 1 MiB is answered or refused in a second of work', () => {
  const often = [
    '(',
    '"a b ',
    '/',
    '\\',
    '[',
    'a ',
    'a:',
    '!!!!',
    'a^',
    '@',
    'keyword12 ',
    'a AND ',
    '"a":b ',
    '["a TO b] ',
  ];
  const seldom = [
    ...[
      'é',
      '"',
      '" ',
      'NOT a ',
      '-a ',
      '+',
      '-',
      '(a)',
      '()',
      'a:(',
      '{',
      '[a ',
      '[a TO b] ',
      '["a',
      '/a',
      '/a/ ',
      '/a( ',
      '\\/',
      '~',
      'a~ ',
    ],
    ...[
      '^2',
      'a^2 ',
      '*',
      'a* ',
      '?a',
      '*:* ',
      'a:b ',
      'a>b ',
      'a> ',
      'a=',
      'OR AND ',
      '(a b)@2 ',
      '::',
      ')',
      ']',
      '- ',
      '--a ',
      '\\ ',
      ': ',
    ],
    ...[
      'http://a ',
      'a //',
      '/ ',
      '—',
      '“',
      'a\\',
      '(a) AND ',
      '((a) ',
      'a:(b c) ',
      ' ',
      '\u00a0',
      'AND ',
      '\ud800',
      '\0',
      'a ~ ',
      '[" ',
      'a : ',
    ],
  ];

  test.each(isLong ? [...often, ...seldom] : often)('made from %j', (piece) => {
    for (const end of isLong ? ['', 'a', ')', '"'] : ['']) {
      const countMax = Math.floor((QUERY_BYTES_MAX - end.length) / Buffer.byteLength(piece));
      expect(growthOf((count) => parseOrRefuse(piece.repeat(count) + end), countMax)).toBeLessThan(GROWTH_MAX);
    }
  });
});

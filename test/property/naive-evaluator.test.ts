/**
 * Examples of the description of the language, applied to the naive evaluator. It must be correct before the engine is compared
 * with it.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Occur, Pattern, PatternPart, Query } from '../../grammar/ast.ts';
import { NaiveCase, type NaiveItem } from '../support/naive/naive-case.ts';
import { evaluate } from '../support/naive/naive-evaluator.ts';
import { isNear, literal } from '../support/naive/naive-patterns.ts';
import { countPhrase, hasPhrase } from '../support/naive/naive-phrase.ts';
import { rank } from '../support/naive/naive-ranking.ts';
import { compileRegexp, NaiveQueryError } from '../support/naive/naive-regexp.ts';
import { compareNumbers, parseDate, parseNumber } from '../support/naive/naive-values.ts';
import { fittedQuery } from './fitted-query.ts';
import { randomCase } from './random-case.ts';
import { randomQuery, wrongQuery } from './random-query.ts';

function item(id: number, properties: Record<string, string[]>, text: string | null = null): NaiveItem {
  return { id, parentId: null, properties: Object.entries(properties), text };
}

function pattern(text: string): Pattern {
  return text
    .split(/([*?])/)
    .filter((part) => part !== '')
    .map((part): PatternPart => {
      if (part === '*') return { kind: 'anyRun' };
      return part === '?' ? { kind: 'anyOne' } : { kind: 'text', text: part };
    });
}

const term = (field: string | null, text: string): Query => ({ kind: 'term', field, text });
const wildcard = (field: string | null, text: string): Query => ({ kind: 'wildcard', field, pattern: pattern(text) });
const phrase = (field: string | null, text: string, slop = 0): Query => ({
  kind: 'phrase',
  field,
  pattern: pattern(text),
  slop,
});
const list = (clauses: readonly (readonly [Occur, Query])[], minimumMatch = 0): Query => ({
  kind: 'boolean',
  clauses: clauses.map(([occur, query]) => ({ occur, query })),
  minimumMatch,
});
/** `[a TO b]`, or with `{` and `}`; `*` is open. */
function range(field: string, text: string): Query {
  const [, open, lower, upper, close] = /^([[{])(.*) TO (.*)([\]}])$/.exec(text)!;
  return {
    kind: 'range',
    field,
    lower: lower === '*' ? null : { text: lower!, isInclusive: open === '[' },
    upper: upper === '*' ? null : { text: upper!, isInclusive: close === ']' },
  };
}

/** In the unit of a period. */
const MILLISECOND = 10n ** 27n;

describe('naive values', () => {
  test('integers of 64 bits are exact and everything else is a double', () => {
    const order = (a: string, b: string) => Math.sign(compareNumbers(parseNumber(a)!, parseNumber(b)!));
    expect(order('9007199254740993', '9007199254740992')).toBe(1);
    expect(order('9007199254740993', '9007199254740992.0')).toBe(1);
    expect(order('18446744073709551615', '18446744073709551614')).toBe(1);
    expect(order('5', '5.0')).toBe(0);
    expect(order('-0', '0')).toBe(0);
    expect(order('-3.25', '-3')).toBe(-1);
    for (const text of ['+5', '.5', '5.', '5 ', '0x1', '', '1e', '٣']) expect(parseNumber(text)).toBeNull();
  });

  test('a date is a period in UTC at every precision', () => {
    const text = (period: ReturnType<typeof parseDate>) =>
      [period!.first, period!.last + 1n].map((at) => new Date(Number(at / MILLISECOND)).toISOString());
    expect(text(parseDate('2021'))).toEqual(['2021-01-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z']);
    expect(text(parseDate('2020-02'))).toEqual(['2020-02-01T00:00:00.000Z', '2020-03-01T00:00:00.000Z']);
    expect(text(parseDate('2021-03-04T10'))).toEqual(['2021-03-04T10:00:00.000Z', '2021-03-04T11:00:00.000Z']);
    expect(text(parseDate('2021-03-01T00:30+01:00'))).toEqual(['2021-02-28T23:30:00.000Z', '2021-02-28T23:31:00.000Z']);
    expect(parseDate('1601-01-01T00:00:00.25Z')).toEqual(parseDate('1601-01-01T01:00:00.250+01'));
    for (const wrong of ['2021-02-29', '2021-13', '2021-3-4', '2021-03-04T24:00', '21', '2021-03-04 10:00']) {
      expect(parseDate(wrong)).toBeNull();
    }
  });

  test('days are counted as in the calendar of the platform', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(fc.property(day, (at) => parseDate(at.toISOString())!.first === BigInt(at.getTime()) * MILLISECOND));
  });
});

describe('naive matching', () => {
  test('distance is optimal string alignment after two fixed code points', () => {
    expect(isNear('test', 'tset', 1)).toBe(false);
    expect(isNear('test', 'tets', 1)).toBe(true);
    expect(isNear('test', 'te', 2)).toBe(true);
    expect(isNear('te', 'tes', 2)).toBe(false);
    expect(isNear('abca', 'abac', 1)).toBe(true);
    expect(isNear('xxca', 'xxabc', 2)).toBe(false);
    expect(isNear('日本語𠮷', '日本語', 1)).toBe(true);
  });

  test('a regular expression agrees with that of the platform', () => {
    const source = fc.stringMatching(/^([ab]|\(a\|b\)|\(ab\)\*|a\+|b\?|\[ab\]|\.|a\{1,2\}){0,6}$/);
    fc.assert(
      fc.property(source, fc.stringMatching(/^[abc]{0,7}$/), (expression, value) => {
        expect(compileRegexp(expression, false)(value)).toBe(new RegExp(`^(?:${expression})$`, 'u').test(value));
      }),
    );
  });

  test('literals of a regular expression are folded, separators in it are errors', () => {
    expect(compileRegexp('Stra(ß|x)E', false)('strasse')).toBe(true);
    expect(compileRegexp('[À-Ö]\\d', false)('a1')).toBe(true);
    for (const wrong of ['a-b', 'a\\.b', '(a', 'a)', '[a', '*a', 'a{', 'a{2,1}', '[b-a]']) {
      expect(() => compileRegexp(wrong, false)).toThrow(NaiveQueryError);
    }
  });

  test('a sloppy phrase follows its definition', () => {
    const has = (terms: string, words: string, slop: number) =>
      hasPhrase(
        terms.split(' ').map((term) => [term]),
        words.split(' ').map(literal),
        slop,
      );
    expect(has('a b c', 'a b c', 0)).toBe(true);
    expect(has('a x b', 'a b', 0)).toBe(false);
    expect(has('a x b', 'a b', 1)).toBe(true);
    expect(has('b a', 'a b', 1)).toBe(false);
    expect(has('b a', 'a b', 2)).toBe(true);
    expect(has('a', 'a a', 9)).toBe(false);
    expect(has('a x a', 'a a', 1)).toBe(true);
  });

  test('a sloppy phrase agrees with trying all positions', () => {
    const letters = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 7 }),
        fc.array(letters, { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 5 }),
        (terms, words, slop) => {
          const lows = new Set<number>();
          const take = (taken: readonly number[]): void => {
            const i = taken.length;
            if (i < words.length) {
              terms.forEach((text, at) => {
                if (text === words[i] && !taken.includes(at)) take([...taken, at]);
              });
              return;
            }
            const offsets = taken.map((at, offset) => at - offset);
            if (Math.max(...offsets) - Math.min(...offsets) <= slop) lows.add(Math.min(...offsets));
          };
          take([]);
          expect(
            countPhrase(
              terms.map((term) => [term]),
              words.map(literal),
              slop,
            ),
          ).toBe(lows.size);
        },
      ),
    );
  });
});

/** Null if letters of a script without spaces are in an expression or a fuzzy word. */
function answered(answer: () => readonly number[]): readonly number[] | null {
  try {
    return answer();
  } catch (error) {
    if (error instanceof NaiveQueryError) return null;
    throw error;
  }
}

describe('naive evaluator', () => {
  const items = [
    item(9, { name: ['IMG_2020-01-31.jpg'], category: ['PDF Documents', 'Images'], length: ['48211'] }, 'ana rio'),
    item(
      2,
      { name: ['report.pdf'], category: ['Ação'], modified: ['2021-03-04T10:20:30Z'], size: ['5 MB'] },
      'rio ana test',
    ),
    item(5, { modificationDate: ['2021-03'], hash: ['9E107D9D'], rank: ['9007199254740993'], content: ['hidden'] }),
    item(7, { treeNode: ['true'], name: ['ana.jpg'] }, 'ana'),
    item(8, { name: ['joão.jpg', 'foo bar'], ext: ['jpeg'], rank: ['-3.5'] }, ''),
  ];
  const source = new NaiveCase(items);
  const found = (query: Query, defaultFields = ['content']) => evaluate(query, source, { defaultFields });

  test('terms, chunks and wildcards', () => {
    expect(found(term(null, 'ANA'))).toEqual([2, 9]);
    expect(found(term(null, 'ana-rio'))).toEqual([9]);
    expect(found(term(null, 'hidden'))).toEqual([]);
    expect(found(term('property:content', 'hidden'))).toEqual([5]);
    expect(found(wildcard('name', '*.jpg'))).toEqual([8, 9]);
    expect(found(wildcard('name', 'IMG_2020*'))).toEqual([9]);
    expect(found(wildcard('name', '*o f*'))).toEqual([]);
    expect(found(term('ext', 'JPG'))).toEqual([9]);
    expect(found(term(null, 'ana'), ['content', 'name'])).toEqual([2, 9]);
    expect(found(phrase('name', 'jpg foo', 200))).toEqual([]);
    expect(found(phrase(null, 'ana rio', 2))).toEqual([2, 9]);
    expect(found(phrase(null, 'r?o an*'))).toEqual([2]);
  });

  test('whole values', () => {
    expect(found(term('category', 'pdf documents'))).toEqual([9]);
    expect(found(term('category', 'pdf'))).toEqual([]);
    expect(found(wildcard('category', 'PDF*'))).toEqual([9]);
    expect(found(term('category', 'ACAO'))).toEqual([2]);
    expect(found(term('hash', '9e107d9d'))).toEqual([5]);
  });

  test('numbers, dates, misfits and aliases', () => {
    expect(found(range('size', '[48211 TO 48211]'))).toEqual([9]);
    expect(found(term('length', '5'))).toEqual([]);
    expect(found(phrase('length', '5 mb'))).toEqual([2]);
    expect(found(term('rank', '9007199254740992'))).toEqual([]);
    expect(found(range('rank', '{9007199254740992 TO *]'))).toEqual([5]);
    expect(found(term('modified', '2021-03'))).toEqual([2, 5]);
    expect(found(range('modified', '{2021-03-04T10 TO *]'))).toEqual([]);
    expect(found(range('modificationDate', '[2021-03-04 TO 2021-03-04}'))).toEqual([]);
    expect(found(range('modificationDate', '[* TO 2021-03-04]'))).toEqual([2, 5]);
    for (const unfit of [
      wildcard('modified', '2021-03-04*'),
      term('modified', '01/02/2020'),
      term('length', '1MB'),
      range('size', '[1 TO 2k]'),
    ]) {
      expect(() => found(unfit)).toThrow(NaiveQueryError);
    }
    expect(found(range('id', '{2 TO 8]'))).toEqual([5, 8]);
    expect(found(range('name', '[img TO joao]'))).toEqual([8, 9]);
  });

  test('lists, dropped clauses and minimum match', () => {
    const [ana, rio, word, nothing] = [term(null, 'ana'), term(null, 'rio'), term(null, 'test'), term(null, '...')];
    expect(found({ kind: 'all' })).toEqual([2, 5, 8, 9]);
    expect(found({ kind: 'exists', field: 'content' })).toEqual([2, 8, 9]);
    expect(
      found(
        list([
          ['should', ana],
          ['mustNot', word],
        ]),
      ),
    ).toEqual([9]);
    expect(found(list([['mustNot', ana]]))).toEqual([5, 8]);
    expect(
      found(
        list([
          ['should', nothing],
          ['mustNot', ana],
        ]),
      ),
    ).toEqual([5, 8]);
    expect(
      found(
        list([
          ['must', word],
          ['should', rio],
        ]),
      ),
    ).toEqual([2]);
    expect(
      found(
        list(
          [
            ['should', ana],
            ['should', rio],
            ['should', word],
          ],
          3,
        ),
      ),
    ).toEqual([2]);
    expect(
      found(
        list(
          [
            ['should', word],
            ['should', nothing],
          ],
          2,
        ),
      ),
    ).toEqual([]);
    expect(
      found(
        list([
          ['must', nothing],
          ['must', list([['should', nothing]])],
        ]),
      ),
    ).toEqual([]);
    expect(
      found(
        list([
          ['must', ana],
          ['must', list([['must', nothing]])],
        ]),
      ),
    ).toEqual([2, 9]);
  });

  test('ranks by frequency and length', () => {
    const texts = new NaiveCase([item(1, {}, 'ana rio rio rio'), item(2, {}, 'ana ana'), item(3, {}, 'rio')]);
    expect(rank(term(null, 'ana'), texts).map((hit) => hit.id)).toEqual([2, 1]);
    const idf = Math.log(1 + 1.5 / 2.5);
    expect(rank(term(null, 'ana'), texts)[0]!.score).toBeCloseTo(
      (idf * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 2) / (7 / 3))),
      12,
    );
    expect(rank(wildcard(null, 'an*'), texts).map((hit) => hit.score)).toEqual([1, 1]);
  });

  test('random queries find something, and invalid ones always throw', () => {
    let hits = 0;
    let runs = 0;
    const shape = fc.tuple(randomCase(), fc.array(randomQuery(), { minLength: 20, maxLength: 20 }), wrongQuery());
    fc.assert(
      fc.property(shape, ([random, queries, wrong]) => {
        const drawn = new NaiveCase(random.items);
        for (const query of queries) {
          const ids = answered(() => evaluate(fittedQuery(query, [drawn]), drawn));
          if (ids === null) continue;
          runs++;
          if (ids.length > 0 && ids.length < drawn.searchable.length) hits++;
        }
        expect(() => evaluate(wrong, drawn)).toThrow(NaiveQueryError);
      }),
      { numRuns: 20 },
    );
    expect(hits / runs).toBeGreaterThan(0.12);
  });
});

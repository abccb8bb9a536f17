/** Numbers, short dates and nearest terms of IPED's syntax, as in Java and Lucene (java-values.tsv). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { analyzerOfIndex } from '../../../src/analysis/analyzer-of-index.ts';
import type { IndexHeader } from '../../../src/engine/format.ts';
import { numberLiteral } from '../../../src/query/plan/iped/java-number.ts';
import { NamesOfCase } from '../../../src/query/plan/iped/localized-names.ts';
import { NearestTerms } from '../../../src/query/plan/iped/nearest-terms.ts';
import { rewrittenDate } from '../../../src/query/plan/iped/short-date.ts';
import type { LocalizedNames } from '../../../src/schema/case-origin.ts';
import { AppError } from '../../../src/shared/errors.ts';

const [numbers, dates] = readFileSync('test/unit/query/java-values.tsv', 'utf8')
  .split('\n\n')
  .map((table) =>
    table
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t')),
  ) as [string[][], string[][]];

describe('a number of a query is read as Java reads it', () => {
  test.each(numbers)('in %s: %s', (...row) => {
    const [locale, text, int, long, double, float] = row;
    if (int === 'none') {
      for (const kind of ['integer', 'long', 'float', 'double', 'decimal'] as const) {
        expect(() => numberLiteral(text!, kind, locale!)).toThrow(AppError);
      }
      return;
    }
    expect(numberLiteral(text!, 'integer', locale!)).toBe(int);
    expect(numberLiteral(text!, 'long', locale!)).toBe(long);
    if (double === 'Infinity') return;
    expect(Number(numberLiteral(text!, 'double', locale!)) + 0).toBe(Number(double) + 0);
    expect(Number(numberLiteral(text!, 'decimal', locale!)) + 0).toBe(Number(double) + 0);
    // The shortest decimal of the float, as in a record.
    const shown = Number(numberLiteral(text!, 'float', locale!));
    expect(Math.fround(shown) + 0).toBe(Math.fround(Number(float)) + 0);
  });

  test('a float has the shortest form of the same float', () => {
    expect(numberLiteral('0.1', 'float', 'en')).toBe('0.1');
    expect(numberLiteral('0.30000001192092896', 'float', 'en')).toBe('0.3');
    expect(numberLiteral('16777217', 'float', 'en')).toBe('16777216');
  });

  test('an unknown language is read like English', () => {
    expect(numberLiteral('1,000.5', 'double', 'x-nowhere-at-all')).toBe('1000.5');
  });
});

describe('a short date of a range is rewritten as Java reads it', () => {
  test.each(dates)('in %s: %s', (locale, text, day) => {
    const expected = day === 'none' ? null : day!;
    expect(rewrittenDate(text!, locale!, false)).toBe(expected === null ? null : `${expected}000000`);
    expect(rewrittenDate(text!, locale!, true)).toBe(expected === null ? null : `${expected}235959`);
  });
});

describe('a fuzzy word means the fifty nearest terms', () => {
  const nearestOf = (term: string, edits: number, terms: readonly string[]): string[] => {
    const nearest = new NearestTerms(term, edits);
    // The list of a term is represented by its name.
    for (const other of [...terms].sort()) nearest.add(Buffer.from(other), () => other as never);
    return nearest.found().map(({ info }) => String(info));
  };
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const far = Array.from(letters, (letter) => `test${letter}${letter}`);
  const near = Array.from(letters, (letter) => `test${letter}`);

  test('all of them up to fifty', () => {
    expect(nearestOf('test', 2, [...near, ...far.slice(2)])).toHaveLength(50);
  });

  test('of more, those of which the greater fraction stays; of equal ones the first', () => {
    const found = nearestOf('test', 2, ['test', ...near, ...far]);
    expect(found).toEqual(['test', ...near, ...far.slice(0, 23)].sort());
  });

  test('a shorter term is farther with the same number of edits', () => {
    const filled = Array.from({ length: 50 }, (_, i) => `tes${letters[i % 26]}${i < 26 ? '' : 'x'}`);
    const found = nearestOf('tests', 2, ['te', ...filled, 'testy']);
    expect(found).toContain('testy');
    expect(found).not.toContain('te');
    expect(found).toHaveLength(50);
  });
});

test('names of fields and categories in the language of the case', () => {
  const analyzer = analyzerOfIndex(undefined);
  const namesUnder = (locale: string, names?: LocalizedNames) => {
    const origin = { locale, types: {}, categories: null, ...(names === undefined ? {} : { names }) };
    return new NamesOfCase({ header: { origin } as unknown as IndexHeader, analyzer });
  };
  const [en, pt] = [namesUnder('en'), namesUnder('pt-BR')];
  expect([pt.field('tamanho'), en.field('tamanho'), en.field('metaChanged')]).toEqual(['size', 'tamanho', 'changed']);
  expect(en.category('application usage')).toBe('applications usage');
  expect(en.field('constructor')).toBe('constructor');
  const listed = namesUnder('pt-BR', {
    fields: [['tamanho', 'length']],
    categories: [['Gravações de Áudio', 'Audios']],
  });
  expect([listed.field('tamanho'), listed.field('nome')]).toEqual(['length', 'name']);
  expect(listed.category('gravacoes de audio')).toBe('audios');
  // A case of another tool has only its own names.
  const other = new NamesOfCase({ header: {} as unknown as IndexHeader, analyzer });
  expect(other.field('metaChanged')).toBe('metaChanged');
});

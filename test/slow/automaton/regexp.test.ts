import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acceptsTerm, DEAD } from '../../../src/automaton/code-point-automaton.ts';
import { compileRegexp } from '../../../src/automaton/regexp.ts';
import { RegexpSyntaxError } from '../../../src/automaton/regexp-syntax.ts';
import { allTexts, checkAutomaton } from '../../unit/automaton/contract.ts';

const TERMS = allTexts(['a', 'b', '1', '𐐨'], 4);

const atom = fc.constantFrom(
  'a',
  'b',
  '1',
  '𐐨',
  '.',
  '[ab]',
  '[^a]',
  '[a-b1]',
  '[^b𐐨]',
  '\\d',
  '\\w',
  '\\D',
  '\\W',
  '\\S',
  '[\\da]',
  '[^\\d]',
  '\\.',
  '()',
  '[1-]',
);
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0}', '{1,}', '{0,2}', '{2,3}');
const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((options) => options.join('|')),
  part: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2 },
        atom,
        tie('pattern').map((inner) => `(${inner})`),
      ),
      quantifier,
    )
    .map((parts) => parts.join('')),
}));

/** The runtime's own engine agrees on these patterns, given the meaning of \w and \d here. */
const asNative = (text: string): RegExp => {
  const native = text
    .replaceAll(
      /\[(\^?)([^\]]*)\]/g,
      (_, negation: string, members: string) => `[${negation}${members.replaceAll('\\d', '0-9')}]`,
    )
    .replaceAll('\\w', '[\\p{L}\\p{Nd}_]')
    .replaceAll('\\W', '[^\\p{L}\\p{Nd}_]');
  return new RegExp(`^(?:${native})$`, 'su');
};

describe('regular expression automaton', () => {
  test('agrees with the runtime’s own engine', () => {
    fc.assert(
      fc.property(pattern, (text) => {
        const native = asNative(text);
        checkAutomaton(compileRegexp(text), TERMS, (term) => native.test(term));
      }),
      { numRuns: 250 },
    );
  });

  test.each([
    ['img_?\\d{4}', ['img2020', 'img_2020'], ['img202', 'img20201', '1img2020']],
    ['IMG\\d+', ['img1'], ['IMG1', 'img']],
    ['Straße', ['strasse'], ['straße', 'strase']],
    ['[ß-à]', ['ss', 'a'], ['s', 'ß', 'à']],
    ['[À-Ö]+', ['aaee', 'cnoiae'], ['b', '']],
    ['[^À]', ['b', 'à', 'ß'], ['a', 'bb', '']],
    ['[^ß]', ['s', 'x'], ['ss']],
    ['[𐐀-𐐧]', ['𐐨', '𐑏'], ['𐐀', 'a']],
    ['e\u0301*', ['', 'e', 'ee'], ['e\u0301']],
    ['\\d+', ['12', '٣'], ['²', 'a']],
    ['\\w+', ['a_1', 'ñ日'], ['a-b', '']],
    ['a\\sb', ['a b', 'a\u00a0b'], ['ab']],
    ['a\\/b', ['a/b'], ['a\\/b']],
    ['a.b', ['axb', 'a\nb', 'a😀b'], ['ab', 'axxb']],
    ['a|', ['a', ''], ['aa']],
    ['[a\\]]', ['a', ']'], ['a]']],
    ['[a\\-c]', ['a', '-', 'c'], ['b']],
    ['[-a^]', ['-', 'a', '^'], ['b']],
    ['a~@#&"<>', ['a~@#&"<>'], ['a']],
    ['a]}', ['a]}'], ['a']],
    ['[^\\w\\W]', [], ['', 'a', '-']],
  ])('%s', (text, accepted, refused) => {
    const automaton = compileRegexp(text);
    for (const term of accepted) expect([term, acceptsTerm(automaton, term)]).toEqual([term, true]);
    for (const term of refused) expect([term, acceptsTerm(automaton, term)]).toEqual([term, false]);
  });

  test.each([
    ['abc.*', 'abc'],
    ['(ab|ab)c', 'abc'],
    ['(ab|ac)d', 'a'],
    ['ab?', 'a'],
    ['a+b', 'a'],
    ['É{3}', 'eee'],
    ['.*', ''],
    ['a[^\\w\\W]|bc', 'bc'],
  ])('%s has the prefix %s', (text, prefix) => {
    expect(compileRegexp(text).prefix).toBe(prefix);
  });

  test.each([
    ['a**', 2, "found '*'"],
    ['*a', 0, "found '*'"],
    ['a|+', 2, "found '+'"],
    ['a{2}{3}', 4, "found '{'"],
    ['(a', 2, "')' is missing"],
    ['a)', 1, "found ')'"],
    ['[a', 2, "']' is missing"],
    ['[]', 1, "found ']'"],
    ['[z-a]', 1, 'found z-a'],
    ['[a-\\d]', 1, 'found a-\\d'],
    ['[\\d-z]', 3, "found '-'"],
    ['a{', 2, 'a count is missing'],
    ['a{,3}', 2, "found ','"],
    ['a{3,2}', 2, 'found {3,2}'],
    ['a{3', 3, "'}' is missing"],
    ['a\\', 2, 'the end of the expression'],
    ['^a', 0, 'covers the whole term'],
    ['a$', 1, 'covers the whole term'],
    ['e\u0301e\u0301)', 4, "found ')'"],
  ])('%s is an error at offset %i', (text, offset, message) => {
    const attempt = (): unknown => compileRegexp(text);
    expect(attempt).toThrow(RegexpSyntaxError);
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'QUERY_INVALID', offset, message: expect.stringContaining(message) }),
    );
  });

  test('is dead as soon as nothing can be accepted, and knows when everything is', () => {
    const hopeless = compileRegexp('ab[^\\w\\W]|cd');
    expect(hopeless.step(hopeless.start, 0x61)).toBe(DEAD);
    expect(compileRegexp('a[^\\w\\W]').start).toBe(DEAD);
    const infix = compileRegexp('.*sp(e|o).*');
    const walk = (term: string): number =>
      Array.from(term).reduce((state, c) => infix.step(state, c.codePointAt(0)!), infix.start);
    expect(infix.acceptsAll(walk('insp'))).toBe(false);
    expect(infix.acceptsAll(walk('inspe'))).toBe(true);
    expect(compileRegexp('(a|.)*').acceptsAll(compileRegexp('(a|.)*').start)).toBe(true);
    expect(compileRegexp('.+').acceptsAll(compileRegexp('.+').start)).toBe(false);
  });

  test('throws only its own errors, in time', () => {
    const tokens = fc.constantFrom(
      'a',
      'ß',
      '(',
      ')',
      '[',
      ']',
      '[^',
      '-',
      '\\',
      '\\w',
      '|',
      '*',
      '+',
      '?',
      '{',
      '}',
      '{3}',
      '{900,}',
      ',',
      '9',
      '^',
      '$',
      '.',
      '\ud800',
      '𐐀',
      '\u0301',
    );
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 30 }), (parts) => {
        try {
          compileRegexp(parts.join(''));
        } catch (error) {
          expect(error).toMatchObject({ name: 'AppError', code: 'QUERY_INVALID' });
        }
      }),
      { numRuns: 2000 },
    );
  });
});

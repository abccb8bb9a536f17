import { describe, expect, test } from '@jest/globals';
import { acceptsTerm } from '../../../src/automaton/code-point-automaton.ts';
import { compileRegexp } from '../../../src/automaton/regexp.ts';
import { compileWildcard } from '../../../src/automaton/wildcard.ts';

const invalid = (limit: number): unknown =>
  expect.objectContaining({ code: 'QUERY_INVALID', message: expect.stringContaining(`limit is ${limit}`) });

/** Generous, for slow and busy machines. Backtracking would take far longer. */
const MILLISECONDS = 4000;

const timed = (action: () => void): number => {
  const start = performance.now();
  action();
  return performance.now() - start;
};

/** Texts without a period, the same in every run. */
function scrambled(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state < 0 ? 'a' : 'b';
  }).join('');
}

/** A row of a table, preceded by a name of limited length. */
const named = <Rest>([pattern, rest]: readonly [string, Rest]): [string, string, Rest] => [
  pattern.slice(0, 30),
  pattern,
  rest,
];

/** Large classes, all of them different. */
function differingClasses(count: number): string {
  return Array.from({ length: count }, (_, i) => `[\\w${String.fromCodePoint(0x2500 + i)}]`).join('');
}

describe('hostile patterns', () => {
  const matched: [string, string][] = [
    ['(a*)*b', 'a'.repeat(100_000)],
    ['(a|a)*c', 'a'.repeat(100_000)],
    ['(a+)+$x', 'a'.repeat(100_000)],
    ['.*.*.*.*x', 'y'.repeat(100_000)],
    ['a{0,200}a{200}', 'a'.repeat(401)],
    ['(a?){500}b', 'a'.repeat(500)],
    ['((a{0,10}){0,10}){0,10}b', 'a'.repeat(1000)],
    [`${'('.repeat(100)}a${')*'.repeat(100)}`, 'b'],
  ];

  test.each(matched.map(named))('%s is matched in time', (_name, pattern, term) => {
    expect(timed(() => expect(acceptsTerm(compileRegexp(pattern), term)).toBe(false))).toBeLessThan(MILLISECONDS);
  });

  const refused: [string, number][] = [
    ['(a{1000}){1000}', 5000],
    ['((((){1000}){1000}){1000})', 5000],
    ['(.{0,1000}){9}', 5000],
    ['a{1001}', 1000],
    [`a{${'9'.repeat(19)}}`, 1000],
    [`${'('.repeat(101)}a${')'.repeat(101)}`, 100],
    ['('.repeat(4000), 100],
    ['a'.repeat(4097), 4096],
    [differingClasses(700), 1 << 17],
  ];

  test.each(refused.map(named))('%s is refused in time, by the limit', (_name, pattern, limit) => {
    expect(timed(() => expect(() => compileRegexp(pattern)).toThrow(invalid(limit)))).toBeLessThan(MILLISECONDS);
  });

  test('an automaton that grows without end stops at its limit', () => {
    const automaton = compileRegexp('[ab]*a[ab]{14}');
    expect(timed(() => expect(() => acceptsTerm(automaton, scrambled(200_000))).toThrow(invalid(10_000)))).toBeLessThan(
      MILLISECONDS,
    );
  });

  test('so does a wildcard pattern that must remember too much', () => {
    const anyOne = Array.from({ length: 20 }, () => ({ kind: 'anyOne' }) as const);
    const automaton = compileWildcard([{ kind: 'anyRun' }, { kind: 'text', text: 'a' }, ...anyOne]);
    expect(() => acceptsTerm(automaton, scrambled(200_000))).toThrow(invalid(10_000));
  });

  test('so does one of many classes, by the size of its table', () => {
    const letters = Array.from({ length: 500 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    const automaton = compileRegexp(`(${letters}|[ab]*a[ab]{14})`);
    expect(() => acceptsTerm(automaton, scrambled(200_000))).toThrow(invalid(1 << 22));
  });

  test.each([
    ['the same large class', '\\w'.repeat(2000)],
    ['a class of everything', '[\u0000-\u{10ffff}]{30}'],
    ['classes that differ', differingClasses(150)],
    [
      'a class of many ranges',
      `[${Array.from({ length: 1300 }, (_, i) => `${String.fromCodePoint(0x5000 + i * 9)}-${String.fromCodePoint(0x5005 + i * 9)}`).join('')}]{1000}`,
    ],
  ])('%s compiles or is refused in time', (_name, pattern) => {
    const milliseconds = timed(() => {
      try {
        acceptsTerm(compileRegexp(pattern), 'abc');
      } catch (error) {
        expect(error).toMatchObject({ code: 'QUERY_INVALID' });
      }
    });
    expect(milliseconds).toBeLessThan(MILLISECONDS);
  });
});

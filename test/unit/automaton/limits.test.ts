import { describe, expect, test } from '@jest/globals';
import { acceptsTerm, type CodePointAutomaton } from '../../../src/automaton/code-point-automaton.ts';
import { compileRegexp } from '../../../src/automaton/regexp.ts';
import { compileWildcard } from '../../../src/automaton/wildcard.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';
import { seeded } from '../../support/seeded.ts';

const invalid = (limit: number): unknown =>
  expect.objectContaining({ code: 'QUERY_INVALID', message: expect.stringContaining(`limit is ${limit}`) });

/** An automaton that counts its steps and the states that they reach. */
function counted(automaton: CodePointAutomaton): CodePointAutomaton & { steps: number; readonly reached: Set<number> } {
  const reached = new Set<number>();
  return {
    ...{ start: automaton.start, steps: 0, reached },
    step(state, codePoint) {
      this.steps++;
      const next = automaton.step(state, codePoint);
      reached.add(next);
      return next;
    },
    isAccepting: (state) => automaton.isAccepting(state),
    acceptsAll: (state) => automaton.acceptsAll(state),
    areAlike: (first, last) => automaton.areAlike(first, last),
  };
}

/** Texts without a period, the same in every run. */
function scrambled(length: number): string {
  const random = seeded(1);
  return Array.from({ length }, () => (random() < 0.5 ? 'b' : 'a')).join('');
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

function classOfRanges(count: number): string {
  const rangeFrom = (unit: number): string => `${String.fromCodePoint(unit)}-${String.fromCodePoint(unit + 5)}`;
  return `[${Array.from({ length: count }, (_, i) => rangeFrom(0x5000 + i * 9)).join('')}]{1000}`;
}

describe('hostile patterns', () => {
  const matched: [string, { term: string; states: number }][] = [
    ['(a*)*b', { term: 'a'.repeat(100_000), states: 1 }],
    ['(a|a)*c', { term: 'a'.repeat(100_000), states: 1 }],
    ['(a+)+$x', { term: 'a'.repeat(100_000), states: 2 }],
    ['.*.*.*.*x', { term: 'y'.repeat(100_000), states: 1 }],
    ['a{0,200}a{200}', { term: 'a'.repeat(401), states: 401 }],
    ['(a?){500}b', { term: 'a'.repeat(500), states: 500 }],
    ['((a{0,10}){0,10}){0,10}b', { term: 'a'.repeat(1000), states: 1000 }],
    [`${'('.repeat(100)}a${')*'.repeat(100)}`, { term: 'b', states: 1 }],
  ];

  test.each(matched.map(named))('%s takes a step for each character', (_name, pattern, { term, states }) => {
    const automaton = counted(compileRegexp(pattern));
    expect(acceptsTerm(automaton, term)).toBe(false);
    expect(automaton.steps).toBe(term.length);
    expect(automaton.reached.size).toBe(states);
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

  test.each(refused.map(named))('%s is refused by the limit', (_name, pattern, limit) => {
    expect(() => compileRegexp(pattern)).toThrow(invalid(limit));
  });

  test('an automaton that grows without end stops at its limit', () => {
    const automaton = compileRegexp('[ab]*a[ab]{14}');
    expect(() => acceptsTerm(automaton, scrambled(200_000))).toThrow(invalid(10_000));
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

  test.each<[string, (size: number) => string, number]>([
    ['the same large class', (size) => '\\w'.repeat(size), 2000],
    ['a class of everything', (size) => `[\u0000-\u{10ffff}]{${size}}`, 1000],
    ['classes that differ', differingClasses, 128],
    ['a class of many ranges', classOfRanges, 1300],
  ])('%s compiles or is refused in time that grows with its length', (_name, patternOf, size) => {
    const compile = (count: number): void => {
      try {
        acceptsTerm(compileRegexp(patternOf(count)), 'abc');
      } catch (error) {
        expect(error).toMatchObject({ code: 'QUERY_INVALID' });
      }
    };
    expect(growthOf(compile, size)).toBeLessThan(GROWTH_MAX);
  });
});

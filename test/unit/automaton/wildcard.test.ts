import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acceptsTerm } from '../../../src/automaton/code-point-automaton.ts';
import { compileWildcard, type WildcardPart } from '../../../src/automaton/wildcard.ts';
import { seeded } from '../../support/seeded.ts';
import { allTexts, checkAutomaton } from './contract.ts';

const parse = (pattern: string): WildcardPart[] =>
  pattern.split(/([*?])/u).flatMap((text): WildcardPart[] => {
    if (text === '') return [];
    return [text === '*' ? { kind: 'anyRun' } : text === '?' ? { kind: 'anyOne' } : { kind: 'text', text }];
  });

/** Tries every length for every `*`. */
function slowMatch(pattern: readonly string[], term: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return term.length === 0;
  if (first === '*') return slowMatch(rest, term) || (term.length > 0 && slowMatch(pattern, term.slice(1)));
  return term.length > 0 && (first === '?' || first === term[0]) && slowMatch(rest, term.slice(1));
}

const ALPHABET = ['a', 'b', '𠀀'];
const TERMS = allTexts(ALPHABET, 6);

describe('wildcard automaton', () => {
  test('agrees with trying everything', () => {
    const pattern = fc.array(fc.constantFrom(...ALPHABET, '*', '*', '?'), { maxLength: 8 });
    fc.assert(
      fc.property(pattern, (characters) => {
        const automaton = compileWildcard(parse(characters.join('')));
        checkAutomaton(automaton, TERMS, (term) => slowMatch(characters, Array.from(term)));
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['Jo?o*', 'jo', ['joao', 'joso2020'], ['joo', 'ajoao']],
    ['*SPE*', '', ['spe', 'inspect'], ['sp', 'sep']],
    ['Straße?', 'strasse', ['strasse1'], ['strasse', 'strasse12']],
    ['plain', 'plain', ['plain'], ['plai', 'plains']],
    ['?', '', ['a', '𠀀'], ['', 'ab']],
    ['e\u0301*', 'e', ['ecole'], ['f']],
    ['', '', [''], ['a']],
  ])('%s has the prefix %j', (pattern, prefix, accepted, refused) => {
    const automaton = compileWildcard(parse(pattern));
    expect(automaton.prefix).toBe(prefix);
    expect([...accepted, ...refused].filter((term) => acceptsTerm(automaton, term))).toEqual(accepted);
  });

  test('knows when nothing can be rejected any longer', () => {
    const automaton = compileWildcard(parse('*ab*'));
    const walk = (term: string): number =>
      Array.from(term).reduce((state, c) => automaton.step(state, c.codePointAt(0)!), automaton.start);
    expect(automaton.acceptsAll(walk('xxa'))).toBe(false);
    expect(automaton.acceptsAll(walk('xxab'))).toBe(true);
    expect(automaton.acceptsAll(compileWildcard(parse('*')).start)).toBe(true);
    expect(automaton.acceptsAll(compileWildcard(parse('a*')).start)).toBe(false);
  });

  test('many stars need no more states than characters', () => {
    // In every cycle of the term, the pattern advances by one letter, except for j and a, which share a cycle.
    const automaton = compileWildcard(parse(`*${Array.from('abcdefghij'.repeat(20)).join('*')}*`));
    expect(acceptsTerm(automaton, 'jihgfedcba'.repeat(180))).toBe(false);
    expect(acceptsTerm(automaton, 'jihgfedcba'.repeat(181))).toBe(true);
  });

  test('forgets everything before the last star it has reached', () => {
    const automaton = compileWildcard(parse(`*a${'?'.repeat(20)}*b`));
    const random = seeded(1);
    const term = Array.from({ length: 100_000 }, () => (random() < 0.5 ? 'b' : 'a'));
    expect(acceptsTerm(automaton, `${term.join('')}b`)).toBe(true);
  });

  test('a pattern over the limits is refused by name', () => {
    expect(() => compileWildcard(parse('x'.repeat(6000)))).toThrow(
      expect.objectContaining({ code: 'QUERY_INVALID', message: expect.stringContaining('5000') }),
    );
  });
});

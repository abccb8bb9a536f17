import { expect, test } from '@jest/globals';
import { hashTerm } from '../../../src/analysis/term-hash.ts';
import { TermTests } from '../../../src/query/matching/term-tests.ts';

test('with thousands of terms each token passes its own test, and others pass none', () => {
  const tests = new TermTests();
  const passed = (term: string): readonly number[] => {
    const units = Uint16Array.from(term, (character) => character.charCodeAt(0));
    return tests.passedBy(units, units.length, hashTerm(term));
  };
  const numbers = Array.from({ length: 20_000 }, (_, n) => tests.ofTerm(`word${n}`));
  for (const [n, number] of numbers.entries()) {
    expect(passed(`word${n}`)).toEqual([number]);
    expect(passed(`other${n}`)).toEqual([]);
  }
});

/**
 * The deterministic search for a match finds the same as following all branches: random expressions and texts, complete and
 * cut.
 */
import { expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import { parseExpression } from '../../../src/automaton/text/expression-parser.ts';
import { firstMatch } from '../../../src/automaton/text/first-match.ts';
import { MatchFinder } from '../../../src/automaton/text/match-finder.ts';
import { LINE_FEED, OTHER, START, TextProgram, WORD } from '../../../src/automaton/text/text-program.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const random = new Random(SEED);
const ATOMS = ['a', 'b', '.', '[ab]', '\\w', '\\W', '😀', 'é', '\\b', '\\B', '^', '$', '(?m:^)', '(?m:$)', '\\n'];
const SUFFIXES = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}?', '{2,}'];
const PIECES = ['a', 'a', 'b', 'b', ' ', '\n', 'é', '😀', '\ud83d', '\ude00', '-'];

function expression(depth: number): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const inner = depth > 0 && random.below(3) === 0 ? `(${expression(depth - 1)})` : random.pick(ATOMS);
    return /^(\\b|\\B|\^|\$|\(\?m)/.test(inner) ? inner : inner + random.pick(SUFFIXES);
  });
  return random.below(4) === 0 ? `${parts.join('')}|${expression(0)}` : parts.join('');
}

function programOf(source: string): TextProgram | null {
  try {
    return new TextProgram(parseExpression(source));
  } catch {
    // The expression can match the empty text, or is too complex.
    return null;
  }
}

test(`random expressions (SEED=${SEED})`, () => {
  let matches = 0;
  for (let round = 0; round < 3000; round++) {
    const source = expression(2);
    const program = programOf(source);
    if (program === null) continue;
    const finder = new MatchFinder(program);
    for (let n = 0; n < 8; n++) {
      const text = Array.from({ length: random.below(14) }, () => random.pick(PIECES)).join('');
      const before = random.pick([START, WORD, LINE_FEED, OTHER]);
      const isWhole = random.below(2) === 0;
      const expected = firstMatch(program, text, 0, before, isWhole);
      if (expected !== null) matches++;
      expect([source, text, before, isWhole, finder.find(text, before, isWhole)]).toEqual([
        source,
        text,
        before,
        isWhole,
        expected,
      ]);
    }
  }
  expect(matches).toBeGreaterThan(2000);
});

test.each([
  ['more states than are kept', '[ab]+a[ab]{14}c'],
  ['more branches than are followed together', '(?:[ab]{1,90}c|a[ab]{80}d)'],
])('%s', (_, source) => {
  const program = programOf(source)!;
  const finder = new MatchFinder(program);
  for (const length of [200, 20_000]) {
    const text = Array.from({ length }, () => random.pick(['a', 'b'])).join('');
    for (const end of ['', 'c', ' ']) {
      expect(finder.find(text + end, START, true)).toEqual(firstMatch(program, text + end, 0, START, true));
    }
  }
});

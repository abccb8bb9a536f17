/**
 * Random expressions over random texts. The query for candidates leaves out no text in which the expression matches, wherever
 * words and sequences of digits end.
 *
 * RUNS= sets the number of expressions (default 150), SEED= repeats a run.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../grammar/parse.ts';
import { printQuery } from '../../grammar/print.ts';
import { canBeEmpty } from '../../src/automaton/text/expression-node.ts';
import { parseExpression } from '../../src/automaton/text/expression-parser.ts';
import { requiredDigits } from '../../src/automaton/text/required-digits.ts';
import { requiredFactors, wordsWith } from '../../src/automaton/text/required-factors.ts';
import { TextSearch } from '../../src/automaton/text/text-search.ts';
import { candidatesOf } from '../../src/query/plan/texts/expression-leaf.ts';
import { AskedSource } from '../support/asked-source.ts';
import { withOpenCase } from './open-case.ts';
import type { RandomCase } from './random-case.ts';

const RUNS = Number(process.env.RUNS ?? 150);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const TEXTS = 80;

const PIECES = [
  ...[
    '1',
    '22',
    '333',
    '2024',
    '٣',
    '５',
    '𝟏',
    'a',
    'ab',
    'abc',
    'XZ',
    'K',
    '\u212a',
    'ſ',
    'é',
    'e\u0301',
    'æ',
    'Ø',
    'ß',
  ],
  ...[' ', '  ', '   ', '    ', '.', '-', '/', '(', ')', '+', '\n', '\r\n', '\t', '-\n', '\n\n', ',', ':', '@', '_'],
  ...['\u00ad', '\u200b', '\u00a0', 'º', 'ª', '²', '½', '日', '本', '\u0338', '\u0640', '😀', 'ا', 'и', 'й'],
];

const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12, size: 'max' }).map((all) => all.join('')),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('7', '12 ', 'ab', 'x1'), fc.integer({ min: 100, max: 300 }))
        .map(([part, n]) => part.repeat(n)),
    },
  );

const SETS = [
  '\\d',
  '[0-9]',
  '[0-4]',
  '[a-c]',
  '[ab]',
  '[xz]',
  '[a-z]',
  '[A-Z]',
  '[a-z0-9]',
  '[a-zà-ö]',
  '[ks]',
  '[\\d-]',
  '[\\d .]',
  '[0-9 ().\\/-]',
  '[^a]',
];
const OTHERS = [
  '1',
  '2',
  'a',
  'b',
  'x',
  '-',
  '\\.',
  ' ',
  '\\s',
  '\\W',
  '\\w',
  '.',
  '[ -]',
  '[aª]',
  '[1º]',
  '\\n',
  '日',
];
const COUNTS = ['', '', '{2}', '{3}', '{4}', '{1,3}', '{2,}', '+', '*', '?', '{0,2}', '{1,2}?', '{8}'];

/** Expressions as people write them: consecutive digits or letters with separators between them. */
const plain = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...SETS.slice(0, 9)),
        fc.constantFrom('', '{2}', '{3}', '{4}', '{2,}', '{1,3}'),
        fc.constantFrom('', '', '-', '[ .-]?', '[ -]{0,2}', '\\s', ' {0,4}'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.flat().join(''));

const expression = (): fc.Arbitrary<string> => fc.oneof(plain(), nested());

function nested(): fc.Arbitrary<string> {
  return fc.letrec<{ node: string; list: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      {
        weight: 6,
        arbitrary: fc.tuple(fc.constantFrom(...SETS), fc.constantFrom(...COUNTS)).map((pair) => pair.join('')),
      },
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(...OTHERS), fc.constantFrom(...COUNTS)).map((pair) => pair.join('')),
      },
      { weight: 1, arbitrary: fc.constantFrom('\\b', '\\B', '$', '^') },
      {
        weight: 3,
        arbitrary: fc.tuple(tie('list'), fc.constantFrom(...COUNTS)).map(([list, count]) => `(?:${list})${count}`),
      },
    ),
    list: fc
      .array(
        fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 2 },
      )
      .map((options) => options.join('|')),
  })).list;
}

const isAsked = (pattern: string): boolean => {
  try {
    matched(pattern, []);
    return !canBeEmpty(parseExpression(pattern));
  } catch {
    return false;
  }
};

/** Returns the numbers of the texts in which a pattern matches, from 1 on. */
function matched(pattern: string, texts: readonly string[]): number[] {
  let found = false;
  const search = new TextSearch(parseExpression(pattern), () => {
    found = true;
  });
  return texts.flatMap((whole, i) => {
    found = false;
    search.feed(whole);
    search.finish();
    return found ? [i + 1] : [];
  });
}

test(`candidates of an expression include every match (SEED=${SEED})`, async () => {
  const texts = fc.sample(text(), { numRuns: TEXTS, seed: SEED });
  const asked = fc
    .sample(fc.tuple(fc.constantFrom('', '(?-i)'), expression()), { numRuns: RUNS, seed: SEED })
    .map((parts) => parts.join(''))
    .filter(isAsked);
  const random: RandomCase = {
    items: texts.map((of, i) => ({ id: i + 1, parentId: null, properties: [], text: of })),
    options: { gzip: false, itemFiles: 1, textAs: 'inline' },
    isInOrderOfCase: false,
  };
  const narrowed = { digits: 0, factors: 0, matched: 0 };
  await withOpenCase(random, async (opened) => {
    const source = new AskedSource(opened);
    for (const pattern of asked) {
      const wanted = matched(pattern, texts);
      const node = parseExpression(pattern);
      const digits = requiredDigits(node);
      const factors = requiredFactors(node)?.factors ?? [];
      const queries = {
        digits: digits === 0 ? '*:*' : `digits:*${'?'.repeat(digits)}*`,
        factors: factors.length === 0 ? '*:*' : factors.map((factor) => `/${wordsWith(factor)}/`).join(' '),
        own: printQuery(candidatesOf({ kind: 'expression', field: null, pattern }, 'own')),
      };
      for (const [kind, query] of Object.entries(queries)) {
        if (query === '*:*') continue;
        const ids = new Set(await source.ids(parseQuery(query)));
        const missing = wanted.filter((id) => !ids.has(id)).map((id) => texts[id - 1]);
        expect({ pattern, query, missing }).toEqual({ pattern, query, missing: [] });
        if (ids.size === texts.length || kind === 'own') continue;
        narrowed[kind as 'digits' | 'factors']++;
        if (wanted.length > 0) narrowed.matched++;
      }
    }
  });
  // Enough of them were narrowed, and matched something, for the test to be meaningful.
  if (process.env.SHOW) console.log(narrowed);
  expect(Math.min(narrowed.digits, narrowed.factors, narrowed.matched)).toBeGreaterThan(RUNS / 40);
});

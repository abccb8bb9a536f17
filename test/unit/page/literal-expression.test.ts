/** The query that finds a text again. Whatever its characters, it parses, and its expression matches the text. */
import { expect, test } from '@jest/globals';
import { Random } from '../../../bench/random.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { literalExpression } from '../../../src/page/findings/literal-expression.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const PARTS = [
  ...String.raw`\/.*+?()[]{}|^$-"':~#&,<>@=!%`,
  'a',
  'Z',
  '7',
  ' ',
  '\n',
  '\t',
  'é',
  '日',
  '😀',
  '4111 1111',
];

test(`every text has a query that finds it (SEED=${SEED})`, () => {
  const random = new Random(SEED);
  for (let round = 0; round < 2000; round++) {
    const text = `x${Array.from({ length: 1 + random.below(8) }, () => random.pick(PARTS)).join('')}y`;
    const query = parseQuery(literalExpression(text));
    expect(query).toMatchObject({ kind: 'expression' });
    const { pattern } = query as unknown as { pattern: string };
    expect([text, new RegExp(`^${pattern}$`, 'i').test(text)]).toEqual([text, true]);
  }
});

test('only the beginning of a long text is used, and no character is split', () => {
  const expression = literalExpression('😀'.repeat(300));
  expect(expression).toBe(`text:/${'😀'.repeat(100)}/`);
});

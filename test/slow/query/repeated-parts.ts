/** Queries that repeat patterns, ranges and lists of them, on a few documents, compared with the naive evaluator. */
import fc from 'fast-check';
import { expectAgreement, listsOf } from './agreeing-queries.ts';

const letter = fc.constantFrom('a', 'b', 'c', 'é', '山', '1');
const word = fc.oneof(
  letter,
  fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join('')),
);
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const leaf = fc.oneof(
  // Phrases that the words next to them narrow.
  fc.constantFrom('"a b"', '(+"a b" +c)', '(+"a b" +é)', '(+"a b" +1 +c)', '(+"b c" +a)', '(+"b c" +1)', '"b c"'),
  // Lists that differ only in how their clauses occur.
  fc.constantFrom('(a* *b*)', '(a* *b*)@2', '(+a* *b*)', '(+a* +*b*)', '(-a* +*b*)', '(+a* -*b*)', '(-a* -*b*)'),
  fc.constantFrom(
    '*a*',
    '*b*',
    '*ab*',
    '*é*',
    '*a',
    '*bc',
    'a*',
    'ab*',
    '*a*b*',
    '*b*a*',
    '*a?b',
    '?a*',
    'a*c',
    '*1*1*',
  ),
  fc.constantFrom(
    '/.*a[bc]/',
    '/.*ab.*/',
    '/.*(a|b)c/',
    '/[ab]+/',
    '/a.*b/',
    'abc~1',
    '*',
    'a',
    '山',
    '"a b"',
    '"a* b"',
  ),
  fc.constantFrom(
    '[a TO b]',
    '[a TO bc}',
    '{a TO b}',
    '[ab TO c]',
    '[b TO *]',
    '[* TO b}',
    '[c TO a]',
    '[1 TO é]',
    '{b TO b}',
  ),
);
const query = listsOf(leaf, 3, 6, ['', '', '@2', '@3']);
const more = (queries: readonly string[]): string =>
  `(${queries.slice(0, 12).join(' ')}) (${queries.slice(6, 18).join(' ')})`;

/** Throws if an answer differs from the naive one. */
export async function agreesOnRepeatedParts(runs: number, seed: number): Promise<void> {
  await expectAgreement({ documents: 150, text, query, count: 24, more }, runs, seed);
}

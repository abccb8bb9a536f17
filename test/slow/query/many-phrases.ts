/**
 * Lists of sloppy phrases, of which many are equal or differ only in their slop, on a few documents, compared with the naive
 * evaluator.
 */
import fc from 'fast-check';
import { compareScores } from '../../unit/query/compare-scores.ts';
import { expectAgreement, listsOf } from './agreeing-queries.ts';

const word = fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c');
/** Some texts are longer than the others. */
const text = fc
  .oneof(fc.array(word, { maxLength: 9 }), fc.array(word, { minLength: 60, maxLength: 90, size: 'max' }))
  .map((words) => words.join(' '));
const phrase = fc
  .tuple(
    fc.constantFrom('a b', 'c a', 'a b c', 'c a b', 'a a c', 'b c b a'),
    fc.constantFrom(1, 1, 2, 3, 7),
    fc.constantFrom('', '', 'content:'),
  )
  .map(([words, slop, field]) => `${field}"${words}"~${slop}`);
const query = listsOf(phrase, 2, 9, ['', '@2', '@2', '@3', '@5']);

/** Throws if an answer differs from the naive one. */
export async function agreesOnPhrases(runs: number, seed: number): Promise<void> {
  await expectAgreement({ documents: 24, text, query, count: 16, compare: compareScores }, runs, seed);
}

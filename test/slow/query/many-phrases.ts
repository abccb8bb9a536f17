/**
 * Lists of sloppy phrases, of which many are equal or differ only in their slop, on a few documents, compared with the naive
 * evaluator.
 */
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, countDocs, runToCompletion } from '../../../src/query/execute.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { NaiveCase } from '../../support/naive/naive-case.ts';
import { evaluate } from '../../support/naive/naive-evaluator.ts';
import { withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';
import { compareScores } from '../../unit/query/compare-scores.ts';

const DOCUMENTS = 24;
const word = fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c');
/** Some are longer than the others. */
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
const { query } = fc.letrec<{ query: string; list: string }>((tie) => ({
  query: fc.oneof({ maxDepth: 2, withCrossShrink: true }, phrase, { weight: 2, arbitrary: tie('list') }),
  list: fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom('', '', '', '+', '-'), tie('query'), fc.constantFrom(1, 1, 2, 3)), {
        minLength: 1,
        maxLength: 9,
        size: 'max',
      }),
      fc.constantFrom('', '@2', '@2', '@3', '@5'),
    )
    .map(([clauses, least]) => {
      const all = clauses.flatMap(([occur, of, times]) => new Array<string>(times).fill(occur + of));
      return `(${all.join(' ')})${least}`;
    }),
}));

/** Throws if an answer differs from the naive one. */
export async function agreesOnPhrases(runs: number, seed: number): Promise<void> {
  const given = fc.tuple(
    fc.array(text, { minLength: DOCUMENTS, maxLength: DOCUMENTS }),
    fc.array(query, { minLength: 16, maxLength: 16, size: 'max' }),
  );
  await fc.assert(
    fc.asyncProperty(given, async ([texts, queries]) => {
      await withDirectory(async (directory) => {
        await writeIndex(
          directory,
          texts.map((own, doc) => ({ doc, text: own })),
          { documentCount: DOCUMENTS },
        );
        const index = await IndexReader.open(directory);
        const naive = new NaiveCase(texts.map((own, id) => ({ id, parentId: null, properties: [], text: own })));
        try {
          for (const asked of queries) compare(index, naive, asked);
        } finally {
          await index.close();
        }
      });
    }),
    // A smaller failure would need a new index each time, so the failing query is shown instead.
    { numRuns: runs, seed, endOnFailure: true },
  );
}

function compare(index: IndexReader, naive: NaiveCase, asked: string): void {
  const query = parseQuery(asked);
  const ids = [...evaluate(query, naive)].sort((a, b) => a - b);
  const expected = ids.join();
  for (const isScored of [true, false]) {
    const operator = runToCompletion(new Planner(index, ['content'], { isScored }).plan(query));
    const found = [...runToCompletion(collectDocs(operator))].join();
    if (found !== expected) throw new Error(`${asked}: ${found}, expected ${expected}`);
    const count = runToCompletion(countDocs(operator));
    if (count !== (found === '' ? 0 : found.split(',').length)) throw new Error(`${asked}: counted ${count}`);
  }
  try {
    compareScores(index, naive, query, ids);
  } catch (error) {
    throw new Error(`${asked}: ${String(error)}`);
  }
}

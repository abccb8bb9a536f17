/** Queries that repeat patterns, ranges and lists of them, on a few documents, compared with the naive evaluator. */
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, countDocs, runToCompletion } from '../../../src/query/execute.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { NaiveCase } from '../../support/naive/naive-case.ts';
import { evaluate } from '../../support/naive/naive-evaluator.ts';
import { withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';

const DOCUMENTS = 150;
const letter = fc.constantFrom('a', 'b', 'c', 'é', '山', '1');
const word = fc.oneof(
  letter,
  fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join('')),
);
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const leaf = fc.oneof(
  // Phrases that are narrowed by the words beside them.
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
const { query } = fc.letrec<{ query: string; list: string }>((tie) => ({
  query: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, { weight: 2, arbitrary: tie('list') }),
  list: fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom('', '', '', '+', '-'), tie('query'), fc.constantFrom(1, 1, 2, 3)), {
        minLength: 1,
        maxLength: 6,
        size: 'max',
      }),
      fc.constantFrom('', '', '@2', '@3'),
    )
    .map(([clauses, least]) => {
      const all = clauses.flatMap(([occur, of, times]) => new Array<string>(times).fill(occur + of));
      return `(${all.join(' ')})${least}`;
    }),
}));

/** Throws if an answer differs from the naive one. */
export async function agreesOnRepeatedParts(runs: number, seed: number): Promise<void> {
  const given = fc.tuple(
    fc.array(text, { minLength: DOCUMENTS, maxLength: DOCUMENTS }),
    fc.array(query, { minLength: 24, maxLength: 24, size: 'max' }),
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
          compare(index, naive, `(${queries.slice(0, 12).join(' ')}) (${queries.slice(6, 18).join(' ')})`);
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
  const expected = [...evaluate(query, naive)].sort((a, b) => a - b).join();
  for (const isScored of [true, false]) {
    const operator = runToCompletion(new Planner(index, ['content'], { isScored }).plan(query));
    const found = [...runToCompletion(collectDocs(operator))].join();
    if (found !== expected) throw new Error(`${asked}: ${found}, expected ${expected}`);
    const count = runToCompletion(countDocs(operator));
    if (count !== (found === '' ? 0 : found.split(',').length)) throw new Error(`${asked}: counted ${count}`);
  }
}

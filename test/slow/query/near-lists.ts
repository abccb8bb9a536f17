/** NEAR of words, groups and rows of words in the resident kernel, on a few documents, compared with the naive evaluator. */
import fc from 'fast-check';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { NearLists } from '../../../src/query/proximity/near-lists.ts';
import { NaiveCase } from '../../support/naive/naive-case.ts';
import { evaluate } from '../../support/naive/naive-evaluator.ts';
import { withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';

const DOCUMENTS = 40;
/** Distance between two documents, so that they are in several blocks. */
const STEP = 7;
/** No query contains `x`. */
const word = fc.constantFrom('a', 'a', 'b', 'b', 'c', 'd', 'x', 'x', 'x', 'x', 'x');
const words = (minLength: number, maxLength: number) =>
  fc.array(word, { minLength, maxLength, size: 'max' }).map((all) => all.join(' '));
/** Some texts are longer than the others, and some repeat one word so often that its positions have skips. */
const text = fc.oneof(
  { weight: 6, arbitrary: words(0, 16) },
  { weight: 2, arbitrary: words(60, 120) },
  {
    weight: 1,
    arbitrary: fc.tuple(words(1, 9), fc.nat(200), words(1, 9)).map(([x, n, y]) => `${x}${' e a'.repeat(n)} ${y}`),
  },
);
/** Only the first documents have `f`, only one has `g`. */
const withRare = (own: string, doc: number): string => own + (doc < 8 ? ' f b' : '') + (doc === 7 ? ' b g' : '');
const single = fc.constantFrom('a', 'a', 'b', 'b', 'c', 'd', 'e', 'f', 'g');
const group = fc.uniqueArray(single, { minLength: 2, maxLength: 3 }).map((all) => `(${all.join(' OR ')})`);
const row = fc
  .array(fc.constantFrom('a', 'b', 'x', 'x'), { minLength: 2, maxLength: 4 })
  .map((all) => `"${all.join(' ')}"`);
const side = fc.oneof({ weight: 4, arbitrary: single }, { weight: 2, arbitrary: group }, { weight: 2, arbitrary: row });
const query = fc
  .record({
    left: side,
    right: side,
    how: fc.constantFrom('NEAR', 'NEAR', 'BEFORE', 'NOT NEAR', 'NOT NEAR', 'NOT BEFORE'),
    distance: fc.constantFrom(1, 1, 2, 2, 3, 5, 20, 100, 101, 110),
    field: fc.constantFrom('', '', 'title:'),
  })
  .map(({ left, right, how, distance, field }) => `${field}(${left} ${how}/${distance} ${right})`);

/** Throws if an answer differs from the naive one. Returns how many of the queries the kernel answered, and their documents. */
export async function agreesOnNear(runs: number, seed: number): Promise<{ answered: number; found: number }> {
  const given = fc.tuple(
    fc
      .array(fc.tuple(text, text, text), { minLength: DOCUMENTS, maxLength: DOCUMENTS })
      .map((all) => all.map(([own, ...titles], doc) => [withRare(own, doc), ...titles] as const)),
    fc.array(query, { minLength: 60, maxLength: 60, size: 'max' }),
  );
  const { find } = NearLists.prototype;
  const reached = { answered: 0, found: 0 };
  NearLists.prototype.find = function* (...all) {
    reached.answered++;
    return yield* find.apply(this, all);
  };
  try {
    await fc.assert(
      fc.asyncProperty(given, async ([texts, queries]) => {
        await withDirectory(async (directory) => {
          await writeIndex(
            directory,
            texts.map(([own, first, second], i) => ({ doc: STEP * i, text: own, fields: { title: [first, second] } })),
            { documentCount: STEP * DOCUMENTS },
          );
          const index = await IndexReader.open(directory);
          const naive = new NaiveCase(
            texts.map(([own, first, second], i) => ({
              id: STEP * i,
              parentId: null,
              properties: [['title', [first, second]]],
              text: own,
            })),
          );
          try {
            for (const asked of queries) reached.found += compare(index, naive, asked);
          } finally {
            await index.close();
          }
        });
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  } finally {
    NearLists.prototype.find = find;
  }
  return reached;
}

function compare(index: IndexReader, naive: NaiveCase, asked: string): number {
  const query = parseQuery(asked);
  const expected = [...evaluate(query, naive)].sort((a, b) => a - b);
  const found = [
    ...runToCompletion(collectDocs(runToCompletion(new Planner(index, ['content'], { isScored: false }).plan(query)))),
  ];
  if (found.join() !== expected.join()) throw new Error(`${asked}: ${found.join()}, expected ${expected.join()}`);
  return found.length;
}

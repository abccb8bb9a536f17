/** Random queries on indexes of a few documents, compared with the naive evaluator. */
import fc from 'fast-check';
import type { Query } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { collectDocs, countDocs, runToCompletion } from '../../../src/query/execute.ts';
import { Planner } from '../../../src/query/plan/planner.ts';
import { NaiveCase } from '../../support/naive/naive-case.ts';
import { evaluate } from '../../support/naive/naive-evaluator.ts';
import { withDirectory, writeIndex } from '../../unit/engine/synthetic-index.ts';

/** Returns queries of a leaf, or of a list of up to `most` queries, which may be repeated. `least`: ends of lists. */
export function listsOf(
  leaf: fc.Arbitrary<string>,
  maxDepth: number,
  most: number,
  least: readonly string[],
): fc.Arbitrary<string> {
  return fc.letrec<{ query: string; list: string }>((tie) => ({
    query: fc.oneof({ maxDepth, withCrossShrink: true }, leaf, { weight: 2, arbitrary: tie('list') }),
    list: fc
      .tuple(
        fc.array(fc.tuple(fc.constantFrom('', '', '', '+', '-'), tie('query'), fc.constantFrom(1, 1, 2, 3)), {
          minLength: 1,
          maxLength: most,
          size: 'max',
        }),
        fc.constantFrom(...least),
      )
      .map(([clauses, end]) => {
        const all = clauses.flatMap(([occur, of, times]) => new Array<string>(times).fill(occur + of));
        return `(${all.join(' ')})${end}`;
      }),
  })).query;
}

export interface AgreeingQueries {
  readonly documents: number;
  readonly text: fc.Arbitrary<string>;
  readonly query: fc.Arbitrary<string>;
  /** Queries for each index. */
  readonly count: number;
  /** Makes more queries of the queries of an index. */
  readonly more?: (queries: readonly string[]) => string;
  /** Compares more of a query. `ids`: its documents. */
  readonly compare?: (index: IndexReader, naive: NaiveCase, query: Query, ids: readonly number[]) => void;
}

/** Throws if an answer differs from the naive one. */
export async function expectAgreement(
  { documents, text, query, count, more, compare = () => undefined }: AgreeingQueries,
  numRuns: number,
  seed: number,
): Promise<void> {
  const given = fc.tuple(
    fc.array(text, { minLength: documents, maxLength: documents }),
    fc.array(query, { minLength: count, maxLength: count, size: 'max' }),
  );
  const compareAll = (index: IndexReader, naive: NaiveCase, asked: string): void => {
    try {
      const parsed = parseQuery(asked);
      compare(index, naive, parsed, compareDocs(index, naive, parsed));
    } catch (error) {
      throw new Error(`${asked}: ${String(error)}`);
    }
  };
  await fc.assert(
    fc.asyncProperty(given, ([texts, queries]) =>
      withDirectory(async (directory) => {
        const docs = texts.map((own, doc) => ({ doc, text: own }));
        await writeIndex(directory, docs, { documentCount: documents });
        const index = await IndexReader.open(directory);
        const naive = new NaiveCase(texts.map((own, id) => ({ id, parentId: null, properties: [], text: own })));
        const asked = more === undefined ? queries : [...queries, more(queries)];
        try {
          for (const one of asked) compareAll(index, naive, one);
        } finally {
          await index.close();
        }
      }),
    ),
    // A smaller failure would need a new index each time, so the failing query is shown instead.
    { numRuns, seed, endOnFailure: true },
  );
}

function compareDocs(index: IndexReader, naive: NaiveCase, query: Query): readonly number[] {
  const ids = [...evaluate(query, naive)].sort((a, b) => a - b);
  for (const isScored of [true, false]) {
    const operator = runToCompletion(new Planner(index, ['content'], { isScored }).plan(query));
    const found = [...runToCompletion(collectDocs(operator))];
    if (found.join() !== ids.join()) throw new Error(`${found}, expected ${ids}`);
    const count = runToCompletion(countDocs(operator));
    if (count !== found.length) throw new Error(`counted ${count}`);
  }
  return ids;
}

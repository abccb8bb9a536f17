/**
 * What every operator must do (src/query/operators/operator.ts), on real leaves over a real index: each kind of list, number
 * range, phrase and pattern that a plan makes, and every combination of these. The expected documents come from the naive
 * evaluator and plain sets.
 *
 * `describeOperators` defines the tests. It can be called in a file that has set other thresholds before it loads this one.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from '../../grammar/parse.ts';
import { IndexReader } from '../../src/engine/index-reader.ts';
import { BLOCK_SIZE } from '../../src/engine/postings/doc-block.ts';
import { runToCompletion } from '../../src/query/execute.ts';
import type { Operator } from '../../src/query/operators/operator.ts';
import { Planner } from '../../src/query/plan/planner.ts';
import { evaluate } from '../support/naive/naive-evaluator.ts';
import { seeded } from '../support/seeded.ts';
import { withDirectory, writeIndex } from '../unit/engine/synthetic-index.ts';
import { checkOperator } from './operator-check.ts';
import { BLOCKS, corpus, DOCUMENTS, LEAVES, naiveCorpus } from './operator-corpus.ts';
import { everyNesting, everyOperand, randomTree, type Tree, tree } from './operator-trees.ts';

export interface SuiteOptions {
  readonly seed: number;
  /** Random trees. */
  readonly runs: number;
  /**
   * With the thresholds of production, every leaf must become the operator under which it is listed. (With small blocks a
   * pattern may have one word, or none.) Blocks are too long to try every nesting.
   */
  readonly isProduction: boolean;
}

/** `title` names the thresholds. */
export function describeOperators(title: string, { seed, runs, isProduction }: SuiteOptions): void {
  describe(`operators, thresholds of ${title} (SEED=${seed})`, () => {
    let index: IndexReader;
    let close: () => void;
    let leaves: readonly Tree[];
    const random = seeded(seed);

    beforeAll(async () => {
      await new Promise<void>((opened, failed) => {
        withDirectory(async (directory) => {
          await writeIndex(directory, corpus, { documentCount: DOCUMENTS });
          index = await IndexReader.open(directory);
          const isClosed = new Promise<void>((resolve) => {
            close = resolve;
          });
          opened();
          await isClosed;
          await index.close();
        }).catch(failed);
      });
      leaves = leavesOf(index);
    });
    afterAll(() => close());

    test.each(Object.keys(LEAVES))('a leaf: %s', (name) => {
      for (const leaf of leaves.filter(({ show }) => LEAVES[name]!.includes(show))) {
        check(leaf, random);
        if (!isProduction) continue;
        expect([leaf.show, leaf.make().name]).toEqual([leaf.show, name]);
        expect([leaf.show, leaf.members.includes(1)]).toEqual([leaf.show, name !== 'nothing']);
      }
    });

    test('random trees', () => {
      const asked = fc.property(randomTree(leaves), fc.nat(), (one, order) => check(one, seeded(order)));
      fc.assert(asked, { numRuns: runs, seed });
    });

    if (isProduction) return;

    test('two leaves of each kind in every place of every combination', () => {
      const chosen = Object.values(LEAVES).flatMap((texts) => {
        const of = leaves.filter(({ show }) => texts.includes(show));
        const first = Math.floor(random() * of.length);
        return of.length === 1 ? of : [of[first]!, of[(first + 1) % of.length]!];
      });
      for (const one of everyOperand(chosen)) check(one, random);
    });

    test('every combination inside every other', () => {
      for (const one of everyNesting(leaves)) check(one, random);
    });
  });
}

function check({ show, make, members }: Tree, random: () => number): void {
  checkOperator({ show, operator: make(), members }, random);
}

function leavesOf(index: IndexReader): Tree[] {
  const naive = naiveCorpus();
  return Object.values(LEAVES)
    .flat()
    .map((text) => {
      const query = parseQuery(text);
      const members = new Uint8Array(BLOCKS * BLOCK_SIZE);
      for (const doc of evaluate(query, naive)) members[doc] = 1;
      const make = (): Operator => runToCompletion(new Planner(index, ['content']).plan(query));
      return tree(text, make, members);
    });
}

/** Clauses of a minimum that check each document, and that a query repeats. */
import { expect, test } from '@jest/globals';
import { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import { AtLeast } from '../../../src/query/operators/at-least.ts';
import type { BlockSet } from '../../../src/query/operators/block-set.ts';
import { LoadingOperator, type Operator } from '../../../src/query/operators/operator.ts';
import { TermOperator } from '../../../src/query/operators/term.ts';
import { docsOf } from './random-operator.ts';

const term = (...docs: number[]): TermOperator =>
  new TermOperator(PostingList.ofDocs(Uint32Array.from(docs)), 'list', '');

/** The documents of a term, as an operator that checks each of them. */
class Examined extends LoadingOperator {
  readonly name = 'examined';
  readonly detail = '';
  readonly children: readonly Operator[] = [];
  readonly cost = 1;
  readonly #of: Operator;

  constructor(of: Operator) {
    super();
    this.#of = of;
  }

  nextBlock(from: number): number {
    return this.#of.nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    this.#of.load(block, out);
  }

  readonly loadOpen = (block: number, out: BlockSet, closed: Uint32Array): void => {
    this.load(block, out);
    out.subtractWords(closed, 0);
  };
}

test.each([
  [1, [1, 2, 3, 4]],
  [2, [1, 2, 3]],
  [3, [3]],
  [4, []],
])('a repeated clause counts each time: at least %d', (minimum, docs) => {
  const repeated = new Examined(term(1, 2, 3));
  expect(docsOf(new AtLeast([repeated, term(3, 4), repeated], minimum))).toEqual(docs);
  const listed = term(1, 2, 3);
  expect(docsOf(new AtLeast([listed, new Examined(term(3, 4)), listed], minimum))).toEqual(docs);
});

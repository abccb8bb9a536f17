/** Random trees of operators over a few small lists. */
import fc from 'fast-check';
import { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import { collectDocs, runToCompletion } from '../../../src/query/execute.ts';
import { AtLeast } from '../../../src/query/operators/at-least.ts';
import { Conjunction } from '../../../src/query/operators/conjunction.ts';
import { Disjunction } from '../../../src/query/operators/disjunction.ts';
import { DocBitmap } from '../../../src/query/operators/doc-bitmap.ts';
import { Exclusion } from '../../../src/query/operators/exclusion.ts';
import type { Operator } from '../../../src/query/operators/operator.ts';
import { TermOperator } from '../../../src/query/operators/term.ts';

const DOCS = 12;
export const ALL_DOCS: readonly number[] = Array.from({ length: DOCS }, (_, doc) => doc);
const docSet = fc
  .uniqueArray(fc.nat(DOCS - 1), { minLength: 1, maxLength: DOCS })
  .map((docs) => docs.sort((a, b) => a - b));

const listOf = (docs: readonly number[]): PostingList => PostingList.ofDocs(Uint32Array.from(docs));

/** Terms of one index. A query may name one twice. */
export const LISTS: readonly PostingList[] = [
  [0, 1, 2, 3, 7],
  [3, 7, 11],
  [1, 8],
  [0, 2, 4, 6, 8, 10],
].map(listOf);

function bitmapOf(docs: readonly number[]): Uint32Array {
  const words = new Uint32Array(2048);
  for (const doc of docs) words[0]! |= 1 << doc;
  return words;
}
const bitmap = docSet.map((docs) => new DocBitmap(bitmapOf(docs), 'docs', ''));
const listOfBitmap = docSet.map((docs) => PostingList.ofBitmap(bitmapOf(docs)));

/** Trees over the given lists, or over lists of their own, and bitmaps. */
export function operatorsOn(lists?: readonly PostingList[]): fc.Arbitrary<Operator> {
  const list = lists === undefined ? fc.oneof(docSet.map(listOf), listOfBitmap) : fc.constantFrom(...lists);
  const term = list.map((one) => new TermOperator(one, 'term', ''));
  return fc.letrec<{ tree: Operator }>((tie) => {
    const several = fc.array(tie('tree'), { minLength: 1, maxLength: 3 });
    return {
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 4, arbitrary: term },
        bitmap,
        several.map((children) => new Conjunction(children)),
        several.map((children) => new Disjunction(children)),
        fc.tuple(several, fc.integer({ min: 1, max: 3 })).map(([children, n]) => new AtLeast(children, n)),
        fc.tuple(tie('tree'), several).map(([included, excluded]) => new Exclusion(included, excluded)),
      ),
    };
  }).tree;
}

export const docsOf = (operator: Operator): number[] => Array.from(runToCompletion(collectDocs(operator)));
export const listDocs = (list: PostingList): Set<number> => new Set(docsOf(new TermOperator(list, 'list', '')));

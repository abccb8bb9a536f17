/** What operators say of the lists that their documents are in, held to the documents themselves. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import { collectDocs, toEnd } from '../../../src/query/execute.ts';
import { AtLeast } from '../../../src/query/operators/at-least.ts';
import { Conjunction } from '../../../src/query/operators/conjunction.ts';
import { Disjunction } from '../../../src/query/operators/disjunction.ts';
import { DocBitmap } from '../../../src/query/operators/doc-bitmap.ts';
import { Exclusion } from '../../../src/query/operators/exclusion.ts';
import type { Operator } from '../../../src/query/operators/operator.ts';
import { TermOperator } from '../../../src/query/operators/term.ts';

const DOCS = 12;
const docSet = fc.uniqueArray(fc.nat(DOCS - 1), { minLength: 1, maxLength: DOCS });
const ascending = (docs: readonly number[]): number[] => [...docs].sort((a, b) => a - b);

const term = docSet.map((docs) => new TermOperator(PostingList.ofDocs(Uint32Array.from(ascending(docs))), 'term', ''));
const bitmap = docSet.map((docs) => {
  const words = new Uint32Array(2048);
  for (const doc of docs) words[0]! |= 1 << doc;
  return new DocBitmap(words, 'docs', '');
});
const operators: fc.Arbitrary<Operator> = fc.letrec<{ tree: Operator }>((tie) => {
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

const docsOf = (operator: Operator): number[] => Array.from(toEnd(collectDocs(operator)));
const listDocs = (list: PostingList): Set<number> => new Set(docsOf(new TermOperator(list, 'list', '')));
const all = Array.from({ length: DOCS }, (_, doc) => doc);

describe('the list shape of an operator', () => {
  test('holds for its documents', () => {
    fc.assert(
      fc.property(operators, (operator) => {
        const { requiredLists, isIntersection, alternatives, isUnion } = operator.listShape();
        const required = requiredLists.map(listDocs);
        const inAll = all.filter((doc) => required.every((docs) => docs.has(doc)));
        const found = docsOf(operator);
        expect(inAll).toEqual(expect.arrayContaining(found));
        if (isIntersection) expect(found).toEqual(inAll);
        if (alternatives === null) return;
        const choices = alternatives.map(listDocs);
        const inAny = all.filter((doc) => choices.some((docs) => docs.has(doc)));
        expect(inAny).toEqual(expect.arrayContaining(found));
        if (isUnion) expect(found).toEqual(inAny);
      }),
      { numRuns: 500 },
    );
  });

  test('says all there is to say of terms', () => {
    const [a, b] = [1, 2].map((doc) => new TermOperator(PostingList.ofDocs(Uint32Array.of(0, doc)), 'term', '')) as [
      TermOperator,
      TermOperator,
    ];
    const lists = [a.list, b.list];
    expect(new Conjunction([a, b]).listShape()).toMatchObject({ requiredLists: lists, isIntersection: true });
    expect(new Disjunction([a, b]).listShape()).toMatchObject({ alternatives: lists, isUnion: true });
    expect(new AtLeast([a, b], 2).listShape()).toMatchObject({ alternatives: lists, isUnion: false });
    expect(new Exclusion(a, [b]).listShape()).toEqual({
      requiredLists: [a.list],
      isIntersection: false,
      alternatives: [a.list],
      isUnion: false,
    });
  });
});

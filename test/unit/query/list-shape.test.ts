/** The statements of operators about the lists that contain their documents, compared with the documents. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PostingList } from '../../../src/engine/postings/posting-list-reader.ts';
import { AtLeast } from '../../../src/query/operators/at-least.ts';
import { Conjunction } from '../../../src/query/operators/conjunction.ts';
import { Disjunction } from '../../../src/query/operators/disjunction.ts';
import { Exclusion } from '../../../src/query/operators/exclusion.ts';
import { TermOperator } from '../../../src/query/operators/term.ts';
import { ALL_DOCS, docsOf, listDocs, operatorsOn } from './random-operator.ts';

describe('the list shape of an operator', () => {
  test('holds for its documents', () => {
    fc.assert(
      fc.property(operatorsOn(), (operator) => {
        const { requiredLists, isIntersection, alternatives, isUnion, difference } = operator.listShape();
        const required = requiredLists.map(listDocs);
        const inAll = ALL_DOCS.filter((doc) => required.every((docs) => docs.has(doc)));
        const found = docsOf(operator);
        expect(inAll).toEqual(expect.arrayContaining(found));
        if (isIntersection) expect(found).toEqual(inAll);
        if (difference !== null) {
          const excluded = difference.excluded.map(listDocs);
          const isWhole = difference.whole.isIntersection ? 'every' : 'some';
          const lists = (isWhole === 'every' ? difference.whole.requiredLists : difference.whole.alternatives!).map(
            listDocs,
          );
          const isIn = (doc: number) => lists[isWhole]((docs) => docs.has(doc));
          expect(found).toEqual(ALL_DOCS.filter((doc) => isIn(doc) && !excluded.some((docs) => docs.has(doc))));
        }
        if (alternatives === null) return;
        const choices = alternatives.map(listDocs);
        const inAny = ALL_DOCS.filter((doc) => choices.some((docs) => docs.has(doc)));
        expect(inAny).toEqual(expect.arrayContaining(found));
        if (isUnion) expect(found).toEqual(inAny);
      }),
      { numRuns: 500 },
    );
  });

  test('is exact for terms', () => {
    const [a, b] = [1, 2].map((doc) => new TermOperator(PostingList.ofDocs(Uint32Array.of(0, doc)), 'term', '')) as [
      TermOperator,
      TermOperator,
    ];
    const lists = [a.list, b.list];
    expect(new Conjunction([a, b]).listShape()).toMatchObject({ requiredLists: lists, isIntersection: true });
    expect(new Disjunction([a, b]).listShape()).toMatchObject({ alternatives: lists, isUnion: true });
    expect(new AtLeast([a, b], 2).listShape()).toMatchObject({ alternatives: lists, isUnion: false });
    expect(new Exclusion(a, [b]).listShape()).toMatchObject({
      requiredLists: [a.list],
      isIntersection: false,
      alternatives: [a.list],
      isUnion: false,
      difference: { whole: a.listShape(), excluded: [b.list] },
    });
  });
});

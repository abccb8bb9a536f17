/** The facts that ranking uses from a plan, compared with the documents. An error here loses hits from the top ten. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Conjunction } from '../../../src/query/operators/conjunction.ts';
import { Disjunction } from '../../../src/query/operators/disjunction.ts';
import { TermOperator } from '../../../src/query/operators/term.ts';
import { documentsApart } from '../../../src/query/ranking/documents-apart.ts';
import { MatchShape } from '../../../src/query/ranking/match-shape.ts';
import type { Scorer, TermScorer } from '../../../src/query/ranking/scoring.ts';
import { ALL_DOCS, docsOf, LISTS, listDocs, operatorsOn } from './random-operator.ts';

test('the shape of matches holds for them, whichever terms are scored', () => {
  const scoredLists = fc.uniqueArray(fc.constantFrom(...LISTS), { minLength: 1, maxLength: LISTS.length });
  const told = { isAll: 0, isAny: 0, isCovered: 0 };
  fc.assert(
    fc.property(operatorsOn(LISTS), scoredLists, (operator, scored) => {
      const shape = new MatchShape(
        operator,
        scored.map((list) => ({ list }) as TermScorer),
      );
      const found = docsOf(operator);
      const required = [...shape.required].map(listDocs);
      const terms = scored.map(listDocs);
      const inAll = ALL_DOCS.filter((doc) => required.every((docs) => docs.has(doc)));
      const inAny = ALL_DOCS.filter((doc) => terms.some((docs) => docs.has(doc)));
      expect(inAll).toEqual(expect.arrayContaining(found));
      if (shape.isAll) expect(found).toEqual(inAll);
      if (shape.isCovered) expect(inAny).toEqual(expect.arrayContaining(found));
      if (shape.isAny) expect(found).toEqual(required.length === 1 ? inAll : inAny);
      for (const name of ['isAll', 'isAny', 'isCovered'] as const) if (shape[name]) told[name]++;
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(...Object.values(told))).toBeGreaterThan(20);
});

test('a union is divided so that all documents but those scored apart have one of the terms, and no others match', () => {
  const scoredLists = fc.uniqueArray(fc.constantFrom(...LISTS), { minLength: 1, maxLength: LISTS.length });
  const told = { divided: 0, whole: 0 };
  fc.assert(
    fc.property(scoredLists, scoredLists, operatorsOn(LISTS), fc.boolean(), (united, scored, apart, isWhole) => {
      const lists = united.map((list) => new TermOperator(list, 'term', ''));
      const operator = isWhole ? new Disjunction([...lists, apart]) : new Conjunction([...lists, apart]);
      const terms = scored.map((list) => ({ list }) as TermScorer);
      const parts = [{ terms }, { terms: null, scored: [apart] }] as unknown as readonly Scorer[];
      const found = documentsApart(operator, { parts } as Scorer);
      told[found === null ? 'whole' : 'divided']++;
      if (found === null) return;
      const scoredApart = new Set(found.operators.flatMap((one) => docsOf(one)));
      const others = (docs: readonly number[]): readonly number[] => docs.filter((doc) => !scoredApart.has(doc));
      const inAny = ALL_DOCS.filter((doc) => found.terms.some(({ list }) => listDocs(list).has(doc)));
      expect(others(docsOf(operator))).toEqual(others(inAny));
      expect(others(docsOf(apart))).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
  expect(Math.min(...Object.values(told))).toBeGreaterThan(20);
});

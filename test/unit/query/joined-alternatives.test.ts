/** Groups of NEAR. A plan with joined lists has the same occurrences, and one list for each side. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TermInfo } from '../../../src/engine/postings/term-info.ts';
import { joinAlternatives } from '../../../src/query/plan/near/joined-alternatives.ts';
import type { PlannedLists } from '../../../src/query/proximity/near-documents.ts';
import { type SpanPlan, shortestOccurrences, type ValueWords } from '../../../src/query/proximity/span-plan.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const TERMS = 6;
const POSITIONS = 30;

const termOf = (n: number): TermInfo => ({ postingsOffset: n, positionsOffset: n, doc: 0 }) as TermInfo;
/** Lists of one term and of several. Some terms are in two lists. */
const LISTS: readonly (readonly number[])[] = [[0], [1], [2], [3, 4], [4, 5], [], [0, 5]];

const words = fc
  .record({
    elements: fc.array(fc.constantFrom([0], [1], [2], [3], [4], [5], [6], [0, 1], []), { minLength: 1, maxLength: 2 }),
    tail: fc.constantFrom(0, 0, 0, 1),
  })
  .filter(({ elements }) => elements.some((lists) => lists.length > 0))
  .map((own): SpanPlan => ({ kind: 'words', ...own }));
const { plan: plans } = fc.letrec<{ plan: SpanPlan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 3 },
    words,
    fc.array(tie('plan'), { minLength: 1, maxLength: 5 }).map((of): SpanPlan => ({ kind: 'either', of })),
    fc
      .record({
        isOrdered: fc.boolean(),
        isNot: fc.boolean(),
        distance: fc.integer({ min: 1, max: 6 }),
        left: tie('plan'),
        right: tie('plan'),
      })
      .map((near): SpanPlan => ({ kind: 'near', ...near })),
    fc
      .record({
        isLast: fc.constant(false),
        isNot: fc.boolean(),
        distance: fc.integer({ min: 1, max: 6 }),
        of: tie('plan'),
      })
      .map((edge): SpanPlan => ({ kind: 'edge', ...edge })),
  ),
}));

/** The positions of each list's terms in a document. */
function wordsOf(lists: PlannedLists['lists'], positions: readonly (readonly number[])[]): ValueWords {
  const own = lists.map((infos) => {
    const all = infos.flatMap(({ postingsOffset }) => positions[postingsOffset]!);
    return Uint32Array.from(all).sort();
  });
  return {
    begin: 0,
    first: 0,
    end: Number.POSITIVE_INFINITY,
    positionsOf: (list) => ({ positions: own[list]!, length: own[list]!.length }),
  };
}

function occurrences({ plan, lists }: PlannedLists, positions: readonly (readonly number[])[]): number[][] {
  const { starts, ends, length } = shortestOccurrences(plan, wordsOf(lists, positions));
  return Array.from({ length }, (_, i) => [starts[i]!, ends[i]!]);
}

test('a plan with joined lists has the same occurrences', () => {
  const given = LISTS.map((terms) => terms.map(termOf));
  // Each position has at most one term.
  const text = fc.array(fc.integer({ min: 0, max: TERMS }), { maxLength: POSITIONS });
  fc.assert(
    fc.property(plans, text, (plan, terms) => {
      const positions = Array.from({ length: TERMS }, (_, term) =>
        terms.flatMap((own, at) => (own === term ? at : [])),
      );
      const before = { plan, lists: given };
      expect(occurrences(joinAlternatives(before), positions)).toEqual(occurrences(before, positions));
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test('a group of a thousand words is one list', () => {
  const one = (list: number): SpanPlan => ({ kind: 'words', elements: [[list]], tail: 0 });
  const group = (from: number): SpanPlan => ({
    kind: 'either',
    of: Array.from({ length: 1000 }, (_, i) => one(from + i)),
  });
  const lists = Array.from({ length: 2000 }, (_, i) => [termOf(i)]);
  const plan: SpanPlan = {
    ...{ kind: 'near', isOrdered: false, isNot: false, distance: 5 },
    ...{ left: group(0), right: group(1000) },
  };
  const joined = joinAlternatives({ plan, lists });
  expect(joined.lists.map(({ length }) => length)).toEqual([1000, 1000]);
});

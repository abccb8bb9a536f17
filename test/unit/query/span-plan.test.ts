/**
 * Occurrences near each other, compared with all pairs. Hostile ones are refused, or cost only in proportion to their words.
 */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SpanBudget } from '../../../src/query/proximity/span-budget.ts';
import {
  hasOccurrence,
  type SpanPlan,
  shortestOccurrences,
  type ValueWords,
} from '../../../src/query/proximity/span-plan.ts';
import { SPANS_MAX } from '../../../src/query/proximity/spans.ts';
import { enterMemory, MemoryPool, QueryMemory } from '../../../src/shared/query-memory.ts';

const memory = new QueryMemory({ query: 2 ** 28, pool: new MemoryPool(2 ** 28) });
beforeEach(() => void enterMemory(memory));
afterEach(() => {
  enterMemory(null);
  memory.releaseTo(0);
});

/** Positions of the value. */
const LENGTH = 16;

type Pair = readonly [number, number];

/** By definition: compares every occurrence of one side with every one of the other. */
function allOf(plan: SpanPlan, words: readonly (readonly number[])[]): Pair[] {
  if (plan.kind === 'either') return plan.of.flatMap((one) => allOf(one, words));
  if (plan.kind === 'words') {
    const { elements, tail } = plan;
    return words[elements[0]![0]!]!.filter((at) =>
      elements.every((lists, i) => lists.every((list) => words[list]!.includes(at + i))),
    ).map((at) => [at, at + elements.length - 1 + tail]);
  }
  if (plan.kind === 'edge') {
    const isNear = ([first, last]: Pair): boolean => (plan.isLast ? LENGTH - last : first + 1) <= plan.distance;
    return allOf(plan.of, words).filter((pair) => isNear(pair) !== plan.isNot);
  }
  const others = allOf(plan.right, words);
  const isNear = (a: Pair, b: Pair): boolean => {
    const [behind, before] = [b[0] - a[1], a[0] - b[1]];
    return (behind > 0 && behind <= plan.distance) || (!plan.isOrdered && before > 0 && before <= plan.distance);
  };
  return allOf(plan.left, words).flatMap((a): Pair[] => {
    const near = others.filter((b) => isNear(a, b));
    if (plan.isNot) return near.length === 0 ? [a] : [];
    return near.map((b) => [Math.min(a[0], b[0]), Math.max(a[1], b[1])]);
  });
}

function shortestOf(pairs: readonly Pair[]): Pair[] {
  const once = [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
  return once
    .filter((a) => !once.some((b) => a !== b && b[0] >= a[0] && b[1] <= a[1]))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function wordsOf(words: readonly (readonly number[])[], end = Number.POSITIVE_INFINITY): ValueWords {
  const lists = words.map((positions) => ({ positions: Uint32Array.from(positions), length: positions.length }));
  return { begin: 0, first: 0, end, positionsOf: (list) => lists[list]! };
}

const word = (list: number): SpanPlan => ({ kind: 'words', elements: [[list]], tail: 0 });
const near = (left: SpanPlan, right: SpanPlan, distance: number): SpanPlan => ({
  ...{ kind: 'near', isOrdered: false, isNot: false },
  ...{ distance, left, right },
});

const LISTS = 3;
const { plan: anyPlan } = fc.letrec<{ plan: SpanPlan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .tuple(fc.array(fc.nat({ max: LISTS - 1 }), { minLength: 1, maxLength: 2 }), fc.constantFrom(0, 0, 1))
      .map(([lists, tail]): SpanPlan => ({ kind: 'words', elements: lists.map((list) => [list]), tail })),
    fc.array(tie('plan'), { minLength: 2, maxLength: 3 }).map((of): SpanPlan => ({ kind: 'either', of })),
    fc.record({
      kind: fc.constant('edge' as const),
      isLast: fc.boolean(),
      isNot: fc.boolean(),
      distance: fc.integer({ min: 1, max: 16 }),
      of: tie('plan'),
    }),
    fc.record({
      kind: fc.constant('near' as const),
      isOrdered: fc.boolean(),
      isNot: fc.constantFrom(false, false, true),
      distance: fc.integer({ min: 1, max: 5 }),
      left: tie('plan'),
      right: tie('plan'),
    }),
  ),
}));

test('occurrences are those of all pairs, and the shortest of them', () => {
  const positions = fc.uniqueArray(fc.nat({ max: 14 }), { maxLength: 9 }).map((list) => list.sort((a, b) => a - b));
  const texts = fc.array(positions, { minLength: LISTS, maxLength: LISTS });
  fc.assert(
    fc.property(anyPlan, texts, (plan, words) => {
      const expected = allOf(plan, words);
      expect(hasOccurrence(plan, wordsOf(words, LENGTH))).toBe(expected.length > 0);
      const { starts, ends, length } = shortestOccurrences(plan, wordsOf(words, LENGTH));
      const found = Array.from({ length }, (_, i) => [starts[i]!, ends[i]!]);
      expect(found).toEqual(shortestOf(expected));
    }),
    { numRuns: 1500 },
  );
});

describe('of a word at every position', () => {
  const many = wordsOf([Array.from({ length: 20_000 }, (_, i) => i)]);
  const wide = near(word(0), word(0), 2 ** 31 - 1);

  test('the outermost NEAR makes no pairs', () => {
    expect(hasOccurrence(wide, many)).toBe(true);
    expect(shortestOccurrences(wide, many).length).toBe(19_999);
  });

  test('one in a group is refused if its pairs are too many', () => {
    const nested = near(wide, word(0), 1);
    expect(() => hasOccurrence(nested, many)).toThrow(`more than ${SPANS_MAX} occurrences`);
    expect(() => shortestOccurrences(nested, many)).toThrow('use a smaller distance');
    expect(hasOccurrence(near(near(word(0), word(0), 20), word(0), 1), many)).toBe(true);
  });

  test('followers of several occurrences with one beginning are checked once', () => {
    const row = wordsOf([Array.from({ length: 400 }, (_, i) => i)]);
    let steps = 0;
    const budget = new SpanBudget({
      take: (more) => {
        steps += more;
      },
    });
    const ordered = (left: SpanPlan): SpanPlan => ({ ...near(left, word(0), 50), isOrdered: true }) as SpanPlan;
    expect(hasOccurrence(ordered(ordered(ordered(word(0)))), row, budget)).toBe(true);
    // Two groups of some 20,000 and 40,000 pairs. Each pair followed by 50 words would be a million.
    expect(steps).toBeLessThan(400_000);
  });

  test('deep nesting has one common limit', () => {
    let plan = near(word(0), word(0), 3);
    for (let depth = 0; depth < 99; depth++) plan = near(plan, word(0), 3);
    expect(() => hasOccurrence(plan, many)).toThrow('occurrences');
  });
});

test('a star stands for a word of the value, and for none before or after it', () => {
  const words: ValueWords = {
    begin: 3,
    first: 3,
    end: 7,
    positionsOf: () => ({ positions: Uint32Array.of(3, 5, 6), length: 3 }),
  };
  const startsOf = (elements: readonly (readonly number[])[]): number[] => {
    const { starts, length } = shortestOccurrences({ kind: 'words', elements, tail: 0 }, words);
    return [...starts.subarray(0, length)];
  };
  expect(startsOf([[0], []])).toEqual([3, 5]);
  expect(startsOf([[], [0]])).toEqual([4, 5]);
  expect(startsOf([[0], [], []])).toEqual([3]);
});

test('the beginning is that of the value, and for a piece that of its text', () => {
  const words = (first: number): ValueWords => ({
    ...{ begin: 200, end: 300, first },
    positionsOf: () => ({ positions: Uint32Array.of(201, 203, 298), length: 3 }),
  });
  const startsOf = (isLast: boolean, distance: number, first: number): number[] => {
    const plan: SpanPlan = { kind: 'edge', isLast, isNot: false, distance, of: word(0) };
    const { starts, length } = shortestOccurrences(plan, words(first));
    return [...starts.subarray(0, length)];
  };
  expect(startsOf(false, 1, 200)).toEqual([]);
  expect(startsOf(false, 2, 200)).toEqual([201]);
  expect(startsOf(false, 4, 200)).toEqual([201, 203]);
  expect(startsOf(false, 4, 0)).toEqual([]);
  expect(startsOf(true, 1, 200)).toEqual([]);
  expect(startsOf(true, 2, 200)).toEqual([298]);
});

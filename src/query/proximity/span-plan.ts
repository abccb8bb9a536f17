/** The plan of NEAR. Finds its occurrences in one value from the positions of its words. */

import { firstFrom } from '../../shared/sorting/binary-search.ts';
import { allPairs, areNear, type Nearness, notNear, shortestPairs } from './near-pairs.ts';
import { SpanBudget } from './span-budget.ts';
import { NO_SPANS, SpanCollector, type Spans, shortest, united } from './spans.ts';

export type SpanPlan = WordsPlan | EitherPlan | NearPlan | EdgePlan;

/**
 * Consecutive words. An element is a list of the words at its position: one word, the pieces of a long word, or none if any
 * word is allowed. `tail` is the number of positions after the last element that belong to it, like the second letter of a
 * pair.
 */
export interface WordsPlan {
  readonly kind: 'words';
  readonly elements: readonly (readonly number[])[];
  readonly tail: number;
}

/** Any of several alternatives. If there are none, it matches nothing. */
export interface EitherPlan {
  readonly kind: 'either';
  readonly of: readonly SpanPlan[];
}

export interface NearPlan extends Nearness {
  readonly kind: 'near';
  readonly isNot: boolean;
  readonly left: SpanPlan;
  readonly right: SpanPlan;
}

/** Occurrences that begin within the first positions of a value, or end within the last. With `isNot`, all others. */
export interface EdgePlan {
  readonly kind: 'edge';
  readonly isLast: boolean;
  readonly isNot: boolean;
  readonly distance: number;
  readonly of: SpanPlan;
}

/** Positions of a list in the value, ascending: `positions[0 … length)`. */
export interface ListPositions {
  readonly positions: Uint32Array;
  readonly length: number;
}

/** The words of one value, at positions from `begin` to before `end`. */
export interface ValueWords {
  readonly begin: number;
  readonly end: number;
  /** The position of its first word, or of the whole text's first word if the value is a piece of a text. */
  readonly first: number;
  positionsOf(list: number): ListPositions;
}

/** Whether there is an occurrence. Does not build the pairs of the outermost NEAR. */
export function hasOccurrence(plan: SpanPlan, words: ValueWords, budget = new SpanBudget()): boolean {
  budget.begin();
  if (plan.kind === 'either') return plan.of.some((one) => hasOccurrence(one, words, budget));
  if (plan.kind === 'words') return spansOfWords(plan, words).length > 0;
  if (plan.kind === 'edge') return atEdge(spansOf(plan.of, words, budget), words, plan).length > 0;
  const left = spansOf(plan.left, words, budget);
  if (left.length === 0) return false;
  const right = spansOf(plan.right, words, budget);
  return plan.isNot ? notNear(left, right, plan).length > 0 : areNear(left, right, plan);
}

/** Returns the occurrences that contain no other occurrence. */
export function shortestOccurrences(plan: SpanPlan, words: ValueWords): Spans {
  const budget = new SpanBudget();
  if (plan.kind !== 'near' || plan.isNot) return shortest(spansOf(plan, words, budget));
  const [left, right] = [spansOf(plan.left, words, budget), spansOf(plan.right, words, budget)];
  return shortest(united(shortestPairs(left, right, plan)));
}

/** Recursion is as deep as the query is nested. */
function spansOf(plan: SpanPlan, words: ValueWords, budget: SpanBudget): Spans {
  switch (plan.kind) {
    case 'words':
      return spansOfWords(plan, words);
    case 'either':
      return united(plan.of.map((one) => spansOf(one, words, budget)));
    case 'edge':
      return atEdge(spansOf(plan.of, words, budget), words, plan);
    case 'near': {
      const left = spansOf(plan.left, words, budget);
      if (left.length === 0) return NO_SPANS;
      const right = spansOf(plan.right, words, budget);
      if (plan.isNot) return notNear(left, right, plan);
      return budget.take(united(allPairs(left, right, plan, budget)));
    }
  }
}

/** Returns the spans that are within `distance` of the beginning or the end of the value or, with `isNot`, the others. */
function atEdge(spans: Spans, words: ValueWords, { isLast, isNot, distance }: EdgePlan): Spans {
  return isLast ? atEnd(spans, words.end, distance, isNot) : atBeginning(spans, words.first, distance, isNot);
}

/** Spans ascend by their beginnings, so those at the beginning come first. */
function atBeginning({ starts, ends, length }: Spans, first: number, distance: number, isNot: boolean): Spans {
  let count = 0;
  while (count < length && starts[count]! - first < distance) count++;
  if (!isNot) return { starts, ends, length: count };
  return { starts: starts.subarray(count), ends: ends.subarray(count), length: length - count };
}

function atEnd({ starts, ends, length }: Spans, end: number, distance: number, isNot: boolean): Spans {
  const kept = new SpanCollector();
  for (let i = 0; i < length; i++) {
    if (end - ends[i]! <= distance !== isNot) kept.add(starts[i]!, ends[i]!);
  }
  return kept.spans();
}

function spansOfWords({ elements, tail }: WordsPlan, words: ValueWords): Spans {
  const lead = rarest(elements, words);
  if (lead === null) return NO_SPANS;
  const { positions, length } = lead;
  if (elements.length === 1 && tail === 0 && elements[0]!.length === 1) {
    return { starts: positions, ends: positions, length };
  }
  const found = new SpanCollector();
  const last = elements.length - 1;
  for (let i = 0; i < length; i++) {
    const start = positions[i]! - lead.offset;
    if (start < words.begin || start + last >= words.end) continue;
    if (elements.every((lists, n) => lists.every((list) => has(words.positionsOf(list), start + n)))) {
      found.add(start, start + last + tail);
    }
  }
  return found.spans();
}

/** Returns the list with the fewest positions, and its element. Null if a list has no positions. */
function rarest(
  elements: readonly (readonly number[])[],
  words: ValueWords,
): (ListPositions & { readonly offset: number }) | null {
  let best: (ListPositions & { readonly offset: number }) | null = null;
  for (const [offset, lists] of elements.entries()) {
    for (const list of lists) {
      const { positions, length } = words.positionsOf(list);
      if (length === 0) return null;
      if (best === null || length < best.length) best = { positions, length, offset };
    }
  }
  return best;
}

function has({ positions, length }: ListPositions, position: number): boolean {
  const at = firstFrom(positions, position, 0, length);
  return at < length && positions[at] === position;
}

/** Returns the number of nested NEARs, whose pairs must be built. */
export function groupsIn(plan: SpanPlan, isWithin = false): number {
  switch (plan.kind) {
    case 'words':
      return 0;
    case 'either':
      return plan.of.reduce((sum, one) => sum + groupsIn(one, isWithin), 0);
    case 'edge':
      return groupsIn(plan.of, true);
    case 'near':
      return (isWithin ? 1 : 0) + groupsIn(plan.left, true) + groupsIn(plan.right, true);
  }
}

/**
 * Returns the maximum of the distances and lengths of word sequences. Positions farther apart than this do not affect
 * each other. Neither do positions farther from the end of the value.
 */
export function reachOf(plan: SpanPlan): number {
  switch (plan.kind) {
    case 'words':
      return plan.elements.length + plan.tail;
    case 'either':
      return plan.of.reduce((most, one) => Math.max(most, reachOf(one)), 0);
    case 'edge':
      // The last word may be a pair, which ends at the next position.
      return Math.max(plan.isLast ? plan.distance + 1 : 0, reachOf(plan.of));
    case 'near':
      return Math.max(plan.distance, reachOf(plan.left), reachOf(plan.right));
  }
}

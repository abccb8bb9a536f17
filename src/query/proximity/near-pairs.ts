/**
 * Finds occurrences that are near each other. An occurrence ends at its last word. The distance to an occurrence that begins
 * after it is the difference of the two positions, so neighbours have distance 1. Overlapping occurrences are never near.
 */

import { firstFrom } from '../../shared/sorting/binary-search.ts';
import type { SpanBudget } from './span-budget.ts';
import { NO_SPANS, SPANS_MAX, SpanCollector, type Spans, tooManySpans } from './spans.ts';

/** The condition between two sides. `isOrdered`: the left one must come first. */
export interface Nearness {
  readonly isOrdered: boolean;
  readonly distance: number;
}

/** Whether some occurrence of the left side is near one of the right side. */
export function areNear(left: Spans, right: Spans, { isOrdered, distance }: Nearness): boolean {
  return hasFollower(left, right, distance) || (!isOrdered && hasFollower(right, left, distance));
}

/** Returns the spans of the left side that are not near any span of the right side. */
export function notNear(left: Spans, right: Spans, { isOrdered, distance }: Nearness): Spans {
  if (left.length === 0 || right.length === 0) return left;
  const ends = isOrdered ? null : right.ends.slice(0, right.length).sort();
  const kept = new SpanCollector();
  for (let i = 0; i < left.length; i++) {
    const [start, end] = [left.starts[i]!, left.ends[i]!];
    const next = firstFrom(right.starts, end + 1, 0, right.length);
    if (next < right.length && right.starts[next]! <= end + distance) continue;
    if (ends !== null) {
      const before = firstFrom(ends, start) - 1;
      if (before >= 0 && ends[before]! >= start - distance) continue;
    }
    kept.add(start, end);
  }
  return kept.spans();
}

/** Returns spans from the beginning of one to the end of the other, for all near pairs. */
export function allPairs(
  left: Spans,
  right: Spans,
  { isOrdered, distance }: Nearness,
  budget: SpanBudget,
): readonly Spans[] {
  const forward = followed(left, right, distance, budget);
  return isOrdered ? [forward] : [forward, followed(right, left, distance, budget)];
}

/**
 * Like `allPairs`, but returns only the shortest span for each first one. These include all pairs that contain no other
 * pair.
 */
export function shortestPairs(left: Spans, right: Spans, { isOrdered, distance }: Nearness): readonly Spans[] {
  const forward = shortestFollowed(left, right, distance);
  return isOrdered ? [forward] : [forward, shortestFollowed(right, left, distance)];
}

function hasFollower(first: Spans, second: Spans, distance: number): boolean {
  for (let i = 0; i < first.length; i++) {
    const end = first.ends[i]!;
    const next = firstFrom(second.starts, end + 1, 0, second.length);
    if (next < second.length && second.starts[next]! <= end + distance) return true;
  }
  return false;
}

/** Joins first spans with the same beginning to all followers of any of them. */
function followed(first: Spans, second: Spans, distance: number, budget: SpanBudget): Spans {
  if (first.length === 0 || second.length === 0) return NO_SPANS;
  const pairs = new SpanCollector();
  for (let i = 0, to = 0; i < first.length; i = to) {
    const start = first.starts[i]!;
    let count = 0;
    // Their ends ascend, so followers of earlier spans are skipped.
    let next = 0;
    for (to = i; to < first.length && first.starts[to] === start; to++) {
      const limit = first.ends[to]! + distance;
      next = Math.max(next, firstFrom(second.starts, first.ends[to]! + 1, 0, second.length));
      for (; next < second.length && second.starts[next]! <= limit; next++) {
        if (count === followers.length) followers = lengthened(followers);
        followers[count++] = second.ends[next]!;
      }
    }
    budget.follow(count);
    const sorted = followers.subarray(0, count).sort();
    for (let n = 0; n < count; n++) pairs.add(start, sorted[n]!);
  }
  return pairs.spans();
}

/** Second spans enter a window in order of their beginnings. The front of the window is the span that ends first. */
function shortestFollowed(first: Spans, second: Spans, distance: number): Spans {
  if (first.length === 0 || second.length === 0) return NO_SPANS;
  const byEnd = Uint32Array.from({ length: first.length }, (_, i) => i).sort((a, b) => first.ends[a]! - first.ends[b]!);
  const found: number[] = new Array(first.length).fill(-1);
  const window = new Uint32Array(second.length);
  let front = 0;
  let back = 0;
  let next = 0;
  for (const i of byEnd) {
    const end = first.ends[i]!;
    for (; next < second.length && second.starts[next]! <= end + distance; next++) {
      while (back > front && second.ends[window[back - 1]!]! >= second.ends[next]!) back--;
      window[back++] = next;
    }
    while (front < back && second.starts[window[front]!]! <= end) front++;
    if (front < back) found[i] = second.ends[window[front]!]!;
  }
  const pairs = new SpanCollector();
  for (let i = 0, to = 0; i < first.length; i = to) {
    let least = -1;
    for (to = i; to < first.length && first.starts[to] === first.starts[i]; to++) {
      if (found[to]! >= 0 && (least < 0 || found[to]! < least)) least = found[to]!;
    }
    if (least >= 0) pairs.add(first.starts[i]!, least);
  }
  return pairs.spans();
}

let followers = new Uint32Array(1024);

function lengthened(array: Uint32Array): Uint32Array<ArrayBuffer> {
  if (array.length >= SPANS_MAX) throw tooManySpans();
  const longer = new Uint32Array(2 * array.length);
  longer.set(array);
  return longer;
}

/** Sorts many elements without holding up other requests. */
import { tuning } from '../../shared/thresholds.ts';

/** Sorts pieces, then merges them in pairs. Equal elements keep their order. */
export function* sortedInSlices<T>(
  elements: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  const { length } = elements;
  const piece = Math.max(2, tuning.countsAtOnce);
  let sorted: T[] = [];
  for (let from = 0; from < length; from += piece) {
    for (const element of elements.slice(from, from + piece).sort(compare)) sorted.push(element);
    yield;
  }
  for (let width = piece; width < length; width *= 2) {
    const merged: T[] = [];
    for (let from = 0; from < length; from += 2 * width) {
      const middle = Math.min(length, from + width);
      const to = Math.min(length, middle + width);
      for (let left = from, right = middle; left < middle || right < to; ) {
        const isLeft = right === to || (left < middle && compare(sorted[left]!, sorted[right]!) <= 0);
        if (merged.push(isLeft ? sorted[left++]! : sorted[right++]!) % piece === 0) yield;
      }
    }
    sorted = merged;
  }
  return sorted;
}

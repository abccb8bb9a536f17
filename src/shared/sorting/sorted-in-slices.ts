/** Sorts many elements without blocking other requests. */
import { tuning } from '../thresholds.ts';

/** The common part of arrays and typed arrays. */
interface Source<T> {
  readonly length: number;
  slice(from?: number, to?: number): Elements<T>;
}

interface Elements<T> extends Source<T> {
  [at: number]: T;
  sort(compare: (a: T, b: T) => number): unknown;
}

/**
 * Returns the elements in order, in an array of the same type. Sorts pieces, then merges them in pairs. Equal elements keep
 * their order. `piece` is the number of elements between two yields, at least 2.
 */
export function sortedInSlices(
  elements: Uint32Array,
  compare: (a: number, b: number) => number,
  piece?: number,
): Generator<void, Uint32Array>;
export function sortedInSlices<T>(
  elements: readonly T[],
  compare: (a: T, b: T) => number,
  piece?: number,
): Generator<void, T[]>;
export function* sortedInSlices<T>(
  elements: Source<T>,
  compare: (a: T, b: T) => number,
  piece = Math.max(2, tuning.countsAtOnce),
): Generator<void, Elements<T>> {
  const { length } = elements;
  let sorted = elements.slice();
  for (let from = 0; from < length; from += piece) {
    const run = elements.slice(from, from + piece);
    run.sort(compare);
    for (let i = 0; i < run.length; i++) sorted[from + i] = run[i]!;
    yield;
  }
  let merged = length > piece ? sorted.slice() : sorted;
  for (let width = piece; width < length; width *= 2) {
    for (let from = 0; from < length; from += 2 * width) {
      const middle = Math.min(length, from + width);
      const to = Math.min(length, middle + width);
      for (let at = from, left = from, right = middle; at < to; at++) {
        const isLeft = right === to || (left < middle && compare(sorted[left]!, sorted[right]!) <= 0);
        merged[at] = isLeft ? sorted[left++]! : sorted[right++]!;
        if (at % piece === piece - 1) yield;
      }
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

/** Binary search. */

/**
 * Returns the index of the first of ascending numbers, from index `from` up to `to`, that is not less than the given number.
 * Returns `to` if there is none.
 */
export function firstFrom(numbers: Uint32Array | Float64Array, number: number, from = 0, to = numbers.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the least number below `end` that passes a monotonic test, or `end` if none does. */
export function leastPassing(end: number, holds: (n: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

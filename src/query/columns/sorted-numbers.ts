/** Binary search among ascending numbers. */

/** Returns the index of the first element, from `from` on, that is not less than a number; the length if there is none. */
export function firstFrom(numbers: Float64Array, number: number, from = 0): number {
  let low = from;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

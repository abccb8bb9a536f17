/** Returns the index of the last of ascending numbers that is not greater than a number, or -1 if all are greater. */
export function floorIndex(numbers: readonly number[], number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

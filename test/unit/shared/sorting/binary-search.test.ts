/** Binary searches agree with looking at every element. */
import { expect, test } from '@jest/globals';
import { firstFrom, leastPassing } from '../../../../src/shared/sorting/binary-search.ts';

/** All ascending rows of up to five numbers from 0 to 3. */
function* ascendingRows(least = 0, length = 5): Generator<readonly number[]> {
  yield [];
  if (length === 0) return;
  for (let first = least; first <= 3; first++)
    for (const rest of ascendingRows(first, length - 1)) yield [first, ...rest];
}

test('the first number from an index on that is not less than another', () => {
  for (const row of ascendingRows()) {
    for (const numbers of [Uint32Array.from(row), Float64Array.from(row)]) {
      for (let from = 0; from <= row.length; from++) {
        for (let to = from; to <= row.length; to++) {
          for (let number = 0; number <= 4; number++) {
            const others = row.slice(from, to).findIndex((one) => one >= number);
            expect(firstFrom(numbers, number, from, to)).toBe(others === -1 ? to : from + others);
          }
        }
        expect(firstFrom(numbers, 4, from)).toBe(row.length);
      }
    }
  }
});

test('the least number that passes a monotonic test', () => {
  for (let end = 0; end <= 9; end++) {
    for (let least = 0; least <= 10; least++) expect(leastPassing(end, (n) => n >= least)).toBe(Math.min(least, end));
  }
});

import { expect, test } from '@jest/globals';
import type { ItemCoordinates } from '../../../../src/engine/columns/coordinate-column.ts';
import { CellCounter } from '../../../../src/query/columns/cell-counter.ts';
import { runToCompletion } from '../../../../src/query/execute.ts';
import { sortedInSlices } from '../../../../src/shared/sorting/sorted-in-slices.ts';
import { tuning } from '../../../../src/shared/thresholds.ts';
import { seeded } from '../../../support/seeded.ts';

const PIECE = tuning.countsAtOnce;

test('elements are sorted, equal ones stay in order, and few are compared between two pauses', () => {
  const random = seeded(7);
  for (const count of [0, 1, 2, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE + 3]) {
    const elements = Array.from({ length: count }, (_, at) => ({ at, key: Math.floor(random() * 50) }));
    let compared = 0;
    let most = 0;
    const work = sortedInSlices(elements, (a, b) => {
      compared++;
      return a.key - b.key;
    });
    let step = work.next();
    for (; step.done !== true; step = work.next()) {
      most = Math.max(most, compared);
      compared = 0;
    }
    expect(step.value).toEqual(elements.toSorted((a, b) => a.key - b.key || a.at - b.at));
    expect(most).toBeLessThanOrEqual(2 * PIECE * Math.log2(2 * PIECE));
  }
});

test('numbers stay in an array of their type, and their source stays as it was', () => {
  const random = seeded(9);
  for (const count of [0, 1, 6, 7, 8, 50]) {
    const numbers = Uint32Array.from({ length: count }, () => Math.floor(random() * 20));
    const before = numbers.slice();
    const tens = (number: number) => Math.floor(number / 10);
    const sorted = runToCompletion(sortedInSlices(numbers, (a, b) => tens(a) - tens(b), 7));
    expect(sorted).toEqual(Uint32Array.from([...before].sort((a, b) => tens(a) - tens(b))));
    expect(numbers).toEqual(before);
  }
});

test('many cells of a grid are never sorted at once', () => {
  const count = 4 * PIECE;
  const random = seeded(8);
  const coordinates = {
    docs: Uint32Array.from({ length: count }, (_, doc) => doc),
    latitudes: Float64Array.from({ length: count }, () => random() * 160 - 80),
    longitudes: Float64Array.from({ length: count }, () => random() * 340 - 170),
  } as unknown as ItemCoordinates;
  const sort = Array.prototype.sort;
  let most = 0;
  const cells = new CellCounter(coordinates, 24);
  cells.add(coordinates.docs, 0, count);
  try {
    Array.prototype.sort = function (...given) {
      most = Math.max(most, this.length);
      return sort.apply(this, given);
    };
    expect(runToCompletion(cells.finish()).distinct).toBe(count);
  } finally {
    Array.prototype.sort = sort;
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(PIECE);
});

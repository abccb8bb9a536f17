/** Numbers are sorted by digits with the same result as by comparison. */
import { expect, test } from '@jest/globals';
import { sortNumbers } from '../../../src/engine/columns/sort-numbers.ts';
import { seeded } from '../../support/seeded.ts';

type Draw = (random: () => number) => readonly [value: number, residual: number];

const KINDS: readonly (readonly [name: string, draw: Draw])[] = [
  ['dates', (random) => [1000 * Math.floor(random() * 1.6e9), 0]],
  ['small integers, many alike', (random) => [Math.floor(random() * 40), 0]],
  ['integers of both signs', (random) => [Math.floor((random() - 0.5) * 2 ** 33), 0]],
  ['fractions of both signs', (random) => [random() - 0.5, 0]],
  ['numbers of all sizes', (random) => [(random() - 0.5) * 10 ** Math.floor(600 * random() - 300), 0]],
  ['what is no finite number', (random) => [[Infinity, -Infinity, 0, 1, -1, 2 ** 53][Math.floor(random() * 6)]!, 0]],
  ['integers that floats round', (random) => [2 ** 60 + 256 * Math.floor(random() * 30), Math.floor(random() * 9) - 4]],
];

test.each(KINDS)('%s', (_, draw) => {
  const random = seeded(7);
  for (const length of [1, 2, 900, 3000]) {
    // Points of other keys are between.
    const points = Uint32Array.from({ length }, (_, n) => 2 * n + 1);
    const values = new Float64Array(2 * length + 1);
    const residuals = new Float64Array(2 * length + 1);
    for (const point of points) [values[point], residuals[point]] = draw(random);
    const expected = Array.from(points).sort(
      (a, b) => (values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : residuals[a]! - residuals[b]!) || a - b,
    );
    sortNumbers(points, { values, residuals });
    expect(Array.from(points)).toEqual(expected);
  }
});

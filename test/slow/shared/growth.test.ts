/** The measure of growth distinguishes linear from quadratic work. */
import { expect, test } from '@jest/globals';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

test('quadratic growth is detected, linear growth is accepted', () => {
  const places = (rounds: number, width: number): number => {
    let sum = 0;
    for (let i = 0; i < rounds; i++) for (let k = 0; k < width; k++) sum = (sum + i * k) % 1_000_003;
    return sum;
  };
  expect(growthOf((size) => places(size, 8), 4_000_000)).toBeLessThan(GROWTH_MAX);
  expect(growthOf((size) => places(size, size), 16_000)).toBeGreaterThan(GROWTH_MAX);
});

import { mean } from '../mean.ts';

/**
 * Returns the exponent with which a measure grows with the items: 1 in proportion, 0 if it does not grow. Least squares of the
 * logarithms.
 */
export function slopeOf(sizes: readonly number[], measures: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = measures.map(Math.log);
  const meanX = mean(x);
  const meanY = mean(y);
  const along = x.reduce((sum, value, n) => sum + (value - meanX) * (y[n]! - meanY), 0);
  return along / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}

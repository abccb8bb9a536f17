import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { javaDouble, javaFloat } from '../../../../src/cases/iped/java-numbers.ts';

describe('numbers as Java prints them', () => {
  test.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [5, '5.0'],
    [-156.5, '-156.5'],
    [0.001, '0.001'],
    [0.00099, '9.9E-4'],
    [1e-5, '1.0E-5'],
    [9_999_999, '9999999.0'],
    [10_000_000, '1.0E7'],
    [12_345_678.5, '1.23456785E7'],
    [1e10, '1.0E10'],
    [123, '123.0'],
    [100, '100.0'],
    [0.1, '0.1'],
    [0.3704266818064564, '0.3704266818064564'],
    [Number.MIN_VALUE, '4.9E-324'],
    [Number.MAX_VALUE, '1.7976931348623157E308'],
    [2e23, '2.0E23'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
  ])('double %d', (value, text) => {
    expect(javaDouble(value)).toBe(text);
  });

  test.each([
    [0.1, '0.1'],
    [6.25e-4, '6.25E-4'],
    [0.1428582, '0.1428582'],
    [194, '194.0'],
    [2.455511, '2.455511'],
    [16_777_216, '1.6777216E7'],
    [1.401298464324817e-45, '1.4E-45'],
    [3.4028234663852886e38, '3.4028235E38'],
    [-0.5, '-0.5'],
    [1_095_185.25, '1095185.2'],
    [1_095_185.75, '1095185.8'],
    [458_536.125, '458536.12'],
    [458_536.375, '458536.38'],
    [-2_097_153.25, '-2097153.2'],
    [2 ** 37, '1.3743895E11'],
    [2 ** 87, '1.5474251E26'],
    [2 ** -96, '1.2621775E-29'],
  ])('float %d', (value, text) => {
    expect(javaFloat(Math.fround(value))).toBe(text);
  });

  test('every number round-trips, and has no redundant digit', () => {
    const noOf = (text: string): number => text.replace(/E.*|[-.]/g, '').replace(/^0+|0+$/g, '').length;
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = javaDouble(value);
        expect(Object.is(Number(text), value)).toBe(true);
        expect(text).toMatch(/^-?\d+\.\d+(E-?\d+)?$/);
        expect(noOf(text)).toBeLessThanOrEqual(Math.max(2, noOf(value.toExponential().replace('e', 'E'))));
      }),
    );
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = javaFloat(value);
        expect(Object.is(Math.fround(Number(text)), value)).toBe(true);
        for (let digits = 2; digits < noOf(text); digits++) {
          expect(Math.fround(Number(value.toPrecision(digits)))).not.toBe(value);
        }
      }),
    );
  });
});

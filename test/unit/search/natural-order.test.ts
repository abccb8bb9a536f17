/** Texts in natural order, by handwritten examples and by a slower comparison. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareNaturally } from '../../../src/search/natural-order.ts';
import { compareNatural } from '../../support/naive/naive-orders.ts';

test('digits compare as numbers, everything else by code point', () => {
  const ordered = [
    '',
    '!',
    '0',
    '00',
    '1',
    '02',
    '2',
    '2a',
    '10',
    '9007199254740993',
    '90071992547409921',
    ':',
    'file',
    'file-3',
    'file2',
    'file2.9',
    'file2.10',
    'file10',
    'filez',
    'é1',
    '\uff21',
    '𝒜2',
    '𝒜10',
  ];
  const shuffled = [...ordered].reverse();
  expect(shuffled.sort(compareNaturally)).toEqual(ordered);
});

test('equals the order of a slower comparison', () => {
  const text = fc.string({
    unit: fc.constantFrom('0', '1', '2', '9', 'a', '/', ':', 'é', '\uff21', '𝒜'),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareNaturally(a, b))).toBe(Math.sign(compareNatural(a, b)));
    }),
    { numRuns: 2000 },
  );
});

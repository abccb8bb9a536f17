import { expect, test } from '@jest/globals';
import { hashTerm } from '../../../src/analysis/term-hash.ts';

test('hashes are integers below 2^31 and spread over the slots of a table', () => {
  const slots = new Uint32Array(1024);
  for (let i = 0; i < 102_400; i++) {
    const hash = hashTerm(`term${i}`);
    if (!Number.isInteger(hash) || hash < 0 || hash >= 2 ** 31) throw new Error(`hash ${hash} of term${i}`);
    slots[hash & 1023]!++;
  }
  // A slot has a hundred on average. The bounds are five standard deviations above and below.
  expect(Math.max(...slots)).toBeLessThan(150);
  expect(Math.min(...slots)).toBeGreaterThan(50);
  expect(hashTerm('')).toBe(hashTerm(''));
  expect(hashTerm('ab')).not.toBe(hashTerm('ba'));
});

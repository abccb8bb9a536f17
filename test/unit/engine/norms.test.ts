/** Norms by document, however many lengths a field has. */
import { expect, test } from '@jest/globals';
import { B, K1 } from '../../../src/engine/postings/bm25.ts';
import { normsOf } from '../../../src/engine/postings/norms.ts';

const AVERAGE = 17.3;

/** So many lengths, from `first` on, `step` apart, each twice. */
function lengthsOf(count: number, first: number, step: number): Uint32Array {
  return Uint32Array.from({ length: 2 * count }, (_, doc) => first + step * ((doc * 7) % count));
}

test.each([
  ['one', lengthsOf(1, 0, 1), Uint8Array],
  ['256', lengthsOf(256, 0, 1), Uint8Array],
  ['257', lengthsOf(257, 0, 3), Uint16Array],
  ['long', lengthsOf(300, 65_400, 1), Uint16Array],
  ['65,536', lengthsOf(65_536, 1, 11), Uint16Array],
  ['65,537', lengthsOf(65_537, 0, 2), Uint32Array],
])('%s: each document has the norm of its length', (_name, lengths, form) => {
  const { numbers, values } = normsOf(lengths, AVERAGE);
  expect(numbers).toBeInstanceOf(form);
  const found = Array.from(numbers, (number) => values[number]);
  expect(found).toEqual(Array.from(lengths, (length) => K1 * (1 - B + (B * length) / AVERAGE)));
  expect(new Set(values).size).toBe(values.length);
});

test('there may be no documents', () => {
  expect(normsOf(new Uint32Array(0), AVERAGE).numbers).toHaveLength(0);
});

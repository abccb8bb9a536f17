/** Texts are sorted as their bytes compare, also where one goes on with zeros behind the end of another. */
import { expect, test } from '@jest/globals';
import { sortTexts } from '../../../src/engine/columns/sort-texts.ts';
import { seeded } from '../../support/seeded.ts';

const ENDS = ['', '\0', '\0\0', '\0\0\0', '\0\0\0\0', 'a', 'ab', 'abc', 'abcd', 'é', '\x7f', '😀'];

test.each([1, 2, 3, 4])('many texts that begin alike: %i', (seed) => {
  const random = seeded(seed);
  const pick = (): string => ENDS[Math.floor(random() * ENDS.length)]!;
  const distinct = new Set(Array.from({ length: 3000 }, () => `${pick()}${pick()}shared${pick()}${pick()}${pick()}`));
  for (const end of ENDS) distinct.add(end);
  const texts = Array.from(distinct, (text) => Buffer.from(text));
  const starts = new Uint32Array(texts.length + 1);
  for (const [n, { length }] of texts.entries()) starts[n + 1] = starts[n]! + length;
  const order = Uint32Array.from(texts, (_, n) => n);
  sortTexts({ bytes: Buffer.concat(texts), starts }, order);
  const expected = texts.map((_, n) => n).sort((a, b) => Buffer.compare(texts[a]!, texts[b]!));
  expect(Array.from(order)).toEqual(expected);
});

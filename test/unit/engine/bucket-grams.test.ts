import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import {
  BucketGrams,
  GRAM_BUCKETS_MIN,
  GRAM_ROWS,
  gramRow,
  rowsOf,
} from '../../../src/engine/dictionary/bucket-grams.ts';
import { bitsOf, naiveRows } from '../../support/naive/naive-dictionary.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';

const letters = fc.constantFrom('a', 'b', 'z', 'é', '重', '要', '\u{20000}', '7');
const term = fc.array(letters, { minLength: 1, maxLength: 12 }).map((list) => list.join(''));

function rowsOfTerm(text: string): Set<number> {
  return new Set(naiveRows([...text].map((character) => character.codePointAt(0)!)));
}

function written(buckets: readonly (readonly string[])[], grams = new BucketGrams()): Uint8Array {
  grams.clear();
  for (const terms of buckets) {
    const bits = bitsOf(terms);
    grams.add(bits, 0, bits.length);
  }
  const out = new ByteWriter();
  grams.write(out);
  return out.toBytes();
}

describe('bigrams and trigrams by bucket', () => {
  test('are those of the terms of the bucket, and no others', () => {
    const count = fc.constantFrom(GRAM_BUCKETS_MIN, GRAM_BUCKETS_MIN + 1, GRAM_BUCKETS_MIN + 7, 200);
    const grams = new BucketGrams();
    fc.assert(
      fc.property(count, fc.array(fc.array(term, { maxLength: 5 }), { minLength: 1, maxLength: 20 }), (n, some) => {
        const buckets = Array.from({ length: n }, (_, i) => [...(some[i % some.length] ?? [])].sort());
        const found = written(buckets, grams);
        const rowBytes = Math.ceil(n / 8);
        const expected = new Uint8Array(rowBytes * GRAM_ROWS);
        for (const [bucket, terms] of buckets.entries()) {
          for (const text of terms) {
            for (const row of rowsOfTerm(text)) expected[row * rowBytes + (bucket >> 3)]! |= 1 << (bucket & 7);
          }
        }
        expectSameBytes(found, expected, 'rows');
      }),
      { numRuns: 60 },
    );
  });

  test('of a term include those of every text in it', () => {
    fc.assert(
      fc.property(term, fc.nat(12), fc.nat(12), (text, from, length) => {
        const characters = [...text];
        const start = from % characters.length;
        const part = characters.slice(start, start + length).join('');
        const rows = rowsOfTerm(text);
        const asked = [...rowsOf(part, false), ...rowsOf(characters.slice(start).join(''), true)];
        expect(asked.filter((row) => !rows.has(row))).toEqual([]);
      }),
    );
  });

  test('are all looked up, trigrams first', () => {
    const [a, b, c] = [97, 98, 99];
    const trigram = gramRow(a, b, c);
    const bigrams = [gramRow(-1, a, b), gramRow(-1, b, c)];
    expect(rowsOf('abc', false)).toEqual([trigram, ...bigrams]);
    const last = c + 2 ** 21;
    expect(rowsOf('abc', true)).toEqual([trigram, gramRow(a, b, last), ...bigrams, gramRow(-1, b, last)]);
    expect([rowsOf('ab', false), rowsOf('a', true)]).toEqual([[bigrams[0]], []]);
  });

  test('are not stored for few buckets, nor if nearly every bucket has nearly all', () => {
    expect(written(Array.from({ length: GRAM_BUCKETS_MIN - 1 }, () => ['abc']))).toHaveLength(0);
    expect(written(Array.from({ length: GRAM_BUCKETS_MIN }, () => ['abc']))).toHaveLength(8 * GRAM_ROWS);
    const everything = Array.from({ length: 4000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
    ).join('');
    expect(written(Array.from({ length: GRAM_BUCKETS_MIN }, () => [everything]))).toHaveLength(0);
  });
});

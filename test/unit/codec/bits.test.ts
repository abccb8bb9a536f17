import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BitReader, BitWriter, expGolombBits } from '../../../src/codec/bits.ts';

/** The definition, as a text of ones and zeros. */
function slowExpGolomb(value: number, k: number): string {
  const quotient = (BigInt(value) >> BigInt(k)) + 1n;
  const binary = quotient.toString(2);
  const low = k === 0 ? '' : (BigInt(value) & ((1n << BigInt(k)) - 1n)).toString(2).padStart(k, '0');
  return '0'.repeat(binary.length - 1) + binary + low;
}

function bitsOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

const MAX = 2 ** 31 - 1;
const borders = [
  0,
  1,
  2,
  3,
  6,
  7,
  8,
  255,
  4094,
  4095,
  4096,
  65_535,
  65_536,
  2 ** 24,
  2 ** 30 - 1,
  2 ** 30,
  MAX - 1,
  MAX,
];
const values = fc.oneof(fc.constantFrom(...borders), fc.nat(40), fc.nat(MAX));
const codes = fc.array(fc.tuple(values, fc.nat(24)), { maxLength: 200 });

describe('Exp-Golomb numbers', () => {
  test('are written as the definition says, for every border and order', () => {
    for (const value of borders) {
      for (let k = 0; k <= 24; k++) {
        const writer = new BitWriter();
        writer.expGolomb(value, k);
        const expected = slowExpGolomb(value, k);
        expect([value, k, writer.bitLength]).toEqual([value, k, expected.length]);
        expect(expGolombBits(value, k)).toBe(expected.length);
        expect(bitsOf(writer.bytes.slice(0, writer.finish()))).toBe(
          expected.padEnd(Math.ceil(expected.length / 8) * 8, '0'),
        );
      }
    }
  });

  test('of mixed orders follow one another and are read back from any bit', () => {
    fc.assert(
      fc.property(codes, fc.nat(40), (list, lead) => {
        const writer = new BitWriter();
        for (let i = 0; i < lead; i++) writer.write(1, 1);
        for (const [value, k] of list) writer.expGolomb(value, k);
        const length = writer.bitLength;
        const bytes = writer.bytes.slice(0, writer.finish());
        const expected = '1'.repeat(lead) + list.map(([value, k]) => slowExpGolomb(value, k)).join('');
        expect(length).toBe(expected.length);
        expect(bitsOf(bytes).slice(0, length)).toBe(expected);
        const reader = new BitReader();
        reader.set(bytes, lead);
        for (const [value, k] of list) expect(reader.expGolomb(k)).toBe(value);
        expect(reader.bit).toBe(length);
      }),
    );
  });

  test('of every length begin at every bit of a byte', () => {
    for (let k = 0; k <= 12; k++) {
      for (let bits = 1; bits <= 18; bits++) {
        const value = (2 ** bits - 1) * 2 ** k - 1; // its code ends in ones
        for (let shift = 0; shift < 8; shift++) {
          const writer = new BitWriter();
          writer.write(0, shift);
          writer.expGolomb(value, k);
          const reader = new BitReader();
          reader.set(writer.bytes.slice(0, writer.finish()), shift);
          expect([k, bits, shift, reader.expGolomb(k)]).toEqual([k, bits, shift, value]);
        }
      }
    }
  });

  test('that are all zeros are refused', () => {
    const reader = new BitReader();
    reader.set(new Uint8Array(20), 3);
    expect(() => reader.expGolomb(0)).toThrow(RangeError);
    reader.set(new Uint8Array(0), 0);
    expect(() => reader.expGolomb(5)).toThrow(RangeError);
  });
});

test('a bit writer takes up to 32 bits at a time and starts again after a clear', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2 ** 32 - 1), fc.nat(32)), { maxLength: 100 }), (list) => {
      const writer = new BitWriter();
      writer.write(5, 3);
      writer.clear();
      let expected = '';
      for (const [value, count] of list) {
        writer.write(value, count);
        if (count > 0)
          expected += value
            .toString(2)
            .padStart(32, '0')
            .slice(32 - count);
      }
      expect(writer.bitLength).toBe(expected.length);
      expect(bitsOf(writer.bytes.slice(0, writer.finish())).slice(0, expected.length)).toBe(expected);
    }),
  );
});

test('a bit writer grows', () => {
  const writer = new BitWriter();
  for (let i = 0; i < 20_000; i++) writer.expGolomb(i, 3);
  const bytes = writer.bytes.slice(0, writer.finish());
  const reader = new BitReader();
  reader.set(bytes, 0);
  for (let i = 0; i < 20_000; i++) expect(reader.expGolomb(3)).toBe(i);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteReader, readF64, readU32, readU40 } from '../../../src/codec/byte-reader.ts';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';

/** Integers around the borders of varint lengths and of 32-bit arithmetic. */
const borders = [
  0,
  1,
  127,
  128,
  16_383,
  16_384,
  2 ** 21 - 1,
  2 ** 21,
  2 ** 28 - 1,
  2 ** 28,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
]
  .flatMap((n) => [n - 1, n, n + 1])
  .concat([2 ** 35 - 1, 2 ** 35, 2 ** 42, 2 ** 49 - 1, 2 ** 49, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER])
  .filter((n) => n >= 0);
const integers = fc.oneof(fc.constantFrom(...borders), fc.nat(300), fc.maxSafeNat());

/** The definition: base 128, least significant group first, bit 7 set on all but the last. */
function slowVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = BigInt(value);
  while (rest > 127n) {
    bytes.push(Number(rest % 128n) + 128);
    rest /= 128n;
  }
  return [...bytes, Number(rest)];
}

describe('varints', () => {
  test('are the base-128 digits of the number', () => {
    for (const value of borders) {
      const out = new ByteWriter(1);
      out.varint(value);
      expect([value, [...out.toBytes()]]).toEqual([value, slowVarint(value)]);
    }
  });

  test('are read back one after the other, whatever surrounds them', () => {
    fc.assert(
      fc.property(fc.array(integers, { maxLength: 300 }), fc.nat(20), (values, before) => {
        const out = new ByteWriter(1);
        for (let i = 0; i < before; i++) out.u8(255);
        for (const value of values) out.varint(value);
        out.u8(255);
        const reader = new ByteReader(out.bytes, before, out.length - 1);
        expect(values.map(() => reader.varint())).toEqual(values);
        expect(reader.offset).toBe(reader.end);
        expect(() => reader.varint()).toThrow(RangeError);
      }),
    );
  });

  test('that are cut short are refused', () => {
    for (const value of borders.filter((n) => n > 127)) {
      const bytes = Uint8Array.from(slowVarint(value));
      for (let end = 0; end < bytes.length; end++) {
        expect(() => new ByteReader(bytes, 0, end).varint()).toThrow(RangeError);
        expect(() => new ByteReader(bytes.slice(0, end)).varint()).toThrow(RangeError);
      }
    }
  });
});

describe('fixed widths', () => {
  test('are little-endian', () => {
    const out = new ByteWriter(1);
    out.u8(0xab);
    out.u32(0x01020384);
    out.u40(0xf1020384_95);
    out.f64(-2.5);
    expect([...out.toBytes()]).toEqual([
      ...[0xab, 0x84, 0x03, 0x02, 0x01, 0x95, 0x84, 0x03, 0x02, 0xf1],
      ...[0, 0, 0, 0, 0, 0, 0x04, 0xc0],
    ]);
  });

  test('are read back', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), fc.maxSafeNat(), fc.double({ noNaN: true }), fc.nat(9), (a, b, float, shift) => {
        const wide = b % 2 ** 40;
        const out = new ByteWriter(1);
        for (let i = 0; i < shift; i++) out.u8(7);
        out.u32(a);
        out.u40(wide);
        out.f64(float);
        const bytes = out.toBytes();
        expect(readU32(bytes, shift)).toBe(a);
        expect(readU40(bytes, shift + 4)).toBe(wide);
        expect(readF64(bytes, shift + 9)).toBe(float);
        const reader = new ByteReader(bytes, shift, shift + 4);
        expect(reader.u32()).toBe(a);
        expect(() => reader.u8()).toThrow(RangeError);
      }),
    );
  });
});

test('a writer copies ranges, short and long, and starts again after a clear', () => {
  const source = Uint8Array.from({ length: 200 }, (_, i) => i);
  const out = new ByteWriter(1);
  const expected: number[] = [];
  for (const [start, end] of [
    [0, 0],
    [3, 4],
    [5, 37],
    [5, 38],
    [10, 200],
    [0, 200],
  ] as const) {
    out.copy(source, start, end);
    expected.push(...source.subarray(start, end));
  }
  expect([...out.toBytes()]).toEqual(expected);
  out.clear();
  out.varint(5);
  expect([...out.toBytes()]).toEqual([5]);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BitWriter } from '../../../src/codec/bits.ts';

function bitsOf(writer: BitWriter): string {
  return [...writer.bytes.subarray(0, writer.length)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

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
      expect(writer.length).toBe(Math.floor(expected.length / 8));
      writer.write(0, 7);
      expect(bitsOf(writer)).toBe(expected.padEnd(Math.ceil(expected.length / 8) * 8, '0'));
    }),
  );
});

test('a bit writer grows', () => {
  const writer = new BitWriter();
  for (let i = 0; i < 20_000; i++) writer.write(i & 1023, 10);
  const bits = bitsOf(writer);
  for (let i = 0; i < 20_000; i += 97) expect(Number.parseInt(bits.slice(i * 10, i * 10 + 10), 2)).toBe(i & 1023);
});

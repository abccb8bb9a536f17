import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteReader } from '../../../src/codec/byte-reader.ts';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { decodePack, IMPACT_BOUNDS, PACK, quantizeImpact } from '../../../src/engine/postings/frequencies.ts';
import { FrequencySums } from '../../../src/engine/postings/frequency-sums.ts';
import { encodeFrequencies } from '../../support/naive/naive-frequencies.ts';

const counts = fc.oneof(fc.constantFrom(1, 65, 127, 128, 129, 255, 256, 257, 1000), fc.integer({ min: 1, max: 400 }));
/** All ones; small; around the borders of widths; a few outliers among ones; everything. */
const kinds: readonly fc.Arbitrary<number>[] = [
  fc.constant(1),
  fc.integer({ min: 1, max: 9 }),
  fc.constantFrom(1, 2, 3, 4, 5, 8, 9, 16, 17, 128, 129, 4096, 4097, 4098, 8192),
  fc.oneof(
    { weight: 40, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 ** 31 - 1 }) },
  ),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }),
];
const blocks = fc
  .tuple(
    counts,
    fc.constantFrom(...kinds),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }),
  )
  .chain(([count, kind, impacts]) =>
    fc
      .array(kind, { minLength: count, maxLength: count })
      .map((tf) => ({ tf, impacts: tf.map((_, i) => impacts[i % impacts.length]!) })),
  );

/** The meaning of an impact in docs/index-format.md. */
function boundOf(impact: number): number {
  return 1 - (1 - impact / 255) ** 2;
}

interface Pack {
  readonly impact: number;
  readonly bytes: number;
}

/** Encoded from the middle of arrays, after other bytes. */
function encode(tf: readonly number[], impacts: readonly number[]): { reader: ByteReader; packs: Pack[] } {
  const out = new ByteWriter(1);
  out.u8(200);
  encodeFrequencies(
    Uint32Array.from([9, ...tf]),
    Float64Array.from([1, ...impacts]),
    1,
    tf.length + 1,
    out,
    new ByteWriter(1),
  );
  const reader = new ByteReader(out.toBytes(), 1);
  const packs: Pack[] = [];
  for (let i = 0; i < tf.length; i += PACK) packs.push({ impact: reader.u8(), bytes: reader.varint() });
  return { reader, packs };
}

describe('frequencies of a block', () => {
  test('decode pack by pack to the written values, each pack with the length in its directory', () => {
    fc.assert(
      fc.property(blocks, ({ tf, impacts }) => {
        const { reader, packs } = encode(tf, impacts);
        const decoded = new Uint32Array(tf.length + 1).fill(7);
        for (const [n, pack] of packs.entries()) {
          const from = n * PACK;
          const end = reader.offset + pack.bytes;
          decodePack(reader, Math.min(PACK, tf.length - from), decoded, from);
          expect(reader.offset).toBe(end);
        }
        expect(reader.offset).toBe(reader.end);
        expect([...decoded]).toEqual([...tf, 7]);
      }),
      { numRuns: 300 },
    );
  });

  test('are read one by one like pack by pack', () => {
    fc.assert(
      fc.property(blocks, ({ tf, impacts }) => {
        const { reader, packs } = encode(tf, impacts);
        // Four bytes after the end may be read, as in a stream.
        const padded = new Uint8Array(reader.end + 4);
        padded.set(reader.bytes);
        const view = new DataView(padded.buffer);
        const sums = new FrequencySums();
        let start = reader.offset;
        for (const [n, pack] of packs.entries()) {
          const own = tf.slice(n * PACK, (n + 1) * PACK);
          const read = own.map((_, index) => {
            sums.add(view, start, own.length, index, index);
            return sums.frequency;
          });
          expect(read).toEqual(own);
          start += pack.bytes;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('decode at every width, and one more', () => {
    for (let width = 0; width <= 13; width++) {
      for (const count of [1, 3, 4, 5, 127, 128]) {
        const tf = Array.from({ length: count }, (_, i) => 2 ** width - (i % 2 ** Math.max(0, width - 1)));
        const { reader } = encode(tf, Array(count).fill(1));
        const decoded = new Uint32Array(PACK + 1).fill(7);
        decodePack(reader, count, decoded, 0);
        expect([...decoded.subarray(0, count + 1)]).toEqual([...tf, 7]);
      }
    }
  });

  test('can be skipped pack by pack', () => {
    fc.assert(
      fc.property(blocks, ({ tf, impacts }) => {
        const { reader, packs } = encode(tf, impacts);
        const last = packs.length - 1;
        for (const pack of packs.slice(0, last)) reader.offset += pack.bytes;
        const decoded = new Uint32Array(PACK);
        decodePack(reader, tf.length - last * PACK, decoded, 0);
        expect([...decoded.subarray(0, tf.length - last * PACK)]).toEqual(tf.slice(last * PACK));
      }),
    );
  });

  test('have the highest impact of each pack beside it, rounded up', () => {
    fc.assert(
      fc.property(blocks, ({ tf, impacts }) => {
        const { packs } = encode(tf, impacts);
        for (const [n, pack] of packs.entries()) {
          const highest = Math.max(...impacts.slice(n * PACK, (n + 1) * PACK));
          expect(boundOf(pack.impact)).toBeGreaterThanOrEqual(highest - 1e-12);
          if (pack.impact > 0) expect(boundOf(pack.impact - 1)).toBeLessThan(highest + 1e-12);
          expect(IMPACT_BOUNDS[pack.impact]).toBeCloseTo(boundOf(pack.impact), 12);
        }
      }),
    );
  });

  test('take two bytes per pack if all are one, and at most three bits each if most are below nine', () => {
    expect(encode(Array(128).fill(1), Array(128).fill(0.5)).packs).toEqual([{ impact: 75, bytes: 2 }]);
    const small = encode(
      Array.from({ length: 128 }, (_, i) => 1 + (i % 8)),
      Array(128).fill(1),
    ).packs;
    expect(small).toEqual([{ impact: 255, bytes: 2 + 48 }]);
  });
});

test('an impact beyond its range is the highest byte', () => {
  expect([0, 1e-9, 0.5, 1 - 1e-12, 1, 1.5].map(quantizeImpact)).toEqual([0, 1, 75, 255, 255, 255]);
});

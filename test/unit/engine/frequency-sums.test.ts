import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { PACK, packStarts } from '../../../src/engine/postings/frequencies.ts';
import { FrequencySums, sumPack } from '../../../src/engine/postings/frequency-sums.ts';
import { encodeFrequencies } from '../../support/naive/naive-frequencies.ts';

/** Frequencies that pack at every width, and some that no width holds. */
const small = fc.integer({ min: 0, max: 12 }).chain((bits) => fc.integer({ min: 1, max: 2 ** bits }));
const large = fc.constantFrom(4096, 4097, 65_536, 2 ** 31 - 1);
const frequency = fc.oneof({ weight: 20, arbitrary: small }, { weight: 1, arbitrary: large });
const frequencies = fc
  .constantFrom(1, 2, 65, 127, 128, 129, 255, 256, 257, 400)
  .chain((count) =>
    fc.oneof(
      fc.array(fc.constantFrom(1, 1, 1, 2, 3), { minLength: count, maxLength: count }),
      fc.array(frequency, { minLength: count, maxLength: count }),
    ),
  );

function encode(tf: readonly number[]): ByteWriter {
  const out = new ByteWriter();
  out.u8(170);
  encodeFrequencies(Uint32Array.from(tf), new Float64Array(tf.length), 0, tf.length, out, new ByteWriter());
  for (let i = 0; i < 4; i++) out.u8(255); // may be looked at
  return out;
}

test('frequencies between two postings of a pack add up to the decoded ones', () => {
  fc.assert(
    fc.property(frequencies, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 20, maxLength: 20 }), (tf, pairs) => {
      const out = encode(tf);
      const starts = packStarts(out.bytes, 1, tf.length);
      const view = new DataView(out.bytes.buffer);
      const sums = new FrequencySums();
      expect(starts).toHaveLength(Math.ceil(tf.length / PACK));
      for (const [a, b] of pairs) {
        const to = b % tf.length;
        const first = to - (to % PACK);
        const from = first + (a % (to - first + 1));
        const pack = Math.floor(to / PACK);
        const count = Math.min(PACK, tf.length - pack * PACK);
        sums.add(view, starts[pack]!, count, from - first, to - first);
        const expected = tf.slice(from, to).reduce((sum, one) => sum + one, 0);
        expect([from, to, sums.sum, sums.frequency]).toEqual([from, to, expected, tf[to]]);
        const all = new Uint32Array(PACK + 1);
        sumPack(out.bytes, starts[pack]!, out.length, count, all);
        // Sums of a pack are less than 2^32, because lists have fewer positions.
        expect([from, to, all[to - first]]).toEqual([from, to, tf.slice(first, to).reduce((a, b) => a + b, 0) >>> 0]);
      }
    }),
  );
});

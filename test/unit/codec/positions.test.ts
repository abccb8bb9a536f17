import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BitWriter } from '../../../src/codec/bits.ts';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { type ByteRanges, encodePositions, PositionsReader } from '../../../src/codec/positions.ts';

type Lists = readonly (readonly number[])[];

/** Ascending positions of one posting. */
const near = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 });
const far = fc.array(fc.constantFrom(1, 2, 63, 64, 4096, 65_536, 65_537, 2 ** 24), { minLength: 1, maxLength: 6 });
const once = fc.tuple(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2 ** 31 - 2 })));
const many = fc.integer({ min: 65, max: 130 }).map((count) => Array<number>(count).fill(3));
const posting = (gaps: fc.Arbitrary<number[]>): fc.Arbitrary<number[]> =>
  gaps.map((list) => {
    let position = -1;
    return list.map((gap) => (position += gap)).filter((at) => at <= 2 ** 31 - 2);
  });
const counts = fc.constantFrom(1, 2, 3, 31, 32, 33, 63, 64, 65, 129);
const lists: fc.Arbitrary<Lists> = fc
  .tuple(
    counts,
    fc.constantFrom<fc.Arbitrary<number[]>>(near, far, once, fc.oneof(near, many), fc.oneof(once, far, many)),
  )
  .chain(([count, kind]) => fc.array(posting(kind), { minLength: count, maxLength: count }))
  .filter((all) => all.every((positions) => positions.length > 0));

/** Encoded behind other bytes and before others; the stream hands out only what was asked for. */
class Stream implements ByteRanges {
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  fetched = 0;
  readonly #all: Uint8Array;

  constructor(all: Uint8Array) {
    this.#all = all;
  }

  fetch(offset: number, length: number): void {
    if (offset < 0 || length < 0 || offset + length > this.#all.length) throw new Error('beyond the list');
    this.bytes = Uint8Array.from([170, ...this.#all.subarray(offset, offset + length)]);
    this.start = 1;
    this.fetched += length;
  }
}

function encode(all: Lists): Uint8Array {
  const starts = new Uint32Array(all.length + 1);
  for (const [i, positions] of all.entries()) starts[i + 1] = starts[i]! + positions.length;
  const shifted = starts.map((start) => start + 2);
  const out = new ByteWriter(1);
  encodePositions(shifted, Uint32Array.from([99, 99, ...all.flat()]), all.length, out, new BitWriter());
  return out.toBytes();
}

function open(all: Lists): { reader: PositionsReader; stream: Stream; bytes: Uint8Array } {
  const bytes = encode(all);
  const stream = new Stream(Uint8Array.from([5, 5, 5, ...bytes]));
  const reader = new PositionsReader(stream);
  reader.open(3, bytes.length, all.length);
  return { reader, stream, bytes };
}

function read(reader: PositionsReader, posting: number): number[] {
  const count = reader.read(posting);
  return [...reader.positions.subarray(0, count)];
}

/** The bits of every posting for a given order, from the definition. */
function slowBits(all: Lists, k: number): string[] {
  const code = (value: number, order: number): string => {
    const binary = (Math.floor(value / 2 ** order) + 1).toString(2);
    return (
      '0'.repeat(binary.length - 1) +
      binary +
      (order === 0 ? '' : (value % 2 ** order).toString(2).padStart(order, '0'))
    );
  };
  return all.map((positions) => {
    const gaps = positions.map((position, i) => (i === 0 ? position : position - positions[i - 1]! - 1));
    return code(positions.length - 1, 0) + gaps.map((gap) => code(gap, k)).join('');
  });
}

describe('positions of a list', () => {
  test('are written as the definition says, with a directory that points at its groups', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const bytes = encode(all);
        const codes = slowBits(all, bytes[0]! & 31);
        const begins = [0];
        for (const code of codes) begins.push(begins.at(-1)! + code.length);
        let first = 1;
        if ((bytes[0]! & 32) !== 0) {
          const [shift, width] = [bytes[1]!, bytes[2]!];
          const groups = Math.ceil(all.length / 2 ** shift);
          first = 3 + (groups - 1) * width;
          for (let group = 1; group < groups; group++) {
            let bit = 0;
            for (let i = width - 1; i >= 0; i--) bit = bit * 256 + bytes[3 + (group - 1) * width + i]!;
            expect(bit).toBe(begins[group * 2 ** shift]);
          }
        }
        const bits = codes.join('');
        expect([...bytes.subarray(first)].map((byte) => byte.toString(2).padStart(8, '0')).join('')).toBe(
          bits.padEnd(Math.ceil(bits.length / 8) * 8, '0'),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('are read back in order', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const { reader } = open(all);
        expect(all.map((_, i) => read(reader, i))).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });

  test('are read in any order, with repeats', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (all, order) => {
        const { reader } = open(all);
        for (const n of order) expect(read(reader, n % all.length)).toEqual(all[n % all.length]);
      }),
      { numRuns: 100 },
    );
  });

  test('are read in ascending order with gaps', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 70 }), fc.nat(70), (all, step, from) => {
        const { reader } = open(all);
        for (let i = from; i < all.length; i += step) expect(read(reader, i)).toEqual(all[i]);
      }),
    );
  });

  test('of one posting are found without reading the list', () => {
    const all = Array.from({ length: 5000 }, (_, i) => [i % 7, 50 + i, 9000 + i]);
    const { reader, stream, bytes } = open(all);
    expect(read(reader, 4000)).toEqual(all[4000]);
    expect(stream.fetched).toBeLessThan(bytes.length / 50);
  });

  test('of a posting that the list does not have are refused', () => {
    const { reader } = open([[1], [2]]);
    expect(() => reader.read(2)).toThrow('does not have');
  });
});

test('one reader goes from list to list', () => {
  fc.assert(
    fc.property(fc.array(lists, { minLength: 2, maxLength: 4 }), (several) => {
      const encoded = several.map(encode);
      const reader = new PositionsReader(new Stream(Buffer.concat(encoded)));
      let offset = 0;
      for (const [n, all] of several.entries()) {
        reader.open(offset, encoded[n]!.length, all.length);
        const last = all.length - 1;
        expect(read(reader, last)).toEqual(all[last]);
        expect(read(reader, 0)).toEqual(all[0]);
        offset += encoded[n]!.length;
      }
    }),
    { numRuns: 30 },
  );
});

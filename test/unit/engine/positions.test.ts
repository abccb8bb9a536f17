import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { type ByteRanges, PositionsReader } from '../../../src/engine/postings/positions-reader.ts';
import { encodePositions } from '../../support/naive/naive-positions.ts';

type Lists = readonly (readonly number[])[];

/** Ascending positions of one posting. */
const near = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 });
const far = fc.array(fc.constantFrom(1, 2, 63, 64, 4096, 65_536, 65_537, 2 ** 24), { minLength: 1, maxLength: 6 });
const once = fc.tuple(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2 ** 31 - 2 })));
const many = fc
  .oneof(fc.integer({ min: 65, max: 130 }), fc.constantFrom(127, 128, 129, 191, 192, 193, 257))
  .map((count) => Array<number>(count).fill(3));
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

/** Encoded after other bytes and before others. The stream returns only the requested range. */
class Stream implements ByteRanges {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(4));
  start = 0;
  viewFrom = 0;
  viewTo = 0;
  fetched = 0;
  readonly #all: Uint8Array;

  constructor(all: Uint8Array) {
    this.#all = all;
  }

  fetch(offset: number, length: number): void {
    if (offset < 0 || length < 0 || offset + length > this.#all.length) throw new Error('beyond the list');
    // As in the store, up to four more bytes can be read, with arbitrary contents.
    this.bytes = Uint8Array.from([170, ...this.#all.subarray(offset, offset + length), 255, 85, 170, 0]);
    this.view = new DataView(this.bytes.buffer);
    this.start = 1;
    this.viewFrom = offset;
    this.viewTo = offset + length;
    this.fetched += length;
  }
}

function encode(all: Lists): Uint8Array {
  const starts = new Uint32Array(all.length + 1);
  for (const [i, positions] of all.entries()) starts[i + 1] = starts[i]! + positions.length;
  const shifted = starts.map((start) => start + 2);
  const numbers = Uint32Array.from([99, 99, ...all.flat()]);
  const out = new ByteWriter(1);
  encodePositions(shifted, numbers, all.length, out);
  return out.toBytes();
}

/** Reads postings like a search: moves to a group, skips the postings before one in it, and reads that one. */
class ListReader {
  readonly stream: Stream;
  readonly #reader: PositionsReader;
  readonly #out = new Uint32Array(1000);
  #all: Lists = [];
  #group = -1;
  #next = 0;

  constructor(stream: Stream) {
    this.stream = stream;
    this.#reader = new PositionsReader(stream);
  }

  open(offset: number, length: number, all: Lists): void {
    this.#all = all;
    this.#group = -1;
    this.#reader.open(offset, length, all.length);
  }

  read(posting: number, limit = 2 ** 31 - 1): number[] {
    const group = posting >> this.#reader.shift;
    if (group !== this.#group || posting < this.#next) {
      this.#reader.seek(group, this.#all[group << this.#reader.shift]!.length);
      this.#group = group;
      this.#next = group << this.#reader.shift;
    }
    this.#reader.skip(this.#all.slice(this.#next, posting).flat().length);
    const count = this.#all[posting]!.length;
    const read = this.#reader.read(count, -1, limit, this.#out, 0);
    this.#reader.skip(count - read);
    this.#next = posting + 1;
    return [...this.#out.subarray(0, read)];
  }
}

function open(all: Lists): { reader: ListReader; bytes: Uint8Array } {
  const bytes = encode(all);
  const reader = new ListReader(new Stream(Uint8Array.from([5, 5, 5, ...bytes])));
  reader.open(3, bytes.length, all);
  return { reader, bytes };
}

/** The bytes of a group as bits, from the definition. */
function slowGroup(postings: Lists, k: number, isAlone: boolean): string {
  let prefixes = '';
  let suffixes = '';
  let skips = '';
  for (const positions of postings) {
    for (const [i, position] of positions.entries()) {
      if (isAlone && positions.length >= 128 && i > 0 && i % 64 === 0) {
        skips += positions[i - 1]!.toString(2).padStart(32, '0') + prefixes.length.toString(2).padStart(32, '0');
      }
      const gap = i === 0 ? position : position - positions[i - 1]! - 1;
      const number = (gap + 2 ** k).toString(2);
      const zeros = number.length - 1 - k;
      prefixes += `${'0'.repeat(zeros)}1`;
      suffixes = number.slice(1) + suffixes;
    }
  }
  return skips + prefixes + '0'.repeat((8 - ((prefixes.length + suffixes.length) % 8)) % 8) + suffixes;
}

describe('positions of a list', () => {
  test('are written by the definition, with a directory that points at its groups', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const bytes = encode(all);
        const k = bytes[0]! & 31;
        const size = 2 ** (bytes[0]! >> 5);
        const groups: string[] = [];
        for (let i = 0; i < all.length; i += size) groups.push(slowGroup(all.slice(i, i + size), k, size === 1));
        const width = bytes.length < 256 ? 1 : bytes.length < 65_536 ? 2 : 3;
        const first = 1 + (groups.length - 1) * width;
        let end = 0;
        for (let group = 0; group < groups.length - 1; group++) {
          end += groups[group]!.length / 8;
          let entry = 0;
          for (let i = width - 1; i >= 0; i--) entry = entry * 256 + bytes[1 + group * width + i]!;
          expect([group, entry]).toEqual([group, end]);
        }
        expect([...bytes.subarray(first)].map((byte) => byte.toString(2).padStart(8, '0')).join('')).toBe(
          groups.join(''),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('are read back in order', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const { reader } = open(all);
        expect(all.map((_, i) => reader.read(i))).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });

  test('are read in any order, with repeats', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (all, order) => {
        const { reader } = open(all);
        for (const n of order) expect(reader.read(n % all.length)).toEqual(all[n % all.length]);
      }),
      { numRuns: 100 },
    );
  });

  test('are read in ascending order with gaps', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 70 }), fc.nat(70), (all, step, from) => {
        const { reader } = open(all);
        for (let i = from; i < all.length; i += step) expect(reader.read(i)).toEqual(all[i]);
      }),
    );
  });

  test('of one posting are found without reading the list', () => {
    const all = Array.from({ length: 5000 }, (_, i) => [i % 7, 50 + i, 9000 + i]);
    const { reader, bytes } = open(all);
    expect(reader.read(4000)).toEqual(all[4000]);
    expect(reader.stream.fetched).toBeLessThan(bytes.length / 50);
  });

  test('of a posting that the list does not have are refused', () => {
    const bytes = encode([[1], [2]]);
    const reader = new PositionsReader(new Stream(bytes));
    reader.open(0, bytes.length, 2);
    expect(() => reader.seek(1, 1)).toThrow('does not have');
  });

  test('end after the first one above a limit', () => {
    fc.assert(
      fc.property(lists, fc.nat(70_000), (all, limit) => {
        const { reader } = open(all);
        for (const [i, positions] of all.entries()) {
          const above = positions.findIndex((position) => position > limit);
          expect(reader.read(i, limit)).toEqual(above < 0 ? positions : positions.slice(0, above + 1));
        }
      }),
      { numRuns: 50 },
    );
  });

  test('are skipped by the word, whatever precedes and follows', () => {
    for (const size of [1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128]) {
      for (const gap of [1, 2, 3, 200]) {
        // One posting of many positions, then others of one, all in one group.
        const all = [Array.from({ length: size }, (_, i) => i * gap), ...Array.from({ length: 127 }, (_, i) => [i])];
        const { reader } = open(all);
        for (const i of [1, 2, 64, 126]) expect([size, gap, reader.read(i)]).toEqual([size, gap, all[i]]);
      }
    }
  });
});

test('one reader moves from list to list', () => {
  fc.assert(
    fc.property(fc.array(lists, { minLength: 2, maxLength: 4 }), (several) => {
      const encoded = several.map(encode);
      const reader = new ListReader(new Stream(Buffer.concat(encoded)));
      let offset = 0;
      for (const [n, all] of several.entries()) {
        reader.open(offset, encoded[n]!.length, all);
        const last = all.length - 1;
        expect(reader.read(last)).toEqual(all[last]);
        expect(reader.read(0)).toEqual(all[0]);
        offset += encoded[n]!.length;
      }
    }),
    { numRuns: 30 },
  );
});

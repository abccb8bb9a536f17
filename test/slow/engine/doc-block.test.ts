import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import {
  BITMAP,
  BLOCK_WORDS,
  type DocForm,
  decodeDocBlock,
  encodeDocBlock,
  forEachInterval,
  GAPS,
  INTERVALS,
  setRange,
  uniteDocBlock,
} from '../../../src/engine/postings/doc-block.ts';
import { docSets, range } from '../../unit/engine/doc-shapes.ts';

interface Encoded {
  readonly form: DocForm;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Encoded between other bytes, as block 3 of a list, from the middle of an array. */
function encode(docs: readonly number[]): Encoded {
  const out = new ByteWriter(4);
  out.copy(Uint8Array.from([255, 255, 255]));
  const array = Uint32Array.from([9, ...docs.map((low) => 3 * 65_536 + low), 9]);
  const form = encodeDocBlock(array, 1, docs.length + 1, out);
  const end = out.length;
  out.copy(Uint8Array.from([255, 255, 255]));
  return { form, bytes: out.toBytes(), start: 3, end };
}

function slowVarint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...slowVarint(value >> 7)];
}

function slowIntervals(docs: readonly number[]): [number, number][] {
  const intervals: [number, number][] = [];
  for (const low of docs) {
    const last = intervals.at(-1);
    if (last !== undefined && low === last[1] + 1) last[1] = low;
    else intervals.push([low, low]);
  }
  return intervals;
}

/** The bytes of each form, from the definition. */
function slowBytes(docs: readonly number[], form: DocForm): number[] {
  if (form === GAPS) return docs.flatMap((low, i) => slowVarint(i === 0 ? low : low - docs[i - 1]! - 1));
  if (form === INTERVALS) {
    const intervals = slowIntervals(docs);
    return intervals.flatMap(([first, last], i) => [
      ...slowVarint(i === 0 ? first : first - intervals[i - 1]![1] - 1),
      ...slowVarint(last - first),
    ]);
  }
  const bytes: number[] = new Array(((docs.at(-1)! >> 5) + 1) * 4).fill(0);
  for (const low of docs) bytes[low >> 3]! |= 1 << (low & 7);
  return bytes;
}

/** Bytes are compared first, because matchers are slow on arrays of a whole block. */
function expectSame(found: NodeJS.TypedArray, expected: NodeJS.TypedArray): void {
  const bytesOf = (array: NodeJS.TypedArray): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  if (Buffer.compare(bytesOf(found), bytesOf(expected)) !== 0) expect(found).toEqual(expected);
}

const FORMS = [
  [GAPS, [40]],
  [GAPS, [0, 20_000, 65_535]],
  [BITMAP, range(0, 40_000).filter((low) => low % 3 === 0)],
  [INTERVALS, range(0, 65_536)],
  [INTERVALS, range(100, 9000)],
] as const;

describe('a block of documents', () => {
  test('has the shortest of the three forms', () => {
    for (const [form, docs] of FORMS) expect([docs.length, encode(docs).form]).toEqual([docs.length, form]);
  });

  test('is written by the definition of its form', () => {
    const forms = new Set<DocForm>();
    fc.assert(
      fc.property(docSets, (docs) => {
        const { form, bytes, start, end } = encode(docs);
        forms.add(form);
        expectSame(bytes.subarray(start, end), Uint8Array.from(slowBytes(docs, form)));
      }),
      { numRuns: 120 },
    );
    expect([...forms].sort()).toEqual([GAPS, BITMAP, INTERVALS]);
  });

  test('is at most twice as long as gaps or bitmap, and four times as intervals', () => {
    fc.assert(
      fc.property(docSets, (docs) => {
        const { start, end } = encode(docs);
        const [gaps, bitmap, intervals] = [GAPS, BITMAP, INTERVALS].map(
          (form) => slowBytes(docs, form as DocForm).length,
        );
        // A bitmap may take twice as many bytes as gaps. Intervals are chosen if they take at most half of both.
        expect(end - start).toBeLessThanOrEqual(2 * Math.min(gaps!, bitmap!) + 4);
        expect(end - start).toBeLessThanOrEqual(4 * intervals! + 8);
      }),
      { numRuns: 500 },
    );
  });

  test('has the form of the rule at each boundary', () => {
    // Four of five documents: intervals take a few bytes more or less than half of gaps and bitmap.
    const docs = Array.from({ length: 531 }, (_, i) => 2926 + i).filter((low) => (low - 2926) % 5 !== 0);
    const { start, end } = encode(docs);
    expect(end - start).toBeLessThanOrEqual(2 * slowBytes(docs, GAPS).length + 4);
  });

  test('decodes to the written documents, with a base, after existing ones', () => {
    fc.assert(
      fc.property(docSets, fc.constantFrom(0, 65_536, 7 * 65_536), (docs, base) => {
        const { form, bytes, start, end } = encode(docs);
        const out = new Uint32Array(docs.length + 3).fill(77);
        expect(decodeDocBlock(form, bytes, start, end, base, out, 2)).toBe(docs.length + 2);
        expectSame(out, Uint32Array.from([77, 77, ...docs.map((low) => base + low), 77]));
        const short = new Uint16Array(docs.length);
        decodeDocBlock(form, bytes, start, end, 0, short, 0);
        expectSame(short, Uint16Array.from(docs));
      }),
      { numRuns: 120 },
    );
  });

  test('is united with set bits, at the words of its block', () => {
    fc.assert(
      fc.property(docSets, docSets, fc.constantFrom(0, BLOCK_WORDS), (docs, others, first) => {
        const words = new Uint32Array(first + BLOCK_WORDS + 1);
        const expected = new Uint32Array(words.length);
        for (const low of [...docs, ...others]) expected[first + (low >>> 5)]! |= 1 << (low & 31);
        for (const low of others) words[first + (low >>> 5)]! |= 1 << (low & 31);
        const { form, bytes, start, end } = encode(docs);
        uniteDocBlock(form, bytes, start, end, words, first);
        expectSame(words, expected);
      }),
      { numRuns: 120 },
    );
  });
});

test('intervals are visited in order, both ends inclusive', () => {
  fc.assert(
    fc.property(docSets, (docs) => {
      const bytes = Uint8Array.from([255, ...slowBytes(docs, INTERVALS), 255]);
      const seen: [number, number][] = [];
      forEachInterval(bytes, 1, bytes.length - 1, (first, last) => seen.push([first, last]));
      expect(seen).toEqual(slowIntervals(docs));
    }),
  );
});

test('a range of bits is set, and no other bit', () => {
  const borders = fc.oneof(fc.constantFrom(0, 1, 31, 32, 33, 63, 64, 95, 96, 127), fc.nat(127));
  fc.assert(
    fc.property(borders, borders, fc.array(fc.nat(127)), (a, b, already) => {
      const [first, last] = a < b ? [a, b] : [b, a];
      const words = new Uint32Array(4);
      const expected = new Set(already);
      for (const bit of already) words[bit >>> 5]! |= 1 << (bit & 31);
      for (let bit = first; bit <= last; bit++) expected.add(bit);
      setRange(words, first, last);
      for (let bit = 0; bit < 128; bit++)
        expect((words[bit >>> 5]! >>> (bit & 31)) & 1).toBe(expected.has(bit) ? 1 : 0);
    }),
    { numRuns: 120 },
  );
});

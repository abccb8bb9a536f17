import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BitWriter } from '../../../src/codec/bits.ts';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { encodeFrequencies, RUN, runStarts } from '../../../src/codec/frequencies.ts';
import { type ByteRanges, PositionsReader } from '../../../src/codec/positions-reader.ts';
import { encodePositions } from '../../../src/codec/positions-writer.ts';
import * as kernel from '../../../src/kernel/kernel.ts';

type Lists = readonly (readonly number[])[];

/** The postings of one term: near each other or far apart, once or more often than is decoded ahead. */
const gaps = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(1, 63, 64, 65_537, 2 ** 25 + 5, 2 ** 26 + 1234, 2 ** 27), {
      minLength: 1,
      maxLength: 7,
    }),
  },
  { weight: 1, arbitrary: fc.integer({ min: 15, max: 400 }).map((count) => new Array<number>(count).fill(2)) },
);
const posting = gaps.map((all) => {
  let position = -1;
  return all.map((gap) => (position += gap));
});
const counts = fc.constantFrom(1, 2, 3, 20, 63, 64, 65, 127, 128, 129, 256);
/** Postings long enough to have groups of their own, and skips in them. */
const longPosting = fc
  .tuple(
    fc.constantFrom(127, 128, 129, 192, 193, 400),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 9 }),
  )
  .map(([count, gaps]) => {
    let position = -1;
    return Array.from({ length: count }, (_, i) => (position += gaps[i % gaps.length]!));
  });
const postings = (count: number) => {
  const short = fc.array(posting, { minLength: count, maxLength: count });
  return count > 63 ? short : fc.oneof(short, fc.array(longPosting, { minLength: count, maxLength: count }));
};

/** A term as an index has it. */
class Term {
  readonly lists: Lists;
  readonly #bytes: Uint8Array;
  readonly #reader: PositionsReader;

  constructor(lists: Lists) {
    this.lists = lists;
    const starts = new Uint32Array(lists.length + 1);
    for (const [i, list] of lists.entries()) starts[i + 1] = starts[i]! + list.length;
    const out = new ByteWriter();
    encodePositions(starts, Uint32Array.from(lists.flat()), lists.length, out, new BitWriter());
    const length = out.length;
    for (let i = 0; i < 8; i++) out.u8(255);
    this.#bytes = out.bytes.slice(0, out.length);
    const view = new DataView(this.#bytes.buffer);
    const all: ByteRanges = { fetch: () => {}, bytes: this.#bytes, view, start: 0, viewFrom: 0, viewTo: length };
    this.#reader = new PositionsReader(
      Object.assign(all, { fetch: (at: number) => Object.assign(all, { start: at }) }),
    );
    this.#reader.open(0, length, lists.length);
  }

  get order(): number {
    return this.#reader.order;
  }

  get shift(): number {
    return this.#reader.shift;
  }

  /** Tells the kernel where the postings of the candidates lie that are alive; the frequencies come from runs, as in an index. */
  give(count: number): void {
    const tf = Uint32Array.from(this.lists, ({ length }) => length);
    const out = new ByteWriter();
    encodeFrequencies(tf, new Float64Array(tf.length), 0, tf.length, out, new ByteWriter());
    const starts = runStarts(out.bytes, 0, tf.length);
    kernel.bytes.set(out.bytes.subarray(0, out.length));
    for (let i = 0; i < count; i++) {
      kernel.places[i] = kernel.alive[i]!;
      kernel.runs[i] = kernel.BYTES_AT + starts[Math.floor(kernel.alive[i]! / RUN)]!;
    }
    const { shift } = this.#reader;
    const most = kernel.sumFrequencies(count, tf.length, shift);
    const own = [...kernel.alive.subarray(0, count)];
    expect(most).toBe(Math.max(0, ...own.map((place) => tf[place]!)));
    expect([...kernel.counts.subarray(0, count)]).toEqual(own.map((place) => tf[place]!));
    const before = (place: number) => tf.slice((place >>> shift) << shift, place).reduce((sum, one) => sum + one, 0);
    expect([...kernel.skips.subarray(0, count)]).toEqual(own.map(before));
    kernel.bytes.set(this.#bytes);
    for (let i = 0; i < count; i++) {
      this.#reader.locate(own[i]! >>> shift);
      kernel.froms[i] = kernel.BYTES_AT + this.#reader.groupFrom;
      kernel.tos[i] = kernel.froms[i]! + this.#reader.groupBytes;
    }
  }
}

/** Two or three terms in the same documents, of which some are candidates. */
const terms = counts.chain((count) =>
  fc.tuple(
    fc.array(postings(count), { minLength: 2, maxLength: 3 }),
    fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: count }).map((all) => all.sort((a, b) => a - b)),
    fc.nat(256),
  ),
);

test('an exact phrase stands where the slow way finds it, and as often', () => {
  let found = 0;
  fc.assert(
    fc.property(terms, fc.nat(2), ([all, candidates, split], first) => {
      const order = [first % all.length, ...all.keys()].filter((p, at, list) => list.indexOf(p) === at);
      const read = all.map((lists) => new Term(lists));
      kernel.alive.set(candidates);
      read[order[0]!]!.give(candidates.length);
      let left = kernel.beginPhrase(candidates.length, read[order[0]!]!.order, read[order[0]!]!.shift, order[0]!);
      // What `alive` numbers are the candidates, here the postings themselves.
      let alive = [...kernel.alive.subarray(0, left)].map((i) => candidates[i]!);
      for (const p of order.slice(1)) {
        kernel.alive.set(alive);
        read[p]!.give(left);
        kernel.turnToTerm(read[p]!.order, read[p]!.shift);
        // In two parts, as where the bytes do not fit at once.
        const half = Math.min(split, left);
        kernel.narrowStarts(0, half, p);
        left = kernel.narrowStarts(half, left, p);
        alive = [...kernel.alive.subarray(0, left)];
      }
      const starts = (doc: number) =>
        all[0]![doc]!.filter((start) => all.every((lists, p) => lists[doc]!.includes(start + p))).length;
      const expected = candidates.map((doc) => [doc, starts(doc)]).filter(([, count]) => count! > 0);
      expect(alive.map((doc, i) => [doc, kernel.startsOf(i)])).toEqual(expected);
      found += expected.length;
    }),
    { numRuns: 150 },
  );
  expect(found).toBeGreaterThan(100);
});

test('terms are near a start where the slow way finds them so', () => {
  let found = 0;
  let lost = 0;
  const slops = fc.constantFrom(1, 2, 5, 60, 2 ** 31 - 1);
  fc.assert(
    fc.property(terms, fc.integer({ min: -3, max: 3 }), slops, ([all, candidates, split], distance, slop) => {
      const read = all.map((lists) => new Term(lists));
      kernel.alive.set(candidates);
      read[0]!.give(candidates.length);
      let left = kernel.beginPhrase(candidates.length, read[0]!.order, read[0]!.shift, 0);
      let alive = [...kernel.alive.subarray(0, left)].map((i) => candidates[i]!);
      for (const term of read.slice(1)) {
        kernel.alive.set(alive);
        term.give(left);
        kernel.turnToTerm(term.order, term.shift);
        const half = Math.min(split, left);
        kernel.keepNear(0, half, distance, slop);
        left = kernel.keepNear(half, left, distance, slop);
        alive = [...kernel.alive.subarray(0, left)];
      }
      const isNear = (doc: number, lists: Lists) =>
        all[0]![doc]!.some((start) => lists[doc]!.some((at) => Math.abs(at - start - distance) <= slop));
      const expected = candidates.filter((doc) => all.slice(1).every((lists) => isNear(doc, lists)));
      expect(alive).toEqual(expected);
      expect(alive.map((_, i) => kernel.startsOf(i))).toEqual(expected.map((doc) => all[0]![doc]!.length));
      found += expected.length;
      lost += candidates.length - expected.length;
    }),
    { numRuns: 150 },
  );
  expect(Math.min(found, lost)).toBeGreaterThan(100);
});

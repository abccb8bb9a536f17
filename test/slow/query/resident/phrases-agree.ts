/** Phrases that the kernel must find in postings, compared with arrays of positions. Imported under a setting. */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { ByteWriter } from '../../../../src/codec/byte-writer.ts';
import { BLOCK_SIZE } from '../../../../src/engine/postings/doc-block.ts';
import { type ByteRanges, PositionsReader } from '../../../../src/engine/postings/positions-reader.ts';
import { kernel } from '../../../../src/query/resident/this-thread.ts';
import { tuning } from '../../../../src/shared/thresholds.ts';
import { encodeFrequencies } from '../../../support/naive/naive-frequencies.ts';
import { encodePositions } from '../../../support/naive/naive-positions.ts';

const { batch } = kernel;

type Lists = readonly (readonly number[])[];

/** The postings of one term: near each other or far apart, and up to more positions than are decoded ahead. */
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
const COUNT_MAX = Math.min(tuning.postingsAtOnce, BLOCK_SIZE);
const counts = fc.constantFrom(1, 2, 3, 20, 63, 64, 65, 127, 128, 129, 256).map((count) => Math.min(count, COUNT_MAX));
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

/** A term as in an index, in documents from 0 on. */
class Term {
  readonly lists: Lists;
  readonly #isShort: boolean;
  readonly #bytes: Uint8Array;
  readonly #reader: PositionsReader;

  constructor(lists: Lists, isShort: boolean) {
    this.lists = lists;
    this.#isShort = isShort;
    const starts = new Uint32Array(lists.length + 1);
    for (const [i, list] of lists.entries()) starts[i + 1] = starts[i]! + list.length;
    const out = new ByteWriter();
    encodePositions(starts, Uint32Array.from(lists.flat()), lists.length, out);
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

  /** Passes to the kernel the frequencies of the first `count` remaining candidates, whose documents are `alive`. */
  rank(alive: readonly number[], candidates: readonly number[]): void {
    const count = alive.length;
    const ordinals = batch.rank(Uint16Array.from(candidates), 0, count, 0);
    expect([...ordinals.subarray(0, count)]).toEqual(alive);
    const tf = Uint32Array.from(this.lists, ({ length }) => length);
    const most = Math.max(0, ...alive.map((ordinal) => tf[ordinal]!));
    if (this.#isShort) {
      expect(batch.sumShort(count, tf, this.shift)).toBe(most);
      return;
    }
    const out = new ByteWriter();
    encodeFrequencies(tf, new Float64Array(tf.length), 0, tf.length, out, new ByteWriter());
    const stream = {
      copy: (offset: number, length: number, to: Uint8Array) => to.set(out.bytes.subarray(offset, offset + length)),
    };
    expect(batch.sumPacks(count, stream, 0, out.length, tf.length, this.shift)).toBe(most);
  }

  /** Passes to the kernel the positions of the candidates from the `from`-th up to the `to`-th. */
  give(alive: readonly number[], from: number, to: number): void {
    batch.beginPositions().set(this.#bytes);
    for (let i = from; i < to; i++) {
      this.#reader.locate(alive[i]! >>> this.shift);
      batch.setGroup(i, this.#reader.groupFrom, this.#reader.groupBytes);
    }
  }
}

/** Two or three terms are in the same documents, some of which are candidates. */
const terms = counts.chain((count) =>
  fc.tuple(
    fc.array(fc.tuple(postings(count), fc.boolean()), {
      minLength: Math.min(2, tuning.bulkTermsMax),
      maxLength: Math.min(3, tuning.bulkTermsMax),
    }),
    fc.uniqueArray(fc.nat(count - 1), { minLength: 1, maxLength: count }).map((all) => all.sort((a, b) => a - b)),
    fc.nat(256),
  ),
);

/**
 * A phrase whose words are close at first, and then farther apart than any text is long. The suffixes of its numbers have up to
 * 28 bits, and begin at every bit of a byte. The two words have different gaps. If both had the same
 * gaps and were misread in the same way, the phrase would still be found.
 */
const FAR_APART = Array.from({ length: 40 }, (_, count) => {
  const far = [2 ** 25 + 5, 2 ** 26 + 1235, 2 ** 27 + 77, 2 ** 26 + 31].map((gap, i) => gap + (count >>> i));
  let position = -1;
  const starts = [...new Array<number>(count).fill(3), ...far].map((gap) => (position += gap));
  const isSecond = (i: number) => i < count || i % 2 === 0;
  const wordAt = (p: number): [number[][], boolean] => {
    return [[starts.map((start) => start + p).filter((_, i) => p === 0 || isSecond(i))], false];
  };
  const example: [[number[][], boolean][], number[], number] = [
    [0, 1].slice(0, tuning.bulkTermsMax).map(wordAt),
    [0],
    1,
  ];
  return example;
});

/** Begins a match of the terms, with the positions of the first. Returns the remaining documents. */
function begin(read: readonly Term[], first: number, candidates: readonly number[], offset: number): number[] {
  batch.allAlive(candidates.length);
  const term = read[first]!;
  term.rank(candidates, candidates);
  term.give(candidates, 0, candidates.length);
  const left = batch.beginPhrase(candidates.length, term.order, term.shift, offset);
  return aliveOf(candidates, left);
}

const aliveOf = (candidates: readonly number[], count: number): number[] =>
  [...batch.alive.subarray(0, count)].map((i) => candidates[i]!);

/** Moves to another term and narrows in two parts, as if the bytes did not fit at once. Returns how many are left. */
function turn(
  term: Term,
  alive: readonly number[],
  candidates: readonly number[],
  split: number,
  narrow: (from: number, to: number) => number,
): number {
  term.rank(alive, candidates);
  batch.turnToTerm(term.order, term.shift);
  const half = Math.min(split, alive.length);
  let left = 0;
  for (const [from, to] of [
    [0, half],
    [half, alive.length],
  ] as const) {
    if (from === to) continue;
    term.give(alive, from, to);
    left = narrow(from, to);
  }
  return left;
}

/**
 * Checks that an exact phrase is found at the same positions and as often as by the slow algorithm. Returns in how many
 * documents.
 */
export function exactAgrees(numRuns: number): number {
  let found = 0;
  fc.assert(
    fc.property(terms, fc.nat(2), ([all, candidates, split], first) => {
      const order = [first % all.length, ...all.keys()].filter((p, at, list) => list.indexOf(p) === at);
      const lists = all.map(([own]) => own);
      const read = all.map(([own, isShort]) => new Term(own, isShort));
      let alive = begin(read, order[0]!, candidates, order[0]!);
      for (const p of order.slice(1)) {
        if (alive.length === 0) break;
        const left = turn(read[p]!, alive, candidates, split, (from, to) => batch.narrowStarts(from, to, p));
        alive = aliveOf(candidates, left);
      }
      const starts = (doc: number) =>
        lists[0]![doc]!.filter((start) => lists.every((own, p) => own[doc]!.includes(start + p))).length;
      const expected = candidates.map((doc) => [doc, starts(doc)]).filter(([, count]) => count! > 0);
      expect(alive.map((doc, i) => [doc, batch.startsOf(i)])).toEqual(expected);
      found += expected.length;
    }),
    { numRuns, examples: FAR_APART.map((example) => [example, 0]) },
  );
  return found;
}

/**
 * Checks that the slow algorithm agrees which terms are near a start. Returns in how many documents they were, and were not.
 */
export function nearAgrees(numRuns: number): { found: number; lost: number } {
  let found = 0;
  let lost = 0;
  const slops = fc.constantFrom(1, 2, 5, 60, 2 ** 31 - 1);
  fc.assert(
    fc.property(terms, fc.integer({ min: -3, max: 3 }), slops, ([all, candidates, split], distance, slop) => {
      const lists = all.map(([own]) => own);
      const read = all.map(([own, isShort]) => new Term(own, isShort));
      let alive = begin(read, 0, candidates, 0);
      for (const term of read.slice(1)) {
        if (alive.length === 0) break;
        const left = turn(term, alive, candidates, split, (from, to) => batch.keepNear(from, to, distance, slop));
        alive = aliveOf(candidates, left);
      }
      const isNear = (doc: number, own: Lists) =>
        lists[0]![doc]!.some((start) => own[doc]!.some((at) => Math.abs(at - start - distance) <= slop));
      const expected = candidates.filter((doc) => lists.slice(1).every((own) => isNear(doc, own)));
      expect(alive).toEqual(expected);
      expect(alive.map((_, i) => batch.startsOf(i))).toEqual(expected.map((doc) => lists[0]![doc]!.length));
      found += expected.length;
      lost += candidates.length - expected.length;
    }),
    { numRuns },
  );
  return { found, lost };
}

/**
 * Selects the dates of one field that belong to documents of a set and to a period. Keeps a bit for each point of the
 * column. Times and documents are read in blocks when needed, so memory is an eighth of a byte for each date of the
 * case.
 */
import { readBare, readPoints } from '../../engine/columns/number-values.ts';
import type { NumberColumn } from '../../engine/format.ts';
import type { StreamReader } from '../../engine/store/stream-reader.ts';
import type { EventsRequest } from '../../search/related/events.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { leastPassing } from '../../shared/sorting/binary-search.ts';
import { tuning } from '../../shared/thresholds.ts';

/** Points of a block: whole words of bits. */
const BLOCK_POINTS = 32 * tuning.dateWordsAtOnce;

type Bounds = Pick<EventsRequest, 'from' | 'until' | 'bareFrom' | 'bareUntil'>;

/** Selects dates. `words`: a bitmap of the documents. */
export function* chosenDates(
  stream: StreamReader,
  { field, column }: { readonly field: number; readonly column: NumberColumn },
  words: Uint32Array,
  { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, bareFrom = from, bareUntil = until }: Bounds,
): Generator<void, ChosenDates> {
  const points = new PointBlocks(stream, column);
  claimMemory(4 * Math.ceil(column.count / 32), 'the dates of items');
  const bits = new Uint32Array(Math.ceil(column.count / 32));
  const areAlike = column.bare === null || (from === bareFrom && until === bareUntil);
  const first = points.firstFrom(areAlike ? from : Math.min(from, bareFrom));
  const end = points.firstFrom(areAlike ? until : Math.max(until, bareUntil));
  let count = 0;
  for (let start = first - (first % BLOCK_POINTS); start < end; start += BLOCK_POINTS) {
    points.open(start);
    const { numbers, docs, from: at } = points;
    const bare = areAlike ? null : completed(readBare(stream, column, { from: at, to: at + docs.length }));
    for (let i = Math.max(first, start) - start; i < docs.length && start + i < end; i++) {
      const doc = docs[i]!;
      const isIn =
        bare === null ||
        (bare[i] === 1 ? isWithin(numbers[i]!, bareFrom, bareUntil) : isWithin(numbers[i]!, from, until));
      if (!isIn || (words[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      bits[(start + i) >>> 5]! |= 1 << ((start + i) & 31);
      count++;
    }
    yield;
  }
  return new ChosenDates(field, count, points, bits);
}

function isWithin(number: number, from: number, until: number): boolean {
  return number >= from && number < until;
}

/** Walks over the selected dates of a field in either direction. */
export class ChosenDates {
  readonly field: number;
  readonly count: number;
  readonly #points: PointBlocks;
  readonly #bits: Uint32Array;
  #step: 1 | -1 = 1;
  #at = 0;
  /** The current date, after `begin` or `next` has returned true. */
  time = 0;
  doc = 0;

  constructor(field: number, count: number, points: PointBlocks, bits: Uint32Array) {
    this.field = field;
    this.count = count;
    this.#points = points;
    this.#bits = bits;
  }

  /** Moves to the first date in this direction, or to the first that is not before a time. Returns false if there is none. */
  begin(step: 1 | -1, time: number | undefined): boolean {
    this.#step = step;
    const { count } = this.#points;
    if (time === undefined) this.#at = step === 1 ? 0 : count - 1;
    else this.#at = step === 1 ? this.#points.firstFrom(time) : this.#points.firstAfter(time) - 1;
    return this.#find();
  }

  /** Moves to the next date. Returns false at the end. */
  next(): boolean {
    this.#at += this.#step;
    return this.#find();
  }

  /** Moves to the next selected point if the current one is not selected. */
  #find(): boolean {
    const bits = this.#bits;
    const points = this.#points;
    while (this.#at >= 0 && this.#at < points.count) {
      const at = this.#at;
      const word = bits[at >>> 5]!;
      if (word === 0) this.#at = this.#step === 1 ? (at | 31) + 1 : (at & ~31) - 1;
      else if ((word & (1 << (at & 31))) === 0) this.#at += this.#step;
      else {
        points.open(at);
        this.time = points.numbers[at - points.from]!;
        this.doc = points.docs[at - points.from]!;
        return true;
      }
    }
    return false;
  }
}

/** Reads a column a block at a time, and keeps the last block. */
class PointBlocks {
  readonly #stream: StreamReader;
  readonly #column: NumberColumn;
  /** The first point of the block, its numbers and documents. */
  from = 0;
  numbers = new Float64Array(0);
  docs = new Uint32Array(0);

  constructor(stream: StreamReader, column: NumberColumn) {
    this.#stream = stream;
    this.#column = column;
  }

  get count(): number {
    return this.#column.count;
  }

  /** Reads the block of a point. */
  open(point: number): void {
    if (point >= this.from && point < this.from + this.docs.length) return;
    this.from = point - (point % BLOCK_POINTS);
    const to = Math.min(this.count, this.from + BLOCK_POINTS);
    const { numbers, docs } = completed(readPoints(this.#stream, this.#column, { from: this.from, to }));
    this.numbers = numbers as Float64Array<ArrayBuffer>;
    this.docs = docs as Uint32Array<ArrayBuffer>;
  }

  /** Returns the first point that is not less than a number, or the number of points if there is none. */
  firstFrom(number: number): number {
    return this.#first((point) => point >= number);
  }

  /** Returns the first point that is greater than a number, or the number of points if there is none. */
  firstAfter(number: number): number {
    return this.#first((point) => point > number);
  }

  /** Searches among the blocks, then within one. */
  #first(isBehind: (number: number) => boolean): number {
    const block = leastPassing(Math.ceil(this.count / BLOCK_POINTS), (n) => {
      this.open(n * BLOCK_POINTS);
      return isBehind(this.numbers.at(-1)!);
    });
    const start = block * BLOCK_POINTS;
    if (start >= this.count) return this.count;
    this.open(start);
    return start + leastPassing(this.numbers.length, (i) => isBehind(this.numbers[i]!));
  }
}

/** A block is a few chunks, so yielding between them gains nothing. */
function completed<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

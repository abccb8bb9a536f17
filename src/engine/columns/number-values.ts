/**
 * Numbers or moments of a field in memory: the distinct values in order, and the values of each document. Numbers with
 * the same 64-bit float count as one for sorting and counting, but not for ranges in queries. Moments in different
 * milliseconds always stay distinct.
 */
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { CHUNK_BYTES, type Extent, type NumberColumn } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { bytesOf, type DocValues, type OrdinalCursor, severalValues, singleValues } from './doc-values.ts';
import { STEP_BYTES } from './number-column-reader.ts';

export interface NumberValues {
  readonly docs: DocValues;
  /** Ascending; for dates, milliseconds since 1970. */
  readonly numbers: Float64Array;
  readonly bytes: number;
}

export interface Points {
  readonly numbers: Float64Array;
  readonly docs: Uint32Array;
}

/**
 * Reads the columns of a field and its aliases. `momentOf` returns the beginning of a bare date outside UTC, and must be
 * monotonic.
 */
export function* loadNumberValues(
  stream: StreamReader,
  columns: readonly NumberColumn[],
  documentCount: number,
  momentOf: ((local: number) => number) | null = null,
): Generator<void, NumberValues> {
  const held = heldMemory();
  const count = columns.reduce((sum, column) => sum + column.count, 0);
  claimMemory((momentOf === null ? 12 : 24) * count * columns.length, 'the numbers of a field');
  let points: Points = { numbers: new Float64Array(0), docs: new Uint32Array(0) };
  for (const column of columns) {
    const own = yield* readPoints(stream, column);
    points = merged(points, momentOf === null ? own : yield* shifted(stream, column, own, momentOf));
  }
  const distinct = new Float64Array(points.numbers.length);
  let length = 0;
  for (const number of points.numbers) {
    if (length === 0 || distinct[length - 1] !== number) distinct[length++] = number;
  }
  const isSingle = columns.length === 1 && columns[0]!.isSingleValued;
  const open = (): OrdinalCursor => new PointCursor(points);
  const docs = isSingle ? yield* singleValues(documentCount, open()) : yield* severalValues(documentCount, open);
  releaseMemoryTo(held);
  const numbers = distinct.slice(0, length);
  return { docs, numbers, bytes: bytesOf(docs) + numbers.byteLength };
}

/** Returns the points in order after moving bare dates to their first moment. */
function* shifted(
  stream: StreamReader,
  column: NumberColumn,
  { numbers, docs }: Points,
  momentOf: (local: number) => number,
): Generator<void, Points> {
  if (column.bare === null) return { numbers, docs };
  const marks = yield* readBare(stream, column);
  const fixed = chosen({ numbers, docs }, marks, 0);
  const bare = chosen({ numbers, docs }, marks, 1);
  let before = Number.NaN;
  let moment = 0;
  for (let i = 0; i < bare.numbers.length; i++) {
    // Caches the last day, because many dates are on the same day.
    if (bare.numbers[i] !== before) {
      before = bare.numbers[i]!;
      moment = momentOf(before);
    }
    bare.numbers[i] = moment;
    if ((i & 0xfff) === 0xfff) yield;
  }
  return merged(fixed, bare);
}

function chosen({ numbers, docs }: Points, marks: Uint8Array, wanted: number): Points {
  const own: Points = { numbers: new Float64Array(docs.length), docs: new Uint32Array(docs.length) };
  let count = 0;
  for (let i = 0; i < docs.length; i++) {
    if (marks[i] !== wanted) continue;
    own.numbers[count] = numbers[i]!;
    own.docs[count++] = docs[i]!;
  }
  return { numbers: own.numbers.subarray(0, count), docs: own.docs.subarray(0, count) };
}

/** A range of the points of a column. */
export interface PointRange {
  readonly from: number;
  readonly to: number;
}

/** Returns a byte for each point of a range, which begins with a multiple of 32: 1 if it is a bare date. Default: all points. */
export function* readBare(
  stream: StreamReader,
  { bare, count }: NumberColumn,
  { from, to }: PointRange = { from: 0, to: count },
): Generator<void, Uint8Array> {
  const marks = new Uint8Array(to - from);
  if (bare === null) return marks;
  const words = { offset: bare.offset + (from >>> 5) * 4, length: 4 * Math.ceil(marks.length / 32) };
  yield* readEach(stream, words, 4, (view, at, i) => {
    const word = view.getUint32(at, true);
    if (word === 0) return;
    for (let bit = 0; bit < 32 && 32 * i + bit < marks.length; bit++) marks[32 * i + bit] = (word >>> bit) & 1;
  });
  return marks;
}

/** Reads a range of one column, in its order. Default: all of it. */
export function* readPoints(
  stream: StreamReader,
  column: NumberColumn,
  { from, to }: PointRange = { from: 0, to: column.count },
): Generator<void, Points> {
  const count = to - from;
  const numbers = new Float64Array(count);
  const { values, steps } = column;
  if (steps === null) {
    yield* readEach(stream, elements(values, 8, from, count), 8, (view, at, i) => {
      numbers[i] = view.getFloat64(at, true);
    });
  } else {
    const { first, width } = steps;
    yield* readEach(stream, elements(values, STEP_BYTES, from, count), STEP_BYTES, (view, at, i) => {
      numbers[i] = first + width * view.getUint32(at, true);
    });
  }
  if (column.residuals !== null) {
    yield* readEach(stream, elements(column.residuals, 8, from, count), 8, (view, at, i) => {
      numbers[i] = withResidual(numbers[i]!, view.getFloat64(at, true));
    });
  }
  const docs = new Uint32Array(count);
  if (column.docs === null) for (let i = 0; i < count; i++) docs[i] = from + i;
  else {
    yield* readEach(stream, elements(column.docs, 4, from, count), 4, (view, at, i) => {
      docs[i] = view.getUint32(at, true);
    });
  }
  return { numbers, docs };
}

function elements({ offset }: Extent, width: number, from: number, count: number): Extent {
  return { offset: offset + width * from, length: width * count };
}

/**
 * Returns the 64-bit float of an exact number. A moment stays within its millisecond, so that the last tenth of a microsecond
 * of a year does not round to the next year.
 */
function withResidual(value: number, residual: number): number {
  const sum = value + residual;
  const isMoment = Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return isMoment && residual > 0 && sum >= value + 1 ? below(value + 1) : sum;
}

/** Finer than the spacing of floats at every moment of a date, except near zero. */
const FINEST_STEP = 2 ** -40;

/** Returns the greatest float below a moment. */
function below(moment: number): number {
  let step = FINEST_STEP;
  while (moment - step === moment) step *= 2;
  return moment - step;
}

/** Calls `read` for each element of an extent, a chunk at a time. */
function* readEach(
  stream: StreamReader,
  { offset, length }: Extent,
  width: number,
  read: (view: DataView, at: number, i: number) => void,
): Generator<void, void> {
  const end = offset + length;
  for (let from = offset, i = 0; from < end; ) {
    // An element that crosses into the next chunk is read separately.
    const inChunk = CHUNK_BYTES - (from % CHUNK_BYTES);
    const bytes = Math.min(end - from, Math.max(width, inChunk - (inChunk % width)));
    stream.fetch(from, bytes);
    const { view, start } = stream;
    for (let at = start; at < start + bytes; at += width) read(view, at, i++);
    from += bytes;
    yield;
  }
}

function merged(a: Points, b: Points): Points {
  if (a.docs.length === 0) return b;
  const count = a.docs.length + b.docs.length;
  const numbers = new Float64Array(count);
  const docs = new Uint32Array(count);
  for (let i = 0, x = 0, y = 0; i < count; i++) {
    const isFirst = y === b.docs.length || (x < a.docs.length && a.numbers[x]! <= b.numbers[y]!);
    numbers[i] = isFirst ? a.numbers[x]! : b.numbers[y]!;
    docs[i] = isFirst ? a.docs[x++]! : b.docs[y++]!;
  }
  return { numbers, docs };
}

class PointCursor implements OrdinalCursor {
  readonly #points: Points;
  #at = -1;
  ordinal = -1;
  doc = -1;

  constructor(points: Points) {
    this.#points = points;
  }

  next(): boolean {
    const { numbers, docs } = this.#points;
    if (++this.#at >= docs.length) return false;
    if (this.#at === 0 || numbers[this.#at] !== numbers[this.#at - 1]) this.ordinal++;
    this.doc = docs[this.#at]!;
    return true;
  }
}

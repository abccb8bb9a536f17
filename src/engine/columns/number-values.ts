/**
 * Numbers or moments of a field in memory: distinct ones in order, and which of them each document has. Two numbers that are the
 * same 64-bit float are one; ranges of a query tell them apart, sorting and counting do not. Moments of two milliseconds are never one.
 */
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { CHUNK_BYTES, type Extent, type NumberColumn } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { bytesOf, type DocValues, type OrdinalCursor, severalValues, singleValues } from './doc-values.ts';
import { STEP_BYTES } from './number-column-reader.ts';

export interface NumberValues {
  readonly docs: DocValues;
  /** Ascending; milliseconds since 1970 of dates. */
  readonly numbers: Float64Array;
  readonly bytes: number;
}

export interface Points {
  readonly numbers: Float64Array;
  readonly docs: Uint32Array;
}

/** Of the columns of a field and its aliases. */
export function* loadNumberValues(
  stream: StreamReader,
  columns: readonly NumberColumn[],
  documentCount: number,
): Generator<void, NumberValues> {
  const held = heldMemory();
  const count = columns.reduce((sum, column) => sum + column.count, 0);
  claimMemory(12 * count * columns.length, 'the numbers of a field');
  let points: Points = { numbers: new Float64Array(0), docs: new Uint32Array(0) };
  for (const column of columns) points = merged(points, yield* readPoints(stream, column));
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

/** Of one column, in its order. */
export function* readPoints(stream: StreamReader, column: NumberColumn): Generator<void, Points> {
  const numbers = new Float64Array(column.count);
  const { values, steps } = column;
  if (steps === null) {
    yield* readEach(stream, values, 8, (view, at, i) => {
      numbers[i] = view.getFloat64(at, true);
    });
  } else {
    const { first, width } = steps;
    yield* readEach(stream, values, STEP_BYTES, (view, at, i) => {
      numbers[i] = first + width * view.getUint32(at, true);
    });
  }
  if (column.residuals !== null) {
    yield* readEach(stream, column.residuals, 8, (view, at, i) => {
      numbers[i] = withResidual(numbers[i]!, view.getFloat64(at, true));
    });
  }
  const docs = new Uint32Array(column.count);
  if (column.docs === null) for (let i = 0; i < docs.length; i++) docs[i] = i;
  else {
    yield* readEach(stream, column.docs, 4, (view, at, i) => {
      docs[i] = view.getUint32(at, true);
    });
  }
  return { numbers, docs };
}

/**
 * The 64-bit float of an exact number. A moment stays within its millisecond: the last tenth of a microsecond of a year is none of the
 * next one.
 */
function withResidual(value: number, residual: number): number {
  const sum = value + residual;
  const isMoment = Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return isMoment && residual > 0 && sum >= value + 1 ? below(value + 1) : sum;
}

/** Finer than any moment of a date but the one at zero. */
const FINEST_STEP = 2 ** -40;

/** The greatest float below a moment. */
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
    // An element that crosses into the next chunk is read alone.
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

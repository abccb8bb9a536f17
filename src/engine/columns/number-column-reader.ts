/**
 * Reads the number columns (points) that number-column-writer.ts writes: pairs of value and document, sorted by value. A range
 * is read in place in its chunk, and copied only if it crosses into the next chunk.
 */
import { readF64, readU32 } from '../../codec/byte-reader.ts';
import { compareExact, type ExactNumber } from '../../schema/number-value.ts';
import { leastPassing } from '../../shared/sorting/binary-search.ts';
import { CHUNK_BYTES, type NumberColumn } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';

/** Size of a value that is a number of steps. */
export const STEP_BYTES = 4;

/** Finds the first point at or above a number or, if exclusive, above it. */
export function firstPoint(
  stream: StreamReader,
  column: NumberColumn,
  number: ExactNumber,
  isInclusive: boolean,
): number {
  return leastPassing(column.count, (point) => {
    const value = readValue(stream, column, point);
    const residual = column.residuals === null ? 0 : readNumber(stream, column.residuals.offset, point);
    const order = compareExact(value, residual, number);
    return order > 0 || (order === 0 && isInclusive);
  });
}

function readValue(stream: StreamReader, { values, steps }: NumberColumn, point: number): number {
  if (steps === null) return readNumber(stream, values.offset, point);
  stream.fetch(values.offset + point * STEP_BYTES, STEP_BYTES);
  return steps.first + steps.width * readU32(stream.bytes, stream.start);
}

function readNumber(stream: StreamReader, offset: number, point: number): number {
  stream.fetch(offset + point * 8, 8);
  return readF64(stream.bytes, stream.start);
}

/** Sets the bits of the documents of points `from` to `to`. */
export function uniteDocs(
  stream: StreamReader,
  column: NumberColumn,
  from: number,
  to: number,
  words: Uint32Array,
): void {
  if (column.docs === null) for (let doc = from; doc < to; doc++) words[doc >>> 5]! |= 1 << (doc & 31);
  forEachStretch(stream, column, from, to, (view, start, count) => {
    for (let at = start, end = start + count * 4; at < end; at += 4) {
      const doc = view.getUint32(at, true);
      words[doc >>> 5]! |= 1 << (doc & 31);
    }
  });
}

/** Clears the bits of the documents of points `from` to `to`. */
export function dropDocs(
  stream: StreamReader,
  column: NumberColumn,
  from: number,
  to: number,
  words: Uint32Array,
): void {
  if (column.docs === null) for (let doc = from; doc < to; doc++) words[doc >>> 5]! &= ~(1 << (doc & 31));
  forEachStretch(stream, column, from, to, (view, start, count) => {
    for (let at = start, end = start + count * 4; at < end; at += 4) {
      const doc = view.getUint32(at, true);
      words[doc >>> 5]! &= ~(1 << (doc & 31));
    }
  });
}

/** Returns the documents of points `from` to `to`, in order of value. */
export function copyDocs(stream: StreamReader, column: NumberColumn, from: number, to: number): Uint32Array {
  const docs = new Uint32Array(to - from);
  if (column.docs === null) for (let i = 0; i < docs.length; i++) docs[i] = from + i;
  forEachStretch(stream, column, from, to, (view, start, count, at) => {
    for (let i = 0; i < count; i++) docs[at - from + i] = view.getUint32(start + i * 4, true);
  });
  return docs;
}

/** Selects points of a range: either those of bare dates, or the others. */
export interface MarkedPoints {
  readonly from: number;
  readonly to: number;
  readonly isBare: boolean;
}

/** Returns the documents of the selected points, in order of value. */
export function markedDocs(stream: StreamReader, column: NumberColumn, marked: MarkedPoints): Uint32Array {
  const docs = copyDocs(stream, column, marked.from, marked.to);
  let count = 0;
  forEachMarked(stream, column, marked, (point) => {
    docs[count++] = docs[point - marked.from]!;
  });
  return docs.subarray(0, count);
}

/** Returns the number of selected points. */
export function countMarked(stream: StreamReader, column: NumberColumn, marked: MarkedPoints): number {
  let count = 0;
  forEachMarked(stream, column, marked, () => {
    count++;
  });
  return count;
}

function forEachMarked(
  stream: StreamReader,
  { bare }: NumberColumn,
  { from, to, isBare }: MarkedPoints,
  visit: (point: number) => void,
): void {
  let word = 0;
  for (let point = from; point < to; point++) {
    if (bare !== null && (point === from || (point & 31) === 0)) {
      stream.fetch(bare.offset + (point >>> 5) * 4, 4);
      word = readU32(stream.bytes, stream.start);
    }
    if (((word >>> (point & 31)) & 1) === (isBare ? 1 : 0)) visit(point);
  }
}

/**
 * Calls `visit` for the documents of points `from` to `to`, at least one and at most a chunk at a time. Does nothing if
 * documents are not stored.
 */
function forEachStretch(
  stream: StreamReader,
  column: NumberColumn,
  from: number,
  to: number,
  visit: (view: DataView, start: number, count: number, at: number) => void,
): void {
  const { docs } = column;
  if (docs === null) return;
  for (let at = from; at < to; ) {
    const offset = docs.offset + at * 4;
    const inChunk = Math.floor((CHUNK_BYTES - (offset % CHUNK_BYTES)) / 4);
    const count = Math.min(to - at, Math.max(1, inChunk));
    stream.fetch(offset, count * 4);
    visit(stream.view, stream.start, count, at);
    at += count;
  }
}

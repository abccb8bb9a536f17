import { readF64 } from '../codec/byte-reader.ts';
import { CHUNK_BYTES, type NumberColumn } from './format.ts';
import { compareExact, type ExactNumber } from './number-value.ts';
import type { StreamReader } from './store.ts';

/**
 * Reads the columns of numbers that `number-points.ts` writes: points in order of value, each with its document. A
 * piece is read where it lies in its chunk; only what lies across two chunks is put together.
 */

/** The first point that is at or above a number, or, exclusively, above it. */
export function firstPoint(
  stream: StreamReader,
  column: NumberColumn,
  number: ExactNumber,
  isInclusive: boolean,
): number {
  let low = 0;
  let high = column.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = readNumber(stream, column.values.offset, middle);
    const residual = column.residuals === null ? 0 : readNumber(stream, column.residuals.offset, middle);
    const order = compareExact(value, residual, number);
    if (order < 0 || (order === 0 && !isInclusive)) low = middle + 1;
    else high = middle;
  }
  return low;
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
  for (let at = from; at < to; ) {
    const count = fetchDocs(stream, column, at, to);
    const view = viewOf(stream);
    for (let place = stream.start, end = place + count * 4; place < end; place += 4) {
      const doc = view.getUint32(place, true);
      words[doc >>> 5]! |= 1 << (doc & 31);
    }
    at += count;
  }
}

/** Clears the bits of the documents of points `from` to `to`. */
export function dropDocs(
  stream: StreamReader,
  column: NumberColumn,
  from: number,
  to: number,
  words: Uint32Array,
): void {
  for (let at = from; at < to; ) {
    const count = fetchDocs(stream, column, at, to);
    const view = viewOf(stream);
    for (let place = stream.start, end = place + count * 4; place < end; place += 4) {
      const doc = view.getUint32(place, true);
      words[doc >>> 5]! &= ~(1 << (doc & 31));
    }
    at += count;
  }
}

/** The documents of points `from` to `to`, in order of value. */
export function copyDocs(stream: StreamReader, column: NumberColumn, from: number, to: number): Uint32Array {
  const docs = new Uint32Array(to - from);
  for (let at = from; at < to; ) {
    const count = fetchDocs(stream, column, at, to);
    const view = viewOf(stream);
    for (let i = 0; i < count; i++) docs[at - from + i] = view.getUint32(stream.start + i * 4, true);
    at += count;
  }
  return docs;
}

/** Fetches documents from a point on, as many as lie in its chunk and one at least; returns how many. */
function fetchDocs(stream: StreamReader, column: NumberColumn, point: number, to: number): number {
  const offset = column.docs.offset + point * 4;
  const inChunk = Math.floor((CHUNK_BYTES - (offset % CHUNK_BYTES)) / 4);
  const count = Math.min(to - point, Math.max(1, inChunk));
  stream.fetch(offset, count * 4);
  return count;
}

function viewOf({ bytes }: StreamReader): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

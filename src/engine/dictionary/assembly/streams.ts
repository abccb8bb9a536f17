/**
 * Bytes of streams on their way to the caller, which cuts them into chunks. The caller takes a chunk as soon as it is full. So
 * chunks of all streams are written in a fixed order, no matter how the pieces were cut.
 */
import { copy, take } from '../../../kernel/assembly/room';

export const POSTINGS: u32 = 0;
export const BUCKETS: u32 = 1;
/** Not streams, but parts of a stream. They are written at the end of a field. */
export const INDEX: u32 = 2;
export const GRAMS: u32 = 3;
const STREAMS: u32 = 4;

/** The stream with a full chunk, or this value. */
const NONE: i32 = -1;
/** How far copies may write and read past the end. */
export const MORE: usize = 16;

@unmanaged
class Stream {
  /** The beginning of the bytes that the caller has not taken yet. */
  at: usize;
  end: usize;
  /** Number of bytes so far, and their number when the next chunk is full. */
  length: u64;
  boundary: u64;
}

let streamsAt: usize = 0;
let chunkBytes: u64 = 0;
export let full: i32 = NONE;

function streamOf(n: u32): Stream {
  return changetype<Stream>(streamsAt + offsetof<Stream>() * <usize>n);
}

export function layStreams(bytesOfChunk: u32): void {
  chunkBytes = <u64>bytesOfChunk;
  streamsAt = take(offsetof<Stream>() * <usize>STREAMS);
}

export function layStream(n: u32, bytes: usize): void {
  const stream = streamOf(n);
  stream.at = take(bytes + MORE);
  stream.end = stream.at;
  stream.boundary = u64.MAX_VALUE;
}

/** Resets the full stream and returns it. */
export function takeFull(): i32 {
  const found = full;
  full = NONE;
  return found;
}

export function lengthOf(n: u32): u64 {
  return streamOf(n).length;
}

/** Called when the caller has appended bytes to the stream itself. */
export function setLength(n: u32, length: f64): void {
  const stream = streamOf(n);
  stream.length = <u64>length;
  stream.boundary = (stream.length / chunkBytes + 1) * chunkBytes;
}

export function partAt(n: u32): usize {
  return streamOf(n).at;
}

export function partEnd(n: u32): usize {
  return streamOf(n).end;
}

/** Called when the caller has taken the part. */
export function clearPart(n: u32): void {
  const stream = streamOf(n);
  stream.end = stream.at;
}

/** Called when bytes were written after the part, up to `end`. */
export function reachEnd(n: u32, end: usize): void {
  const stream = streamOf(n);
  stream.length += <u64>(end - stream.end);
  stream.end = end;
  if (stream.length < stream.boundary) return;
  stream.boundary = (stream.length / chunkBytes + 1) * chunkBytes;
  full = <i32>n;
}

export function append(n: u32, at: usize, bytes: usize): void {
  const end = partEnd(n);
  copy(end, at, bytes);
  reachEnd(n, end + bytes);
}

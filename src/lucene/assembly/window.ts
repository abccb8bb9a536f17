/** Windows over the files of an index. The caller fills each with bytes of its file. */

/** Reads bytes of an open file to `to`, from file offset `offset` on. */
declare function read(file: u32, to: usize, count: usize, offset: f64): void;
/** Throws the error for a fault in a file, with numbers that locate it. */
declare function fail(file: u32, finding: u32, a: f64, b: f64): void;

/** Kinds of faults; src/cases/lucene/term-findings.ts has their texts. */
export const CUT: u32 = 1;
export const NUMBER_TOO_LONG: u32 = 2;
export const EXCEPTION_BEHIND: u32 = 3;
export const DOCUMENTS: u32 = 4;
export const FEWER: u32 = 5;
export const MORE: u32 = 6;
export const POSITION_TOO_LARGE: u32 = 7;
export const POINTS_BEHIND: u32 = 8;
export const TOO_MANY: u32 = 9;
export const NUMBER_TOO_LARGE: u32 = 10;
export const COMPRESSION: u32 = 11;
export const LZ4: u32 = 12;
export const SUFFIX: u32 = 13;
export const NOT_ABOVE: u32 = 14;
export const BYTES_LEFT: u32 = 15;
export const LENGTHS: u32 = 16;
export const NO_DOCUMENTS: u32 = 17;
export const RELATIVE_TO_NONE: u32 = 18;
export const NO_SUCH_DOCUMENT: u32 = 19;
export const TOO_DEEP: u32 = 20;
export const TWICE: u32 = 21;
export const TERM_TOO_LONG: u32 = 22;
export const NOT_IN_ORDER: u32 = 23;
export const EXCEPTION_OF_SUFFIXES: u32 = 24;

/** Bytes that may be read past a window and are ignored. */
export const MORE_BYTES: usize = 1536;

@unmanaged
export class Window {
  file: u32;
  room: usize;
  roomBytes: usize;
  /** The next byte, and the end of the available ones. */
  at: usize;
  end: usize;
  /** The file offset of `room`, and where reading must stop. */
  offset: u64;
  fileEnd: u64;
}

export function openWindow(w: Window, file: u32, fileEnd: u64, room: usize, roomBytes: usize): void {
  w.file = file;
  w.room = room;
  w.roomBytes = roomBytes;
  w.at = room;
  w.end = room;
  w.offset = 0;
  w.fileEnd = fileEnd;
}

export function offsetOf(w: Window): u64 {
  return w.offset + <u64>(w.at - w.room);
}

/** Whether the file has no bytes after the available ones. */
export function isFinal(w: Window): bool {
  return w.offset + <u64>(w.end - w.room) === w.fileEnd;
}

export function seek(w: Window, offset: u64): void {
  if (offset > w.fileEnd) damaged(w, POINTS_BEHIND, <f64>offset, <f64>w.fileEnd);
  if (offset >= w.offset && offset - w.offset <= <u64>(w.end - w.room)) {
    w.at = w.room + <usize>(offset - w.offset);
    return;
  }
  w.offset = offset;
  w.at = w.room;
  w.end = w.room;
}

/** Moves the remaining bytes to the front, and reads more. */
export function fill(w: Window): void {
  const left = w.end - w.at;
  const offset = offsetOf(w);
  memory.copy(w.room, w.at, left);
  const count = <usize>min(<u64>(w.roomBytes - left), w.fileEnd - offset - <u64>left);
  w.offset = offset;
  w.at = w.room;
  w.end = w.room + left;
  read(w.file, w.end, count, <f64>(offset + <u64>left));
  w.end += count;
}

/** Makes this many bytes available, unless the file ends before. The buffer must be larger. */
export function ensure(w: Window, bytes: usize): void {
  if (w.end - w.at < bytes && !isFinal(w)) fill(w);
}

/** Copies the next bytes to `to`, however many there are. */
export function take(w: Window, to: usize, bytes: usize): void {
  if (<u64>bytes > w.fileEnd - offsetOf(w)) damaged(w, CUT, <f64>offsetOf(w), <f64>w.fileEnd);
  const there = min(bytes, w.end - w.at);
  memory.copy(to, w.at, there);
  w.at += there;
  const rest = bytes - there;
  if (rest === 0) return;
  if (rest > w.roomBytes >> 1) {
    const offset = offsetOf(w);
    read(w.file, to + there, rest, <f64>offset);
    seek(w, offset + <u64>rest);
    return;
  }
  fill(w);
  memory.copy(to + there, w.at, rest);
  w.at += rest;
}

/** Does not return. */
export function damaged(w: Window, finding: u32, a: f64, b: f64): void {
  fail(w.file, finding, a, b);
  unreachable();
}

/** Reads the number at `at`, of at most 32 bits and five bytes, and sets `after` to its end. It must end before `end`. */
export let after: usize = 0;
export function vIntAt(w: Window, at: usize, end: usize): u32 {
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    if (shift > 28) damaged(w, NUMBER_TOO_LONG, <f64>offsetOf(w), <f64>w.fileEnd);
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  if (at > end) damaged(w, CUT, <f64>offsetOf(w), <f64>w.fileEnd);
  after = at;
  return value;
}

/** Reads the number at `at`, of up to 2^53 and at most nine bytes, and sets `after` to its end. It must end before `end`. */
export function vLongAt(w: Window, at: usize, end: usize): u64 {
  let byte = <u64>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u64 = 7; byte > 127; shift += 7) {
    if (shift > 56) damaged(w, NUMBER_TOO_LONG, <f64>offsetOf(w), <f64>w.fileEnd);
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  if (value >> 53 !== 0) damaged(w, NUMBER_TOO_LARGE, <f64>offsetOf(w), <f64>w.fileEnd);
  if (at > end) damaged(w, CUT, <f64>offsetOf(w), <f64>w.fileEnd);
  after = at;
  return value;
}

/** Reads the next number. */
export function vInt(w: Window): u32 {
  ensure(w, 10);
  const value = vIntAt(w, w.at, w.end);
  w.at = after;
  return value;
}

export function vLong(w: Window): u64 {
  ensure(w, 10);
  const value = vLongAt(w, w.at, w.end);
  w.at = after;
  return value;
}

/** Reads the next byte. */
export function byte(w: Window): u32 {
  ensure(w, 1);
  if (w.at === w.end) damaged(w, CUT, <f64>offsetOf(w), <f64>w.fileEnd);
  return <u32>load<u8>(w.at++);
}

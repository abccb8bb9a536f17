/**
 * The current piece: records of lists on their way to the thread that writes the streams. src/engine/inversion/encoded-lists.ts
 * describes their format.
 */
import { copy, putVarint, take } from '../../../kernel/assembly/room';

/** Receives the piece: the bytes at `at`, then those at `moreAt`. */
declare function give(at: usize, bytes: usize, moreAt: usize, moreBytes: usize): void;

const TERM: u8 = 0;
export const FREQUENCIES: u8 = 1;
export const POSITIONS: u8 = 2;
export const SHORT: u8 = 3;
export const LONG: u8 = 4;
const END: u8 = 5;
const COUNT: u8 = 6;

/** Space after a full piece, for heads of records, the end of a list, and overlong copies. */
const MORE_BYTES: usize = 4096;

let pieceAt: usize = 0;
/** A piece with its end here or later is emitted at the end of a record. */
let fullAt: usize = 0;
/** The address of the next byte. */
let out: usize = 0;
/** Whether a piece was emitted since the caller's last check. */
export let isGiven: bool = false;
/** Occurrences not reported in a piece yet. */
let occurrences: u32 = 0;

export function beginPieces(pieceBytes: usize): void {
  pieceAt = take(pieceBytes + 2 * MORE_BYTES);
  fullAt = pieceAt + pieceBytes;
  out = pieceAt;
  occurrences = 0;
}

export function countOccurrences(count: u32): void {
  occurrences += count;
}

export function askGiven(): void {
  isGiven = false;
}

/** Emits the bytes so far as a piece. */
export function flush(): void {
  if (out === pieceAt && occurrences === 0) return;
  store<u8>(out, COUNT);
  out = putVarint(out + 1, occurrences);
  occurrences = 0;
  const bytes = out - pieceAt;
  out = pieceAt;
  isGiven = true;
  give(pieceAt, bytes, pieceAt, 0);
}

function giveFull(): void {
  if (out >= fullAt) flush();
}

/** Appends the rest of a record. Bytes that do not fit are emitted with the piece. */
function append(at: usize, bytes: usize): void {
  if (bytes <= fullAt + MORE_BYTES - out) {
    copy(out, at, bytes);
    out += bytes;
    return;
  }
  const before = out - pieceAt;
  out = pieceAt;
  isGiven = true;
  give(pieceAt, before, at, bytes);
}

export function putTerm(field: u32, at: usize, bytes: usize): void {
  store<u8>(out, TERM);
  out = putVarint(putVarint(out + 1, field), bytes);
  append(at, bytes);
}

/** Writes a record of this many bytes. */
export function putRecord(kind: u8, at: usize, bytes: usize): void {
  store<u8>(out, kind);
  out = putVarint(out + 1, bytes);
  append(at, bytes);
  giveFull();
}

/** Writes a record that contains its own lengths. */
export function putLong(at: usize, bytes: usize): void {
  store<u8>(out++, LONG);
  append(at, bytes);
  giveFull();
}

/** Ends a list of several documents. */
export function putEnd(docFreq: u32, frequencyBytes: u64, positionBytes: u64): void {
  beginEnd(docFreq, frequencyBytes, positionBytes);
  giveFull();
}

function beginEnd(docFreq: u32, frequencyBytes: u64, positionBytes: u64): void {
  store<u8>(out, END);
  out = putVarint(putVarint(putVarint(out + 1, docFreq), frequencyBytes), positionBytes);
}

/** Ends a list of one document, with its first `inline` positions as gaps. */
export function putSingleEnd(positionBytes: u64, doc: u32, tf: u32, positions: usize, inline: u32): void {
  beginEnd(1, 0, positionBytes);
  out = putVarint(putVarint(out, doc), tf);
  let next: u32 = 0;
  for (let i: u32 = 0; i < inline; i++) {
    const position = load<u32>(positions + ((<usize>i) << 2));
    out = putVarint(out, position - next);
    next = position + 1;
  }
  giveFull();
}

/** The piece that is being written: records of lists on their way to the thread that writes the streams. ../../../engine/inversion/encoded-lists.ts has their format. */
import { copy, putVarint, take } from './room';

/** Takes the piece, which is what is at `at` and then what is at `moreAt`. */
declare function give(at: usize, bytes: usize, moreAt: usize, moreBytes: usize): void;

const TERM: u8 = 0;
export const FREQUENCIES: u8 = 1;
export const POSITIONS: u8 = 2;
export const SHORT: u8 = 3;
export const LONG: u8 = 4;
const END: u8 = 5;
const COUNT: u8 = 6;

/** Beyond a full piece: heads of records, the end of a list, and what a copy writes too much. */
const MORE_BYTES: usize = 4096;

let pieceAt: usize = 0;
/** A piece that ends there or later is given once a record ends. */
let fullAt: usize = 0;
/** Where the next byte goes. */
let out: usize = 0;
/** Whether a piece was given since the caller asked. */
export let isGiven: bool = false;
/** That no piece has told yet. */
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

/** What is there so far is a piece. */
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

/** The rest of a record. What does not fit is given with the piece. */
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

/** A record of so many bytes. */
export function putRecord(kind: u8, at: usize, bytes: usize): void {
  store<u8>(out, kind);
  out = putVarint(out + 1, bytes);
  append(at, bytes);
  giveFull();
}

/** A record that has its own lengths. */
export function putLong(at: usize, bytes: usize): void {
  store<u8>(out++, LONG);
  append(at, bytes);
  giveFull();
}

/** Of a list of more documents than one. */
export function putEnd(docFreq: u32, frequencyBytes: u64, positionBytes: u64): void {
  beginEnd(docFreq, frequencyBytes, positionBytes);
  giveFull();
}

function beginEnd(docFreq: u32, frequencyBytes: u64, positionBytes: u64): void {
  store<u8>(out, END);
  out = putVarint(putVarint(putVarint(out + 1, docFreq), frequencyBytes), positionBytes);
}

/** Of a list of one document, with its first `inline` positions as distances. */
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

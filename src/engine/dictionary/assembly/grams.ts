/**
 * The bigrams and trigrams in the terms of a bucket, one bit per row. ../bucket-grams.ts defines the row of a gram and how rows
 * are used.
 */
import { take } from '../../../kernel/assembly/room';

/** Greater than every code point. The last code point of a term makes grams with this. */
const LAST: u32 = 0x200000;
const NO_POINT: u32 = 0xffffffff;

/** 0 if no grams are stored. */
let rows: u32 = 0;
let bitsAt: usize = 0;

export function layGrams(gramRows: u32): void {
  rows = gramRows;
  bitsAt = take(rows >> 3);
}

function rowOf(before: u32, first: u32, second: u32): u32 {
  let hash: u32 = ((before + 1) * 0x27d4eb2f) ^ (first * 0x9e3779b1) ^ (second * 0x85ebca6b);
  hash = (hash ^ (hash >>> 15)) * 0xc2b2ae35;
  return <u32>((<u64>(hash ^ (hash >>> 13)) * <u64>rows) >> 32);
}

/** Adds the bigram of two code points, and the trigram with the one before, if there is one. */
function addGrams(before: u32, first: u32, second: u32): void {
  set(rowOf(NO_POINT, first, second));
  if (before !== NO_POINT) set(rowOf(before, first, second));
}

function set(row: u32): void {
  const at = bitsAt + <usize>(row >> 3);
  const bit: u32 = 1 << (row & 7);
  store<u8>(at, load<u8>(at) | <u8>bit);
}

/** Adds a term that shares its first `shared` bytes with an earlier term of the bucket. These are complete characters. */
export function addTermGrams(term: usize, shared: usize, bytes: usize): void {
  if (rows === 0) return;
  let at = pointBefore(term, pointBefore(term, term + shared));
  const end = term + bytes;
  let beforeFirst = NO_POINT;
  let first = NO_POINT;
  let second = NO_POINT;
  while (at < end) {
    const lead = <u32>load<u8>(at);
    const size: u32 = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let point: u32 = size === 1 ? lead : lead & (0x7f >> size);
    for (let i: u32 = 1; i < size; i++) point = (point << 6) | (<u32>load<u8>(at + i) & 63);
    at += size;
    beforeFirst = first;
    first = second;
    second = point;
    if (first !== NO_POINT) addGrams(beforeFirst, first, second);
  }
  if (first !== NO_POINT) addGrams(beforeFirst, first, second + LAST);
}

/** Returns the address of the character before, or `term` if there is none. */
function pointBefore(term: usize, at: usize): usize {
  let to = at;
  while (to > term && (load<u8>(--to) & 0xc0) === 0x80);
  return to;
}

/** Writes the bits of the bucket to `to`, and begins the next bucket. Returns their end. */
export function putGrams(to: usize): usize {
  const bytes = <usize>(rows >> 3);
  memory.copy(to, bitsAt, bytes);
  memory.fill(bitsAt, 0, bytes);
  return to + bytes;
}

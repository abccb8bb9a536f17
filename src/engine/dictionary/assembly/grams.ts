/**
 * The pairs of neighbouring code points in the terms of a bucket, one bit per row. ../bucket-grams.ts defines the row of a pair
 * and how rows are used.
 */
import { take } from '../../../kernel/assembly/room';

/** Greater than every code point. The last code point of a term makes a pair with this. */
const LAST: u32 = 0x200000;
const ASCII_PAIRS: usize = 1 << 14;

/** 0 if no pairs are stored. */
let rows: u32 = 0;
let bitsAt: usize = 0;
/** Indexed by pair of ASCII: its row plus one, 2 bytes each, initially 0. Most pairs are ASCII. */
let asciiAt: usize = 0;

export function layGrams(gramRows: u32): void {
  rows = gramRows;
  bitsAt = take(rows >> 3);
  asciiAt = take(2 * ASCII_PAIRS);
}

function rowOf(first: u32, second: u32): u32 {
  let hash: u32 = (first * 0x9e3779b1) ^ (second * 0x85ebca6b);
  hash = (hash ^ (hash >>> 15)) * 0xc2b2ae35;
  return (hash ^ (hash >>> 13)) % rows;
}

function rowOfPair(first: u32, second: u32): u32 {
  if ((first | second) >= 0x80) return rowOf(first, second);
  const at = asciiAt + ((<usize>((first << 7) | second)) << 1);
  const known = <u32>load<u16>(at);
  if (known > 0) return known - 1;
  const row = rowOf(first, second);
  store<u16>(at, <u16>(row + 1));
  return row;
}

function set(row: u32): void {
  const at = bitsAt + <usize>(row >> 3);
  const bit: u32 = 1 << (row & 7);
  store<u8>(at, load<u8>(at) | <u8>bit);
}

/** Adds a term that shares its first `shared` bytes with an earlier term of the bucket. These are complete characters. */
export function addPairs(term: usize, shared: usize, bytes: usize): void {
  if (rows === 0) return;
  let at = term + shared;
  while (at > term && (load<u8>(--at) & 0xc0) === 0x80);
  const end = term + bytes;
  let before: u32 = 0xffffffff;
  let last: u32 = 0xffffffff;
  while (at < end) {
    const lead = <u32>load<u8>(at);
    const size: u32 = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let point: u32 = size === 1 ? lead : lead & (0x7f >> size);
    for (let i: u32 = 1; i < size; i++) point = (point << 6) | (<u32>load<u8>(at + i) & 63);
    at += size;
    if (last !== 0xffffffff) set(rowOfPair(last, point));
    before = last;
    last = point;
  }
  if (before !== 0xffffffff) set(rowOf(before, last + LAST));
}

/** Writes the bits of the bucket to `to`, and begins the next bucket. Returns their end. */
export function putGrams(to: usize): usize {
  const bytes = <usize>(rows >> 3);
  memory.copy(to, bitsAt, bytes);
  memory.fill(bitsAt, 0, bytes);
  return to + bytes;
}

/**
 * Looks up a few ascending documents in an encoded block. Skips whole words and groups of gaps, so that a frequent term costs
 * little next to a rare one. ../../codec/doc-block.ts describes the forms.
 */
import { BLOCK_BITS } from './constants';
import { decodeList } from './documents';
import { ALIVE, BYTES, BYTES_END, CANDIDATES, FOUND, LISTS, LOWS, MASKS, ORDINALS } from './memory';

/** Mask for the part of a document number within its block. */
const LOW_MASK: i32 = (1 << BLOCK_BITS) - 1;
const BITMAP_BYTES: usize = ((<usize>1) << BLOCK_BITS) >> 3;
/** Maximum candidates whose 16-bit ranks fit in the space of a list's bitmap. */
const SORTED_MAX: u32 = <u32>BITMAP_BYTES >> 1;
/** The bitmap into which a list is decoded for lookups, placed after the bitmaps of a match. */
const LOOKED_UP: u32 = 8;
/** A list is decoded if it has fewer bytes than this multiple of the documents to look up. */
const DENSE_SHARE: u32 = 8;
const GAPS: u32 = 0;
const BITMAP: u32 = 1;
/** Bytes of gaps skipped together. */
const GROUP: u32 = 16;

/** Sixteen 0xff bytes, then sixteen zeros. From byte 16 - n on, the first n of 16 lanes are set. */
function fillMasks(): void {
  memory.fill(MASKS, 0xff, 16);
}
fillMasks();

/** The documents to look up, of 16 bits each. */
let lows: usize = LOWS;
/** The cursor among gaps; the last document read, or -1; and its rank. */
let at: usize = 0;
let low: i32 = -1;
let rank: i32 = -1;

function varint(): u32 {
  let byte = <u32>load<u8>(at++);
  if (byte < 128) return byte;
  let value = byte & 127;
  byte = load<u8>(at++);
  value |= (byte & 127) << 7;
  if (byte > 127) value |= (<u32>load<u8>(at++)) << 14;
  return value;
}

function sumOf(bytes: v128): i32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** Skips gaps, 16 bytes at a time, while they lead to documents below `wanted`. */
function passGaps(end: usize, wanted: i32): void {
  while (at + 16 <= end) {
    const bytes = v128.load(at);
    const more = i8x16.bitmask(bytes);
    if (more === 0) {
      const next = low + sumOf(bytes) + 16;
      if (next >= wanted) return;
      low = next;
      rank += 16;
      at += 16;
      continue;
    }
    // The last number may continue past the 16 bytes. Then it is excluded.
    const whole = 16 - clz<i32>(~(more << 16));
    const numbers = whole - popcnt<i32>(more & ((1 << whole) - 1));
    const zero = i8x16.splat(0);
    const isSecond = i8x16.shr_s(
      i8x16.shuffle(zero, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30),
      7,
    );
    const isThird = v128.and(
      isSecond,
      i8x16.shuffle(zero, isSecond, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30),
    );
    const values = v128.and(v128.and(bytes, i8x16.splat(127)), v128.load(MASKS + 16 - whole));
    const next =
      low +
      numbers +
      sumOf(v128.andnot(values, isSecond)) +
      (sumOf(v128.andnot(v128.and(values, isSecond), isThird)) << 7) +
      (sumOf(v128.and(values, isThird)) << 14);
    if (next >= wanted) return;
    low = next;
    rank += numbers;
    at += whole;
  }
}

function rankInGaps(end: usize, count: u32): u32 {
  let found: u32 = 0;
  at = BYTES;
  low = -1;
  rank = -1;
  // For targets nearer than the average reach of a group of gaps, trying a group costs more than reading some gaps.
  const reach = <i32>max<u32>(((<u32>LOW_MASK + 1) * GROUP) / <u32>(end - BYTES), GROUP);
  for (let i: u32 = 0; i < count; i++) {
    const wanted = <i32>load<u16>(lows + (i << 1)) & LOW_MASK;
    if (wanted - low > reach) passGaps(end, wanted);
    while (low < wanted && at < end) {
      low += varint() + 1;
      rank++;
    }
    const isThere: bool = low === wanted;
    store<i32>(FOUND + (i << 2), select<i32>(rank, -1, isThere));
    found += u32(isThere);
  }
  return found;
}

function rankInBitmap(length: u32, count: u32): u32 {
  let found: u32 = 0;
  let before: u32 = 0;
  let word: u32 = 0;
  const words = (length + 7) >> 3;
  // The bitmap ends with a 32-bit word, but the bytes after it are read, too.
  store<u64>(BYTES + length, 0);
  for (let i: u32 = 0; i < count; i++) {
    const wanted = <u32>load<u16>(lows + (i << 1)) & LOW_MASK;
    const to = wanted >> 6;
    if (to >= words) {
      store<i32>(FOUND + (i << 2), -1);
      continue;
    }
    for (; word < to; word++) before += <u32>popcnt<u64>(load<u64>(BYTES + ((<usize>word) << 3)));
    const own = load<u64>(BYTES + ((<usize>to) << 3));
    const isThere: bool = ((own >> (<u64>wanted & 63)) & 1) !== 0;
    const below = own & (((<u64>1) << (<u64>wanted & 63)) - 1);
    store<i32>(FOUND + (i << 2), select<i32>(before + <u32>popcnt<u64>(below), -1, isThere));
    found += u32(isThere);
  }
  return found;
}

function rankInIntervals(end: usize, count: u32): u32 {
  let found: u32 = 0;
  at = BYTES;
  /** Documents before the current interval `from … to`, whose end `to` is exclusive. */
  let before: i32 = 0;
  let from: i32 = 0;
  let to: i32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const wanted = <i32>load<u16>(lows + (i << 1)) & LOW_MASK;
    while (to <= wanted && at < end) {
      before += to - from;
      from = to + varint();
      to = from + varint() + 1;
    }
    const isThere: bool = from <= wanted && wanted < to;
    store<i32>(FOUND + (i << 2), select<i32>(before + wanted - from, -1, isThere));
    found += u32(isThere);
  }
  return found;
}

function rankAll(form: u32, length: u32, count: u32): u32 {
  const end = BYTES + length;
  assert(end <= LOWS && FOUND + ((<usize>count) << 2) <= BYTES_END);
  if (form === GAPS) return rankInGaps(end, count);
  return form === BITMAP ? rankInBitmap(length, count) : rankInIntervals(end, count);
}

export function rankLows(form: u32, length: u32, count: u32): u32 {
  lows = LOWS;
  return rankAll(form, length, count);
}

/** Keeps the documents that are in a bitmap, or with `wanted` 0 those that are not. Returns how many. */
function keepInBitmap(bitmap: usize, length: u32, count: u32, wanted: u32): u32 {
  let left: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const low = <u32>load<u16>(LOWS + (i << 1));
    const byte = (low & LOW_MASK) >> 3;
    const isThere = byte < length ? (<u32>load<u8>(bitmap + byte) >> (low & 7)) & 1 : 0;
    store<u16>(LOWS + (left << 1), <u16>low);
    left += isThere ^ wanted ^ 1;
  }
  return left;
}

/** Like `keepInBitmap`, for a block of any form. */
export function keepLows(form: u32, length: u32, count: u32, wanted: u32): u32 {
  if (form === BITMAP) return keepInBitmap(BYTES, length, count, wanted);
  if (count * DENSE_SHARE > length) {
    // With this many documents, nearly all of it would be read anyway, with a comparison for each number.
    decodeList(LOOKED_UP, form, length);
    return keepInBitmap(LISTS + <usize>LOOKED_UP * BITMAP_BYTES, <u32>BITMAP_BYTES, count, wanted);
  }
  let left: u32 = 0;
  rankLows(form, length, count);
  for (let i: u32 = 0; i < count; i++) {
    store<u16>(LOWS + (left << 1), load<u16>(LOWS + (i << 1)));
    left += u32(load<i32>(FOUND + (i << 2)) >= 0) ^ wanted ^ 1;
  }
  return left;
}

/** Keeps the candidates that were found, with their ranks in this list, the `list`-th, and in the previous lists. */
function keepFound(list: u32, count: u32): u32 {
  assert(list < 8 && count <= SORTED_MAX);
  let left: u32 = 0;
  for (let before: u32 = 0; before < list; before++) {
    const ranks = LISTS + <usize>before * BITMAP_BYTES;
    left = 0;
    for (let i: u32 = 0; i < count; i++) {
      store<u16>(ranks + (left << 1), load<u16>(ranks + (i << 1)));
      left += u32(load<i32>(FOUND + (i << 2)) >= 0);
    }
  }
  const ranks = LISTS + <usize>list * BITMAP_BYTES;
  left = 0;
  for (let i: u32 = 0; i < count; i++) {
    const rank = load<i32>(FOUND + (i << 2));
    store<u16>(ranks + (left << 1), <u16>rank);
    store<u16>(CANDIDATES + (left << 1), load<u16>(CANDIDATES + (i << 1)) & <u16>LOW_MASK);
    left += u32(rank >= 0);
  }
  return left;
}

/** Narrows the candidates to a block. Lists must come in order, from 0 on. */
export function narrowToBlock(list: u32, form: u32, length: u32, count: u32): u32 {
  lows = CANDIDATES;
  rankAll(form, length, count);
  return keepFound(list, count);
}

/** Like `narrowToBlock`, for `listed` documents of 32 bits, of which only the low halves count. */
export function narrowToDocs(list: u32, listed: u32, count: u32): u32 {
  let own: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const wanted = <u32>load<u16>(CANDIDATES + (i << 1)) & <u32>LOW_MASK;
    while (own < listed && (load<u32>(BYTES + (own << 2)) & <u32>LOW_MASK) < wanted) own++;
    const isThere: bool = own < listed && (load<u32>(BYTES + (own << 2)) & <u32>LOW_MASK) === wanted;
    store<i32>(FOUND + (i << 2), select<i32>(own, -1, isThere));
  }
  return keepFound(list, count);
}

export function ranksOfNarrowed(list: u32, from: u32, count: u32, base: u32): void {
  assert(list < 8 && count <= 256);
  const ranks = LISTS + <usize>list * BITMAP_BYTES;
  for (let i: u32 = 0; i < count; i++) {
    const candidate = from + load<u32>(ALIVE + (i << 2));
    store<u32>(ORDINALS + (i << 2), base + <u32>load<u16>(ranks + (candidate << 1)));
  }
}

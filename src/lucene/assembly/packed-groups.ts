/**
 * Reads numbers of Lucene's lists, one by one and in groups, for lucene-lists.ts.
 *
 * A group of 128 numbers (PFOR) has the same number of bits for each, except for a few whose upper bits follow. Its words of
 * eight bytes, little-endian, have lanes of 8, 16 or 32 bits, the first lane on top. Lane e has the e-th part of the numbers.
 * The first of them is in the top bits of the lane's primitives (one per word), the next in the bits below, and so on. The bits
 * left over at the bottom of the primitives have the last numbers, which continue from one primitive to the next.
 */

/** The end of the last number or group, and whether it was invalid. */
export let after: usize = 0;
export let fault: u32 = 0;
export const NUMBER: u32 = 1;
const EXCEPTION: u32 = 2;

/** Clears errors of earlier numbers. */
export function beginNumbers(): void {
  fault = 0;
}

export function vInt(at: usize): u32 {
  let byte = <u32>load<u8>(at++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    if (shift > 28) {
      fault = NUMBER;
      break;
    }
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  after = at;
  return value;
}

/** Reads a number of at most 32 bits, possibly encoded with more. */
function vLong(at: usize): u32 {
  let value: u64 = 0;
  let byte: u64 = 128;
  for (let shift: u64 = 0; byte > 127; shift += 7) {
    if (shift > 56) {
      fault = NUMBER;
      break;
    }
    byte = load<u8>(at++);
    value |= (byte & 127) << shift;
  }
  if (value > 0xffffffff) fault = NUMBER;
  after = at;
  return <u32>value;
}

/** Decodes a group of 128 numbers to `to`. */
export function readGroup(at: usize, to: usize): void {
  const token = <u32>load<u8>(at++);
  const bits = token & 31;
  if (bits === 0) {
    const value = vLong(at);
    at = after;
    for (let i: usize = 0; i < 512; i += 4) store<u32>(to + i, value);
  } else {
    if (bits <= 8) unpackBytes(at, bits, to);
    else if (bits <= 16) unpackShorts(at, bits, to);
    else unpackInts(at, bits, to);
    at += (<usize>bits) << 4;
  }
  for (let exceptions = token >> 5; exceptions > 0; exceptions--) {
    const index = <usize>load<u8>(at);
    const high = <u32>load<u8>(at, 1);
    at += 2;
    if (index >= 128) fault = EXCEPTION;
    else store<u32>(to + (index << 2), load<u32>(to + (index << 2)) | (high << bits));
  }
  after = at;
}

/** Rows of a group: each is a word with one number per lane, before they are transposed. */
const ROWS: usize = 512;

function lowBits(count: u32): u64 {
  return ((<u64>1) << count) - 1;
}

/**
 * Decodes the numbers that are spread across the bottoms of words. `rest` bits of each lane of a word are the next bits of that
 * lane. The held bits and another word fit in a lane; `each` has 1 in each lane.
 */
function unpackRest(start: usize, bits: u32, rest: u32, each: u64, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const mask = each * lowBits(bits);
  const restMask = each * lowBits(rest);
  let held: u64 = 0;
  let heldBits: u32 = 0;
  for (let at = start; at < end; at += 8) {
    held = (held << rest) | (load<u64>(at) & restMask);
    heldBits += rest;
    if (heldBits >= bits) {
      heldBits -= bits;
      store<u64>(to, (held >> heldBits) & mask);
      to += 8;
      held &= each * lowBits(heldBits);
    }
  }
}

/** Decodes numbers of up to 8 bits: eight lanes of 16 numbers. */
function unpackBytes(start: usize, bits: u32, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const mask = i8x16.splat(<i8>lowBits(bits));
  let row = ROWS;
  for (let shift = <i32>(8 - bits); shift >= 0; shift -= bits) {
    for (let at = start; at < end; at += 16) {
      v128.store(row, v128.and(i8x16.shr_u(v128.load(at), shift), mask));
      row += 16;
    }
  }
  const rest = 8 % bits;
  if (rest !== 0) unpackRest(start, bits, rest, ((<u64>0x01010101) << 32) | 0x01010101, row);
  // Transposes by merging two rows, then two, four and eight of these pairs. In the end, one vector has one lane of all rows.
  const a0 = pairOfRows(0);
  const a1 = pairOfRows(1);
  const a2 = pairOfRows(2);
  const a3 = pairOfRows(3);
  const a4 = pairOfRows(4);
  const a5 = pairOfRows(5);
  const a6 = pairOfRows(6);
  const a7 = pairOfRows(7);
  const low01 = v128.shuffle<u16>(a0, a1, 0, 8, 1, 9, 2, 10, 3, 11);
  const low23 = v128.shuffle<u16>(a2, a3, 0, 8, 1, 9, 2, 10, 3, 11);
  const low45 = v128.shuffle<u16>(a4, a5, 0, 8, 1, 9, 2, 10, 3, 11);
  const low67 = v128.shuffle<u16>(a6, a7, 0, 8, 1, 9, 2, 10, 3, 11);
  const high01 = v128.shuffle<u16>(a0, a1, 4, 12, 5, 13, 6, 14, 7, 15);
  const high23 = v128.shuffle<u16>(a2, a3, 4, 12, 5, 13, 6, 14, 7, 15);
  const high45 = v128.shuffle<u16>(a4, a5, 4, 12, 5, 13, 6, 14, 7, 15);
  const high67 = v128.shuffle<u16>(a6, a7, 4, 12, 5, 13, 6, 14, 7, 15);
  putLanes(low01, low23, low45, low67, to + 256);
  putLanes(high01, high23, high45, high67, to);
}

/** Merges the n-th two rows of eight lanes, lane by lane. */
function pairOfRows(n: usize): v128 {
  const rows = v128.load(ROWS + (n << 4));
  return v128.shuffle<u8>(rows, rows, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Transposes four lanes, with four rows in each vector. The last lane comes first. */
function putLanes(a: v128, b: v128, c: v128, d: v128, to: usize): void {
  const lowAb = v128.shuffle<u32>(a, b, 0, 4, 1, 5);
  const lowCd = v128.shuffle<u32>(c, d, 0, 4, 1, 5);
  const highAb = v128.shuffle<u32>(a, b, 2, 6, 3, 7);
  const highCd = v128.shuffle<u32>(c, d, 2, 6, 3, 7);
  putLane(v128.shuffle<u64>(highAb, highCd, 1, 3), to);
  putLane(v128.shuffle<u64>(highAb, highCd, 0, 2), to + 64);
  putLane(v128.shuffle<u64>(lowAb, lowCd, 1, 3), to + 128);
  putLane(v128.shuffle<u64>(lowAb, lowCd, 0, 2), to + 192);
}

/** Writes 16 bytes as numbers. */
function putLane(lane: v128, to: usize): void {
  const low = i16x8.extend_low_i8x16_u(lane);
  const high = i16x8.extend_high_i8x16_u(lane);
  v128.store(to, i32x4.extend_low_i16x8_u(low));
  v128.store(to, i32x4.extend_high_i16x8_u(low), 16);
  v128.store(to, i32x4.extend_low_i16x8_u(high), 32);
  v128.store(to, i32x4.extend_high_i16x8_u(high), 48);
}

/** Decodes numbers of 9 to 16 bits: four lanes of 32 numbers. */
function unpackShorts(start: usize, bits: u32, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const rest = 16 - bits;
  let row = ROWS;
  for (let at = start; at < end; at += 16) {
    v128.store(row, i16x8.shr_u(v128.load(at), rest));
    row += 16;
  }
  if (rest !== 0) unpackRest(start, bits, rest, 0x0001000100010001, row);
  // Four rows at a time. The last lane comes first.
  for (let rows: usize = 0; rows < 256; rows += 32) {
    const a = v128.load(ROWS + rows);
    const b = v128.load(ROWS + rows, 16);
    const low = v128.shuffle<u16>(a, b, 0, 4, 8, 12, 1, 5, 9, 13);
    const high = v128.shuffle<u16>(a, b, 2, 6, 10, 14, 3, 7, 11, 15);
    const own = to + (rows >> 1);
    v128.store(own, i32x4.extend_high_i16x8_u(high));
    v128.store(own, i32x4.extend_low_i16x8_u(high), 128);
    v128.store(own, i32x4.extend_high_i16x8_u(low), 256);
    v128.store(own, i32x4.extend_low_i16x8_u(low), 384);
  }
}

/** Decodes numbers of 17 to 31 bits: two lanes of 64 numbers. */
function unpackInts(start: usize, bits: u32, to: usize): void {
  const end = start + ((<usize>bits) << 4);
  const mask: u32 = (1 << bits) - 1;
  const rest = 32 - bits;
  const restMask: u64 = (1 << rest) - 1;
  for (let lane: i32 = 4; lane >= 0; lane -= 4) {
    for (let at = start + lane; at < end; at += 8) {
      store<u32>(to, (load<u32>(at) >> rest) & mask);
      to += 4;
    }
    let held: u64 = 0;
    let heldBits: u32 = 0;
    for (let at = start + lane; at < end; at += 8) {
      held = (held << (<u64>rest)) | (<u64>load<u32>(at) & restMask);
      heldBits += rest;
      if (heldBits >= bits) {
        heldBits -= bits;
        store<u32>(to, <u32>(held >> <u64>heldBits) & mask);
        to += 4;
      }
    }
  }
}

/**
 * Decodes gaps of a block, up to eight bytes at a time, if each number has one or two bytes. A shuffle gives each number a
 * lane, and the lanes are summed. Bytes read past the gaps are ignored.
 */
import { DISTANCES, SHUFFLES } from './memory';

/** Shuffle index of a lane without a byte, which becomes zero. */
const NO_BYTE: u8 = 255;

/** Indexed by the pattern of continuation bits in the first seven of eight bytes: the bytes of each lane. */
function fillShuffles(): void {
  for (let way: u32 = 0; way < 128; way++) {
    let byte: u32 = 0;
    for (let lane: u32 = 0; lane < 8; lane++) {
      const isTwo = (way >> byte) & 1;
      const own = SHUFFLES + (way << 4) + (lane << 1);
      store<u8>(own, byte);
      store<u8>(own, isTwo === 1 ? byte + 1 : NO_BYTE, 1);
      byte += 1 + isTwo;
    }
  }
}
fillShuffles();

/** Returns a mask of those of the next eight bytes before `end` that have the continuation bit. */
export function continuation(at: usize, end: usize): i32 {
  const left = <i32>min<usize>(8, end - at);
  return i8x16.bitmask(v128.load64_zero(at)) & ((1 << left) - 1);
}

/** Whether a number has three bytes. Then the other functions do not apply. */
export function hasLong(more: i32): bool {
  return (more & (more << 1)) !== 0;
}

/** Returns how many numbers end in the group. */
export function numbersOf(at: usize, end: usize, more: i32): usize {
  return min<usize>(8, end - at) - <usize>popcnt<i32>(more);
}

/** Returns the total bytes of these numbers. The last number may continue past eight bytes. */
export function bytesOf(at: usize, end: usize, more: i32): usize {
  return min<usize>(8, end - at) - <usize>(more >> 7);
}

/** Returns the distance of each document from the one before the group. Lanes after the last number are undefined. */
export function distancesOf(at: usize, more: i32): v128 {
  const shuffle = v128.load(SHUFFLES + ((<usize>more & 127) << 4));
  const lanes = i8x16.swizzle(v128.load64_zero(at), shuffle);
  const low = v128.and(lanes, i16x8.splat(0x7f));
  const high = i16x8.shr_u(v128.and(lanes, i16x8.splat(0x7f00)), 1);
  const zero = i16x8.splat(0);
  let sums = i16x8.add(v128.or(low, high), i16x8.splat(1));
  sums = i16x8.add(sums, v128.shuffle<u16>(zero, sums, 0, 8, 9, 10, 11, 12, 13, 14));
  sums = i16x8.add(sums, v128.shuffle<u16>(zero, sums, 0, 1, 8, 9, 10, 11, 12, 13));
  return i16x8.add(sums, v128.shuffle<u16>(zero, sums, 0, 1, 2, 3, 8, 9, 10, 11));
}

/** Returns the n-th of eight lanes, by way of memory at DISTANCES. */
export function laneOf(lanes: v128, n: usize): i32 {
  v128.store(DISTANCES, lanes);
  return load<u16>(DISTANCES + (n << 1));
}

/**
 * The bits of a group of positions: prefixes forward, suffixes backward. src/engine/postings/positions-format.ts describes the
 * format.
 */

import { SELECT } from './memory';

/** Fills the table: entry byte * 8 + n - 1 is the index of the byte's n-th set bit from the left. */
function fillSelect(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let ones: u32 = 0;
    for (let bit: u32 = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) store<u8>(SELECT + byte * 8 + ones++, <u8>bit);
  }
}
fillSelect();

// @inline
export function swapped32(word: u32): u32 {
  return (rotl<u32>(word, 8) & 0x00ff00ff) | (rotr<u32>(word, 8) & 0xff00ff00);
}

/** Reads 64 bits, most significant first. */
// @inline
export function bits64(at: usize): u64 {
  return ((<u64>swapped32(load<u32>(at))) << 32) | <u64>swapped32(load<u32>(at, 4));
}

/** Finds the prefix that is `numbers`, at least 1, after another. Each prefix ends with one set bit. */
export function prefixAfter(prefix: u32, numbers: u32): u32 {
  let left = numbers;
  let at: usize = prefix >> 3;
  let word = bits64(at) & (<u64>-1 >> (<u64>prefix & 7));
  let ones = <u32>popcnt<u64>(word);
  while (ones < left) {
    left -= ones;
    at += 8;
    word = bits64(at);
    ones = <u32>popcnt<u64>(word);
  }
  let bit: u32 = 0;
  for (let half: u32 = 32; half >= 8; half >>= 1) {
    const before = <u32>popcnt<u64>(word >> <u64>(64 - half));
    const isBehind: bool = before < left;
    left -= select<u32>(before, 0, isBehind);
    word <<= <u64>select<u32>(half, 0, isBehind);
    bit += select<u32>(half, 0, isBehind);
  }
  return ((<u32>at) << 3) + bit + <u32>load<u8>(SELECT + <usize>(word >> 56) * 8 + left - 1) + 1;
}

/** Returns the number with a suffix of `length` bits, up to 31, at a bit offset, with a one before it: a gap plus 2^order. */
// @inline
export function numberAt(suffix: u32, length: u32): u32 {
  if (length <= 25) {
    return (((swapped32(load<u32>(suffix >> 3)) << (suffix & 7)) >> 1) | 0x80000000) >> (31 - length);
  }
  return <u32>((((bits64(suffix >> 3) << (<u64>suffix & 7)) >> 1) | 0x8000000000000000) >> <u64>(63 - length));
}

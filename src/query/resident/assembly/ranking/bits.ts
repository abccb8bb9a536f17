/**
 * Bitmaps of a block with the ranks of their words. They give ranks of scattered documents, and documents by rank, without
 * reading everything before.
 */
import { RANKS } from './memory';

/** The ranks of the 64-bit words follow, 16 bits each. */
export const BITMAP_BYTES: usize = 8192;

/** Computes the ranks of the words of a bitmap. */
export function rankWords(bits: usize): void {
  const ranks = bits + BITMAP_BYTES;
  let before: u32 = 0;
  for (let word: usize = 0; word < BITMAP_BYTES; word += 8) {
    store<u16>(ranks + (word >> 2), <u16>before);
    before += <u32>popcnt<u64>(load<u64>(bits + word));
  }
}

/** Writes `count` documents of a bitmap with ranks to `out`, starting at rank `first`. */
export function documentsOfBits(bits: usize, first: u32, count: usize, out: usize): void {
  const ranks = bits + BITMAP_BYTES;
  let word: usize = 0;
  for (let step: usize = 512; step > 0; step >>= 1) {
    if (<u32>load<u16>(ranks + ((word + step) << 1)) <= first) word += step;
  }
  let own = load<u64>(bits + (word << 3));
  for (let skipped = first - <u32>load<u16>(ranks + (word << 1)); skipped > 0; skipped--) own &= own - 1;
  const end = out + (count << 1);
  for (; out < end; own = load<u64>(bits + (++word << 3))) {
    for (; own !== 0 && out < end; own &= own - 1) {
      store<u16>(out, <u16>((word << 6) + <usize>ctz<u64>(own)));
      out += 2;
    }
  }
}

/** Writes the ranks of `count` documents, of 16 bits each, to RANKS; -1 for missing documents. */
export function rankInBits(bits: usize, docs: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const doc = <usize>load<u16>(docs + (i << 1));
    const own = load<u64>(bits + ((doc >> 6) << 3));
    const below = own & (((<u64>1) << (<u64>doc & 63)) - 1);
    const rank = <i32>load<u16>(bits + BITMAP_BYTES + ((doc >> 6) << 1)) + <i32>popcnt<u64>(below);
    store<i32>(RANKS + (i << 2), select<i32>(rank, -1, ((own >> (<u64>doc & 63)) & 1) !== 0));
  }
}

/** Bitmaps of a block with the ranks of their words: of many documents, ranks are found without those before them, and documents by rank. */
import { RANKS } from './memory';

/** Behind them are the ranks of the words of 64 bits, 16 bits each. */
export const BITMAP_BYTES: usize = 8192;

/** Gives a bitmap the ranks of its words. */
export function rankWords(bits: usize): void {
  const ranks = bits + BITMAP_BYTES;
  let before: u32 = 0;
  for (let word: usize = 0; word < BITMAP_BYTES; word += 8) {
    store<u16>(ranks + (word >> 2), <u16>before);
    before += <u32>popcnt<u64>(load<u64>(bits + word));
  }
}

/** Writes `count` documents of a bitmap with ranks to `out`, from the one of rank `first` on. */
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

/** The ranks of `count` documents, of 16 bits each, go to RANKS, -1 for those that are not there. */
export function rankInBits(bits: usize, docs: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const doc = <usize>load<u16>(docs + (i << 1));
    const own = load<u64>(bits + ((doc >> 6) << 3));
    const below = own & (((<u64>1) << (<u64>doc & 63)) - 1);
    const rank = <i32>load<u16>(bits + BITMAP_BYTES + ((doc >> 6) << 1)) + <i32>popcnt<u64>(below);
    store<i32>(RANKS + (i << 2), select<i32>(rank, -1, ((own >> (<u64>doc & 63)) & 1) !== 0));
  }
}

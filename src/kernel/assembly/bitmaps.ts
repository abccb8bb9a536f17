/** Counts and lists the documents of the bitmap at SCRATCH. */
import { listWords } from './byte-bits';
import { BLOCK_BITS } from './constants';
import { BYTES, BYTES_END, SCRATCH } from './memory';
import { BYTE_BITS } from './resident/memory';

const BITMAP_BYTES: usize = ((<usize>1) << BLOCK_BITS) >> 3;

export function listBitmap(words: u32, base: u32): u32 {
  const out = listWords(BYTE_BITS, SCRATCH, SCRATCH + ((<usize>words) << 2), base, BYTES);
  assert(out <= BYTES_END);
  return <u32>((out - BYTES) >> 2);
}

export function countBitmap(): u32 {
  let count: u64 = 0;
  for (let word: usize = SCRATCH; word < SCRATCH + BITMAP_BYTES; word += 8) count += popcnt<u64>(load<u64>(word));
  return <u32>count;
}

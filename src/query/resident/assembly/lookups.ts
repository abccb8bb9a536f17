/** Looks up some ascending documents, of 16 bits each at LOWS, in a resident block. */

import { makeBitsFor } from './blocks';
import { BITMAP, BITS, DOCS_AT, DOCS_END, FORM, forgetListed, rankDocs } from './ranking/lists';
import { LOWS, RANKS } from './ranking/memory';

const BITMAP_BYTES: u32 = 8192;

/** Writes the rank of each of `count` documents to RANKS, or -1. Returns the number of documents in the block. */
export function rankLows(block: usize, count: u32): u32 {
  forgetListed();
  if (load<u32>(block, FORM) <= BITMAP) makeBitsFor(block, count);
  rankDocs(block, LOWS, count);
  let found: u32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) found += u32(load<i32>(RANKS + (i << 2)) >= 0);
  return found;
}

/** Moves the documents that the block has, or with `wanted` 0 lacks, to the front. Returns their number. */
export function keepLows(block: usize, count: u32, wanted: u32): u32 {
  if (load<u32>(block, FORM) === BITMAP) {
    forgetListed();
    const at = load<u32>(block, DOCS_AT);
    return keepInBitmap(at, load<u32>(block, DOCS_END) - at, count, wanted);
  }
  if (load<u32>(block, FORM) < BITMAP) makeBitsFor(block, count);
  const bits = load<u32>(block, BITS);
  if (bits !== 0) {
    forgetListed();
    return keepInBitmap(bits, BITMAP_BYTES, count, wanted);
  }
  rankLows(block, count);
  let left: u32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    store<u16>(LOWS + ((<usize>left) << 1), load<u16>(LOWS + (i << 1)));
    left += u32(load<i32>(RANKS + (i << 2)) >= 0) ^ wanted ^ 1;
  }
  return left;
}

function keepInBitmap(bitmap: usize, length: u32, count: u32, wanted: u32): u32 {
  let left: u32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const low = <u32>load<u16>(LOWS + (i << 1));
    const byte = low >> 3;
    const isThere = byte < length ? (<u32>load<u8>(bitmap + byte) >> (low & 7)) & 1 : 0;
    store<u16>(LOWS + ((<usize>left) << 1), <u16>low);
    left += isThere ^ wanted ^ 1;
  }
  return left;
}

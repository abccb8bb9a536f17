/** Bitmaps of the documents of a block, from resident lists in any form. */

import { makeUsedBits } from './blocks';
import { listWords } from './byte-bits';
import { BYTE_BITS } from './memory';
import { BITMAP, BITS, COUNT, DOCS_AT, DOCS_END, FORM, listDocs } from './ranking/lists';
import { LOWS } from './ranking/memory';
import { blockBits } from './terms';

function bytesOfBlock(): usize {
  return (<usize>1) << (blockBits - 3);
}

export function setBit(bits: usize, low: u32): void {
  const byte = bits + (low >> 3);
  store<u8>(byte, <u32>load<u8>(byte) | ((<u32>1) << (low & 7)));
}

export function clearBits(bits: usize): void {
  memory.fill(bits, 0, bytesOfBlock());
}

/** The bitmap of the block, and its end; both 0 without one. */
let from: usize = 0;
let end: usize = 0;

function findBitmap(own: usize): bool {
  makeUsedBits(own);
  from = load<u32>(own, BITS);
  end = from + bytesOfBlock();
  if (from === 0 && load<u32>(own, FORM) === BITMAP) {
    from = load<u32>(own, DOCS_AT);
    end = load<u32>(own, DOCS_END);
  }
  return from !== 0;
}

/** Adds the documents of a block to a bitmap. */
export function unite(own: usize, bits: usize): void {
  if (!findBitmap(own)) {
    listDocs(own);
    const count = <usize>load<u32>(own, COUNT);
    for (let i: usize = 0; i < count; i++) setBit(bits, load<u16>(LOWS + (i << 1)));
    return;
  }
  let out = bits;
  for (; from + 16 <= end; from += 16, out += 16) v128.store(out, v128.or(v128.load(out), v128.load(from)));
  for (; from < end; from += 4, out += 4) store<u32>(out, load<u32>(out) | load<u32>(from));
}

/** Removes the documents of a block from a bitmap. */
export function exclude(own: usize, bits: usize): void {
  if (!findBitmap(own)) {
    listDocs(own);
    const count = <usize>load<u32>(own, COUNT);
    for (let i: usize = 0; i < count; i++) {
      const low = <u32>load<u16>(LOWS + (i << 1));
      const byte = bits + (low >> 3);
      store<u8>(byte, <u32>load<u8>(byte) & ~((<u32>1) << (low & 7)));
    }
    return;
  }
  let out = bits;
  for (; from + 16 <= end; from += 16, out += 16) v128.store(out, v128.andnot(v128.load(out), v128.load(from)));
  for (; from < end; from += 4, out += 4) store<u32>(out, load<u32>(out) & ~load<u32>(from));
}

/** Intersects a bitmap with a block that is stored as one. */
export function intersect(own: usize, bits: usize): void {
  from = load<u32>(own, DOCS_AT);
  end = load<u32>(own, DOCS_END);
  let out = bits;
  for (; from + 16 <= end; from += 16, out += 16) v128.store(out, v128.and(v128.load(out), v128.load(from)));
  for (; from < end; from += 4, out += 4) store<u32>(out, load<u32>(out) & load<u32>(from));
  memory.fill(out, 0, bits + bytesOfBlock() - out);
}

export function countBits(bits: usize): u32 {
  const stop = bits + bytesOfBlock();
  let at = bits;
  let sums = i16x8.splat(0);
  for (; at + 16 <= stop; at += 16) {
    sums = i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(v128.load(at))));
  }
  const fours = i32x4.extadd_pairwise_i16x8_u(sums);
  let found: u32 = i32x4.extract_lane(fours, 0) + i32x4.extract_lane(fours, 1);
  found += i32x4.extract_lane(fours, 2) + i32x4.extract_lane(fours, 3);
  for (; at < stop; at += 8) found += <u32>popcnt<u64>(load<u64>(at));
  return found;
}

/** Writes the documents of a bitmap, each plus `base`, to `out`; returns their end. */
export function listBits(bits: usize, base: u32, out: usize): usize {
  return listWords(BYTE_BITS, bits, bits + bytesOfBlock(), base, out);
}

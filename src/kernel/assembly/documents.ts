/** Documents of a block as bitmaps, and their ranks. ../../codec/doc-block.ts describes the forms. */
import { listWords } from './byte-bits';
import { BLOCK_BITS } from './constants';
import { ALIVE, BYTE_BITS, BYTES, BYTES_END, CANDIDATES, LISTS, ORDINALS, RANKS, SCRATCH, SET, STARTS } from './memory';

const BITMAP_BYTES: usize = ((<usize>1) << BLOCK_BITS) >> 3;
const RANKS_BYTES: usize = BITMAP_BYTES >> 2;
/** Mask for the part of a document number within its block. */
const LOW_MASK: u32 = (1 << BLOCK_BITS) - 1;
const GAPS: u32 = 0;
const BITMAP: u32 = 1;

/** Reads the varint at `at` and moves the cursor past it. */
let at: usize = 0;

function varint(): u32 {
  let byte = <u32>load<u8>(at++);
  if (byte < 128) return byte;
  let value = byte & 127;
  byte = load<u8>(at++);
  value |= (byte & 127) << 7;
  if (byte > 127) value |= (<u32>load<u8>(at++)) << 14;
  return value;
}

function setBit(bitmap: usize, low: u32): void {
  const byte = bitmap + ((low & LOW_MASK) >> 3);
  store<u8>(byte, load<u8>(byte) | ((<u8>1) << (<u8>(low & 7))));
}

/** Writes the low halves of documents, which have 32 bits each. */
function setDocs(bitmap: usize, count: u32): void {
  assert(BYTES + ((<usize>count) << 2) <= BYTES_END);
  for (let i: u32 = 0; i < count; i++) setBit(bitmap, load<u32>(BYTES + (i << 2)));
}

export function fillSet(count: u32): void {
  memory.fill(SET, 0, BITMAP_BYTES);
  setDocs(SET, count);
}

export function fillList(list: u32, count: u32): void {
  const bitmap = LISTS + <usize>list * BITMAP_BYTES;
  memory.fill(bitmap, 0, BITMAP_BYTES);
  setDocs(bitmap, count);
}

export function decodeList(list: u32, form: u32, length: u32): void {
  const bitmap = LISTS + <usize>list * BITMAP_BYTES;
  const end = BYTES + length;
  assert(list <= 8 && end <= BYTES_END);
  if (form === BITMAP) {
    assert(length <= <u32>BITMAP_BYTES && (length & 3) === 0);
    memory.copy(bitmap, BYTES, length);
    memory.fill(bitmap + length, 0, BITMAP_BYTES - length);
    return;
  }
  memory.fill(bitmap, 0, BITMAP_BYTES);
  at = BYTES;
  if (form === GAPS) {
    for (let low: u32 = -1; at < end; ) {
      low += varint() + 1;
      assert(low <= LOW_MASK);
      setBit(bitmap, low);
    }
    return;
  }
  for (let before: u32 = 0; at < end; ) {
    const first = before + varint();
    before = first + varint() + 1;
    assert(before <= LOW_MASK + 1);
    for (let low = first; low < before; low++) setBit(bitmap, low);
  }
}

export function meetList(list: u32, last: u32): u32 {
  assert(list < 8 && last <= LOW_MASK);
  const bitmap = LISTS + <usize>list * BITMAP_BYTES;
  const ranks = RANKS + <usize>list * RANKS_BYTES;
  const end = ((last >> 6) + 1) << 3;
  let before: u32 = 0;
  let left: u32 = 0;
  for (let word: usize = 0; word < end; word += 8) {
    const own = load<u64>(bitmap + word);
    store<u16>(ranks + (word >> 2), <u16>before);
    before += <u32>popcnt<u64>(own);
    const both = own & load<u64>(SET + word);
    store<u64>(SET + word, both);
    left += <u32>popcnt<u64>(both);
  }
  return left;
}

export function collectSet(last: u32): u32 {
  let out = CANDIDATES;
  const end = ((last >> 6) + 1) << 3;
  for (let word: usize = 0; word < end; word += 8) {
    for (let bits = load<u64>(SET + word); bits !== 0; bits &= bits - 1) {
      store<u16>(out, <u16>(((<u32>word) << 3) + <u32>ctz<u64>(bits)));
      out += 2;
    }
  }
  assert(out <= STARTS);
  return <u32>((out - CANDIDATES) >> 1);
}

export function rankCandidates(list: u32, from: u32, count: u32, base: u32): void {
  assert(list < 8 && count <= 256);
  const bitmap = LISTS + <usize>list * BITMAP_BYTES;
  const ranks = RANKS + <usize>list * RANKS_BYTES;
  for (let i: u32 = 0; i < count; i++) {
    const low = <u32>load<u16>(CANDIDATES + ((from + load<u32>(ALIVE + (i << 2))) << 1));
    const word = low >> 6;
    const below = load<u64>(bitmap + (word << 3)) & (((<u64>1) << (<u64>(low & 63))) - 1);
    store<u32>(ORDINALS + (i << 2), base + <u32>load<u16>(ranks + (word << 1)) + <u32>popcnt<u64>(below));
  }
}

export function listBits(words: u32, base: u32): u32 {
  const out = listWords(BYTE_BITS, SCRATCH, SCRATCH + ((<usize>words) << 2), base, BYTES);
  assert(out <= BYTES_END);
  return <u32>((out - BYTES) >> 2);
}

export function countBits(): u32 {
  let count: u64 = 0;
  for (let word: usize = SCRATCH; word < SCRATCH + BITMAP_BYTES; word += 8) count += popcnt<u64>(load<u64>(word));
  return <u32>count;
}

/**
 * The code of the bytes of a frame: made from how often each is there, and written as section 3 of RFC 7932 says. Which of several codes of
 * equal length is chosen, and what is counted, are those of Brotli's library at quality 0, so that frames have the same bytes as there.
 */
import { writeBits } from './frame-bits';

/** By byte: how often it is there; bits of its code word; and its code word, with that number from bit 16 on. Constants lie before. */
const COUNTS: usize = 2048;
const LENGTHS: usize = 3072;
export const WORDS: usize = 3328;
/** Leaves in order, as count and byte; then nodes: what each counts, and its two children. */
const LEAVES: usize = 4352;
const TOTALS: usize = 5376;
const CHILDREN: usize = 7440;
/** Bits of the path to each node. */
const DEPTHS: usize = 9504;
/** By length: how many code words have it, then the next one. */
const NEXT: usize = 10032;

const BYTES: u32 = 256;
/** What repeats often becomes a copy, what is rare stays: so many of each byte count three times. */
const COUNTED_MORE: u32 = 11;
/** Bits of the longest code word. */
const LENGTH_MAX: u32 = 14;
/** A total that no node has. */
const NONE: u32 = 0xffff_ffff;
/** Code words of lengths: how many bits there are of each length, five in places 13 and 14. */
const STATIC_LENGTHS: u64 = 0xff_5555_5554;
const STATIC_LENGTHS_BITS: u64 = 40;
/** What repeats the last length, two further bits; and zero, three. */
const REPEAT_LAST: u64 = 0x0b;
const REPEAT_ZERO: u64 = 0x07;
/** Before any length was given. */
const LENGTH_FIRST: u32 = 8;
/** Reversed numbers of four bits. */
const REVERSED = memory.data<u8>([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);
/** The first bytes that are there, at most four. */
const FIRST = memory.data(4);

/** Makes the code of `[from … end)`, at most 32,767 bytes and at least one, and writes it. Words are at `WORDS` then. */
export function writeLiteralCode(from: usize, end: usize): void {
  memory.fill(COUNTS, 0, 4 * BYTES);
  for (let at = from; at < end; at++) {
    const target = COUNTS + ((<usize>load<u8>(at)) << 2);
    store<u32>(target, load<u32>(target) + 1);
  }
  let kinds: u32 = 0;
  let length: u32 = 0;
  for (let byte: u32 = 0; byte < BYTES; byte++) {
    const target = COUNTS + ((<usize>byte) << 2);
    const count = load<u32>(target);
    if (count === 0) continue;
    store<u32>(target, count + 2 * min(count, COUNTED_MORE));
    if (kinds < 4) store<u8>(FIRST + kinds, <u8>byte);
    kinds++;
    length = byte + 1;
  }
  if (kinds === 1) {
    const only = load<u8>(FIRST);
    writeBits(1, 4);
    writeBits(only, 8);
    store<u32>(WORDS + ((<usize>only) << 2), 0);
    return;
  }
  memory.fill(LENGTHS, 0, BYTES);
  for (let least: u32 = 1; !setLengths(length, least); least *= 2);
  setWords(length);
  if (kinds <= 4) writeFew(kinds);
  else writeLengths(length);
}

/** Each counts `least` at least. False: a code word is too long. */
function setLengths(length: u32, least: u32): bool {
  let leaves: usize = 0;
  for (let byte = length; byte-- > 0; ) {
    const count = load<u32>(COUNTS + ((<usize>byte) << 2));
    if (count === 0) continue;
    store<u32>(LEAVES + (leaves << 2), (max(count, least) << 8) | byte);
    leaves++;
  }
  sortLeaves(leaves);
  for (let n: usize = 0; n < leaves; n++) store<u32>(TOTALS + (n << 2), load<u32>(LEAVES + (n << 2)) >> 8);
  store<u32>(TOTALS + (leaves << 2), NONE);
  // Nodes are made in ascending order: the next one to be joined is a leaf or the oldest node.
  let leaf: usize = 0;
  let node = leaves + 1;
  let made = leaves + 1;
  store<u32>(TOTALS + (made << 2), NONE);
  for (const end: usize = 2 * leaves; made < end; made++) {
    let total: u32 = 0;
    for (let side: usize = 0; side < 4; side += 2) {
      const ofLeaf = load<u32>(TOTALS + (leaf << 2));
      const ofNode = load<u32>(TOTALS + (node << 2));
      const isLeaf = ofLeaf <= ofNode;
      store<u16>(CHILDREN + (made << 2) + side, <u16>(isLeaf ? leaf++ : node++));
      total += isLeaf ? ofLeaf : ofNode;
    }
    store<u32>(TOTALS + (made << 2), total);
    store<u32>(TOTALS + (made << 2) + 4, NONE);
  }
  return setDepths(leaves);
}

/** From the root down. */
function setDepths(leaves: usize): bool {
  const root: usize = 2 * leaves - 1;
  store<u8>(DEPTHS + root, 0);
  for (let node = root; node > leaves; node--) {
    const depth = load<u8>(DEPTHS + node) + 1;
    const children = CHILDREN + (node << 2);
    store<u8>(DEPTHS + load<u16>(children), depth);
    store<u8>(DEPTHS + load<u16>(children, 2), depth);
  }
  let longest: u32 = 0;
  for (let n: usize = 0; n < leaves; n++) {
    const depth = load<u8>(DEPTHS + n);
    longest = max(longest, depth);
    store<u8>(LENGTHS + load<u8>(LEAVES + (n << 2)), depth);
  }
  return longest <= LENGTH_MAX;
}

/** By counts, ascending. The order of equal ones is that in which the library leaves them. */
function sortLeaves(count: usize): void {
  let gap: usize = count < 13 ? 1 : count < 57 ? 23 : 132;
  for (; gap > 0; gap = smallerGap(gap)) {
    for (let i = gap; i < count; i++) {
      const leaf = load<u32>(LEAVES + (i << 2));
      let j = i;
      for (; j >= gap; j -= gap) {
        const other = load<u32>(LEAVES + ((j - gap) << 2));
        if (other >> 8 <= leaf >> 8) break;
        store<u32>(LEAVES + (j << 2), other);
      }
      store<u32>(LEAVES + (j << 2), leaf);
    }
  }
}

function smallerGap(gap: usize): usize {
  if (gap === 132) return 57;
  if (gap === 57) return 23;
  if (gap === 23) return 10;
  if (gap === 10) return 4;
  return gap === 4 ? 1 : 0;
}

/** Code words of a length ascend with the bytes; the first bit of a word is written first. */
function setWords(length: u32): void {
  memory.fill(NEXT, 0, 64);
  for (let byte: usize = 0; byte < length; byte++) {
    const target = NEXT + ((<usize>load<u8>(LENGTHS + byte)) << 2);
    store<u32>(target, load<u32>(target) + 1);
  }
  let code: u32 = 0;
  for (let bits: usize = 1; bits <= LENGTH_MAX; bits++) {
    const count = load<u32>(NEXT + (bits << 2));
    store<u32>(NEXT + (bits << 2), code);
    code = (code + count) << 1;
  }
  for (let byte: usize = 0; byte < length; byte++) {
    const bits = <u32>load<u8>(LENGTHS + byte);
    if (bits === 0) continue;
    const target = NEXT + ((<usize>bits) << 2);
    const word = load<u32>(target);
    store<u32>(target, word + 1);
    store<u32>(WORDS + (byte << 2), (bits << 16) | reversed(word, bits));
  }
}

function reversed(word: u32, bits: u32): u32 {
  const all =
    ((<u32>load<u8>(REVERSED + (word & 15))) << 12) |
    ((<u32>load<u8>(REVERSED + ((word >> 4) & 15))) << 8) |
    ((<u32>load<u8>(REVERSED + ((word >> 8) & 15))) << 4) |
    <u32>load<u8>(REVERSED + (word >> 12));
  return all >> (16 - bits);
}

/** Two to four bytes, those with shorter words first. */
function writeFew(kinds: u32): void {
  writeBits(1, 2);
  writeBits(kinds - 1, 2);
  for (let i: u32 = 0; i < kinds; i++) {
    for (let j = i + 1; j < kinds; j++) {
      const one = load<u8>(FIRST + i);
      const other = load<u8>(FIRST + j);
      if (load<u8>(LENGTHS + other) >= load<u8>(LENGTHS + one)) continue;
      store<u8>(FIRST + i, other);
      store<u8>(FIRST + j, one);
    }
    writeBits(load<u8>(FIRST + i), 8);
  }
  if (kinds === 4) writeBits(load<u8>(LENGTHS + load<u8>(FIRST)) === 1 ? 1 : 0, 1);
}

/** The lengths of all words. */
function writeLengths(length: u32): void {
  writeBits(STATIC_LENGTHS, STATIC_LENGTHS_BITS);
  let last = LENGTH_FIRST;
  for (let byte: u32 = 0; byte < length; ) {
    const bits = <u32>load<u8>(LENGTHS + byte);
    let count: u32 = 1;
    while (byte + count < length && load<u8>(LENGTHS + byte + count) === bits) count++;
    byte += count;
    if (bits === 0) {
      // Eleven of them would take two that repeat, with the next number of bits.
      if (count === 11) writeLength(0);
      if (count < 3) for (; count > 0; count--) writeLength(0);
      else writeRepeated(REPEAT_ZERO, 3, (count === 11 ? 10 : count) - 3);
      continue;
    }
    if (bits !== last) {
      writeLength(bits);
      count--;
    }
    last = bits;
    if (count < 3) for (; count > 0; count--) writeLength(bits);
    else writeRepeated(REPEAT_LAST, 2, count - 3);
  }
}

function writeLength(bits: u32): void {
  if (bits < 13) writeBits(load<u8>(REVERSED + bits), 4);
  else writeBits(bits === 13 ? 15 : 31, 5);
}

/** What repeats stands there for each digit of the number, the highest first. */
function writeRepeated(word: u64, digitBits: u32, number: u32): void {
  const next = number >> digitBits;
  if (next > 0) writeRepeated(word, digitBits, next - 1);
  writeBits(word | ((<u64>(number & ((1 << digitBits) - 1))) << 4), 4 + digitBits);
}

/**
 * Encodes the positions of one term in the documents of one list. They are stored apart from the documents. How many
 * positions a posting has is its term frequency, which is stored with the postings and not repeated here.
 * positions-reader.ts decodes them.
 *
 *   positions := head u8, {end of group, width bytes}{groups - 1}, groups
 *   head      := order k in bits 0-4, shift in bits 5-7
 *   group     := skips, prefixes, padding to a whole byte, suffixes backwards
 *   skips     := {position u32, bits u32}{(tf - 1) >> 6}    where a group is one posting of 128 positions or more, else none
 *
 * A group is 2^shift postings: about 128 positions, or a single posting where half of all positions belong to postings
 * of 128 or more. Its numbers are, for every posting, the first position and then each distance to the previous one,
 * minus one, in Exp-Golomb code of order k. The two parts of a code are stored apart: the unary prefixes of all numbers
 * run forward from the first bit of the group, the binary suffixes backward from its last bit. The offset of the n-th
 * prefix gives the offset of its suffix, so a reader skips postings by counting bits, 32 at a time, without decoding
 * (Exp-Golomb after Teuhola, A compression method for clustered bit-vectors, 1978).
 *
 * A posting with many positions has skips, most significant byte first, so that a part of it can be read: before the
 * 64th, 128th … of its numbers, the last position before it and the number of prefix bits before it.
 *
 * `width` is the number of bytes that the length of the whole record needs; ends are counted from the first group.
 */
import { format } from '../shared/thresholds.ts';
import type { BitWriter } from './bits.ts';
import type { ByteWriter } from './byte-writer.ts';

const GROUP_POSITIONS = format.groupPositions;
/** No group is larger than a pack of frequencies. */
const SHIFT_MAX = format.packBits;
const ORDER_MAX = 24;
/** Numbers from one skip to the next. */
const SKIP_BITS = format.skipBits;
const SKIPPED_MIN = format.skippedMin;

/** Skips before the numbers of a posting of `count` positions that has a group of its own. */
export function skipsOf(count: number): number {
  return count < SKIPPED_MIN ? 0 : (count - 1) >>> SKIP_BITS;
}

/**
 * Appends the positions of `count` postings: posting i has `positions[starts[i] … starts[i + 1])`, ascending and
 * distinct. `bits` is scratch.
 */
export function encodePositions(
  starts: Uint32Array,
  positions: Uint32Array,
  count: number,
  out: ByteWriter,
  bits: BitWriter,
): void {
  const total = starts[count]! - starts[0]!;
  const k = measureGaps(starts, positions, count, total);
  const gaps = gapScratch;
  const shift = hasSkips(starts, count) ? 0 : shiftOf(count, total);
  const groups = (count + (1 << shift) - 1) >>> shift;
  if (groups > endScratch.length) endScratch = new Float64Array(2 * groups);
  const ends = endScratch;
  bits.clear();
  for (let group = 0; group < groups; group++) {
    const from = starts[group << shift]! - starts[0]!;
    const to = starts[Math.min(count, (group + 1) << shift)]! - starts[0]!;
    if (shift === 0) writeSkips(gaps, from, to, k, bits);
    encodeGroup(gaps, from, to, k, bits);
    ends[group] = bits.length;
  }
  out.u8(k | (shift << 5));
  if (groups > 1) {
    const width = widthOf((width) => 1 + (groups - 1) * width + bits.length);
    for (let group = 0; group < groups - 1; group++) writeEnd(ends[group]!, width, out);
  }
  out.copy(bits.bytes, 0, bits.length);
}

/** Whether half of the positions are in postings long enough for skips, so that each posting gets its own group. */
function hasSkips(starts: Uint32Array, count: number): boolean {
  let few = 0;
  let many = 0;
  for (let i = 0; i < count; i++) {
    const own = starts[i + 1]! - starts[i]!;
    if (own < SKIPPED_MIN) few += own;
    else many += own;
  }
  return many > 0 && many >= few;
}

/** The shift that gives groups about the desired number of positions. */
function shiftOf(count: number, total: number): number {
  let shift = 0;
  for (let own = 2 * total; shift < SHIFT_MAX && own <= GROUP_POSITIONS * count; own *= 2) shift++;
  return shift;
}

/** Bytes of an entry of the directory, given how long the record is with entries of so many bytes. */
function widthOf(length: (width: number) => number): number {
  let width = 1;
  for (let limit = 256; length(width) >= limit; limit *= 256) width++;
  return width;
}

function writeEnd(end: number, width: number, out: ByteWriter): void {
  let rest = end;
  for (let i = 0; i < width; i++) {
    out.u8(rest % 256);
    rest = Math.floor(rest / 256);
  }
}

let gapScratch = new Uint32Array(4096);
let endScratch = new Float64Array(64);

/**
 * Fills the scratch with gaps, and returns the order with the fewest bits, among the three nearest to the logarithm of
 * the mean: each gap is looked at once.
 */
function measureGaps(starts: Uint32Array, positions: Uint32Array, count: number, total: number): number {
  if (gapScratch.length < total) gapScratch = new Uint32Array(total * 2);
  const gaps = gapScratch;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += positions[starts[i + 1]! - 1]! + 1;
  const guess = Math.max(1, 31 - Math.clz32(Math.min(2 ** 31 - 1, sum / total)));
  let at = 0;
  // Of a number and the zeros of its prefix, these are the leading zeros: the more, the shorter is the code.
  let low = 0;
  let middle = 0;
  let high = 0;
  for (let i = 0, j = starts[0]!; i < count; i++) {
    let next = 0;
    for (const end = starts[i + 1]!; j < end; j++) {
      const position = positions[j]!;
      const gap = position - next;
      gaps[at++] = gap;
      next = position + 1;
      low += Math.clz32((gap >>> (guess - 1)) + 1);
      middle += Math.clz32((gap >>> guess) + 1);
      high += Math.clz32((gap >>> (guess + 1)) + 1);
    }
  }
  // Bits of an order: twice the zeros of all prefixes, and `k` for each number.
  if (guess > ORDER_MAX + 1) return guess;
  let best = guess - 1;
  let bestBits = total * (guess - 1) - 2 * low;
  if (guess <= ORDER_MAX && total * guess - 2 * middle < bestBits) {
    best = guess;
    bestBits = total * guess - 2 * middle;
  }
  if (guess < ORDER_MAX && total * (guess + 1) - 2 * high < bestBits) best = guess + 1;
  return best;
}

/** Skips of the only posting of a group. */
function writeSkips(gaps: Uint32Array, from: number, to: number, k: number, bits: BitWriter): void {
  const skips = skipsOf(to - from);
  let position = -1;
  let prefixBits = 0;
  for (let skip = 1, i = from; skip <= skips; skip++) {
    for (const next = from + (skip << SKIP_BITS); i < next; i++) {
      position += gaps[i]! + 1;
      prefixBits += zerosOf(gaps[i]!, k) + 1;
    }
    bits.write(position, 32);
    bits.write(prefixBits, 32);
  }
}

/**
 * Writes whole bytes: the prefixes of `gaps[from … to)` and, after padding, their suffixes from last to first. A suffix is the
 * quotient plus one, without its highest bit, and the k low bits: the low bits of `gap + 2^k`.
 */
function encodeGroup(gaps: Uint32Array, from: number, to: number, k: number, bits: BitWriter): void {
  bits.reserve((to - from) * CODE_BYTES_MAX + 1);
  const { bytes } = bits;
  let at = bits.length;
  // Bits that make no whole byte yet, up to 7; the group begins and ends with whole bytes.
  let pending = 0;
  let held = 0;
  let length = 0;
  const unit = 1 << k;
  for (let i = from; i < to; i++) {
    let count = zerosOf(gaps[i]!, k) + 1;
    length += 2 * count - 1 + k;
    for (; count > 24; count -= 8) {
      bytes[at++] = pending << (8 - held);
      pending = 0;
    }
    pending = (pending << count) | 1;
    for (held += count; held >= 8; ) {
      held -= 8;
      bytes[at++] = pending >>> held;
    }
    pending &= (1 << held) - 1;
  }
  const padding = (8 - (length & 7)) & 7;
  pending <<= padding;
  held += padding;
  for (let i = to - 1; i >= from; i--) {
    let count = zerosOf(gaps[i]!, k) + k;
    const value = gaps[i]! + unit;
    if (count > 16) {
      count -= 16;
      pending = (pending << count) | ((value >>> 16) & ((1 << count) - 1));
      for (held += count; held >= 8; ) {
        held -= 8;
        bytes[at++] = pending >>> held;
      }
      pending &= (1 << held) - 1;
      count = 16;
    }
    pending = (pending << count) | (value & ((1 << count) - 1));
    for (held += count; held >= 8; ) {
      held -= 8;
      bytes[at++] = pending >>> held;
    }
    pending &= (1 << held) - 1;
  }
  if (held > 0) bytes[at++] = pending;
  bits.length = at;
}

/** Bytes of the two parts of a code, at most. */
const CODE_BYTES_MAX = 11;

/** Number of zeros before the one that ends a prefix; the suffix has `zeros + k` bits. */
function zerosOf(gap: number, k: number): number {
  return 31 - Math.clz32((gap >>> k) + 1);
}

/**
 * Positions of a list in stored form (src/engine/postings/positions-format.ts), number by number. The reference for
 * src/engine/postings/list-encoder.ts.
 */
import type { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { skipsOf } from '../../../src/engine/postings/positions-format.ts';
import { format } from '../../../src/shared/thresholds.ts';

const GROUP_POSITIONS = format.groupPositions;
/** No group is larger than a pack of frequencies. */
const SHIFT_MAX = format.packBits;
const ORDER_MAX = 24;
/** Numbers between two skips. */
const SKIP_BITS = format.skipBits;
const SKIPPED_MIN = format.skippedMin;

/**
 * Appends the positions of `count` postings. Posting i has `positions[starts[i] … starts[i + 1])`, ascending and distinct. With
 * a given order, each posting is a group.
 */
export function encodePositions(
  starts: Uint32Array,
  positions: Uint32Array,
  count: number,
  out: ByteWriter,
  order?: number,
): void {
  const bits = new BitWriter();
  const total = starts[count]! - starts[0]!;
  const best = measureGaps(starts, positions, count, total);
  const k = order ?? best;
  const gaps = gapScratch;
  const shift = order !== undefined || hasSkips(starts, count) ? 0 : shiftOf(count, total);
  const groups = (count + (1 << shift) - 1) >>> shift;
  if (groups > endScratch.length) endScratch = new Float64Array(2 * groups);
  const ends = endScratch;
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

/** The order that suits `count` postings best. */
export function orderOf(starts: Uint32Array, positions: Uint32Array, count: number): number {
  return measureGaps(starts, positions, count, starts[count]! - starts[0]!);
}

/** Whether half of the positions are in postings that are long enough for skips. If so, each posting gets its own group. */
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

/** Returns the shift with which groups have about the desired number of positions. */
function shiftOf(count: number, total: number): number {
  let shift = 0;
  for (let own = 2 * total; shift < SHIFT_MAX && own <= GROUP_POSITIONS * count; own *= 2) shift++;
  return shift;
}

/** Returns the bytes of an entry of the directory. `length` gives the length of the record for each size of entries. */
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
 * Fills the scratch with gaps. Returns the order with the fewest bits among the three that are nearest to the logarithm of the
 * mean. Visits each gap once.
 */
function measureGaps(starts: Uint32Array, positions: Uint32Array, count: number, total: number): number {
  if (gapScratch.length < total) gapScratch = new Uint32Array(total * 2);
  const gaps = gapScratch;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += positions[starts[i + 1]! - 1]! + 1;
  const guess = Math.max(1, 31 - Math.clz32(Math.min(2 ** 31 - 1, sum / total)));
  let at = 0;
  // Leading zeros of a number plus those of its prefix. The more there are, the shorter the code.
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
  // Returns the bits of an order: twice the zeros of all prefixes, and `k` for each number.
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
  // Bits of an incomplete byte, up to 7. The group begins and ends at byte boundaries.
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

/** Maximum bytes of the two parts of a code. */
const CODE_BYTES_MAX = 11;

/** Returns the number of zeros before the one that ends a prefix. The suffix has `zeros + k` bits. */
function zerosOf(gap: number, k: number): number {
  return 31 - Math.clz32((gap >>> k) + 1);
}

/** Appends numbers bit by bit, the most significant first. */
class BitWriter {
  bytes = new Uint8Array(1024);
  /** Whole bytes written. `#pending` holds up to 7 more bits. */
  length = 0;
  #pending = 0;
  #pendingBits = 0;

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + count, this.bytes.length * 2));
    grown.set(this.bytes);
    this.bytes = grown;
  }

  /** Appends the low `count` bits of `value`, 0 ≤ count ≤ 32. */
  write(value: number, count: number): void {
    if (count > 16) {
      this.#put((value >>> 16) & ((1 << (count - 16)) - 1), count - 16);
      this.#put(value & 0xffff, 16);
    } else if (count > 0) {
      this.#put(value & ((1 << count) - 1), count);
    }
  }

  /** Appends up to 16 bits. With up to 7 pending ones they fit in an int32. */
  #put(value: number, count: number): void {
    let pending = (this.#pending << count) | value;
    let bits = this.#pendingBits + count;
    this.reserve(4);
    while (bits >= 8) {
      bits -= 8;
      this.bytes[this.length++] = pending >>> bits;
      pending &= (1 << bits) - 1;
    }
    this.#pending = pending;
    this.#pendingBits = bits;
  }
}

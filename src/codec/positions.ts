import { BitReader, type BitWriter, expGolombBits } from './bits.ts';
import type { ByteWriter } from './byte-writer.ts';

/**
 * Positions of one term in the documents of one list, apart from the documents and reachable by posting number.
 *
 *   positions := head u8 [shift u8, width u8, bit offset of width bytes {groups - 1}] bits
 *   head      := order k in bits 0-4; bit 5: a directory follows
 *   bits      := for every posting: tf - 1 in Exp-Golomb of order 0, then, of order k, the first position and each
 *                distance to the one before, minus one
 *
 * A group is 2^shift postings; the directory gives the bit, counted from the first of `bits`, at which each group but
 * the first begins. Groups hold about 64 positions, so that a phrase decodes little more than its candidates.
 */
const HAS_DIRECTORY = 32;
const GROUP_POSITIONS = 64;
const POSITION_MAX = 0x7fff_ffff;

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
  const k = bestOrder(starts, positions, count, total);
  let shift = 0;
  while (shift < 15 && 2 ** (shift + 1) * total <= GROUP_POSITIONS * count) shift++;
  const groups = Math.ceil(count / 2 ** shift);
  bits.clear();
  const groupBits = groups > 1 ? new Float64Array(groups) : null;
  for (let i = 0; i < count; i++) {
    if (groupBits !== null && (i & ((1 << shift) - 1)) === 0) groupBits[i >>> shift] = bits.bitLength;
    const from = starts[i]!;
    const to = starts[i + 1]!;
    bits.expGolomb(to - from - 1, 0);
    let next = 0;
    for (let j = from; j < to; j++) {
      const position = positions[j]!;
      bits.expGolomb(position - next, k);
      next = position + 1;
    }
  }
  const bytes = bits.finish();
  if (groupBits === null) out.u8(k);
  else writeDirectory(k, shift, groupBits, out);
  out.copy(bits.bytes, 0, bytes);
}

function writeDirectory(k: number, shift: number, groupBits: Float64Array, out: ByteWriter): void {
  const last = groupBits[groupBits.length - 1]!;
  const width = last < 256 ? 1 : last < 65536 ? 2 : last < 2 ** 24 ? 3 : last < 2 ** 32 ? 4 : 5;
  out.u8(k | HAS_DIRECTORY);
  out.u8(shift);
  out.u8(width);
  for (let group = 1; group < groupBits.length; group++) {
    let rest = groupBits[group]!;
    for (let i = 0; i < width; i++) {
      out.u8(rest % 256);
      rest = Math.floor(rest / 256);
    }
  }
}

/** The order with the fewest bits among the three next to the mean's logarithm. */
function bestOrder(starts: Uint32Array, positions: Uint32Array, count: number, total: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += positions[starts[i + 1]! - 1]! + 1;
  const guess = Math.max(1, 31 - Math.clz32(Math.min(2 ** 31 - 1, sum / total)));
  let best = guess;
  let bestBits = Number.POSITIVE_INFINITY;
  for (let k = guess - 1; k <= Math.min(guess + 1, 24); k++) {
    let bits = 0;
    for (let i = 0; i < count; i++) {
      let next = 0;
      for (let j = starts[i]!; j < starts[i + 1]!; j++) {
        bits += expGolombBits(positions[j]! - next, k);
        next = positions[j]! + 1;
      }
    }
    if (bits < bestBits) {
      bestBits = bits;
      best = k;
    }
  }
  return best;
}

/** Ranges of a stream of bytes: after `fetch(offset, length)` they are `bytes[start … start + length)`. */
export interface ByteRanges {
  fetch(offset: number, length: number): void;
  readonly bytes: Uint8Array;
  readonly start: number;
}

/**
 * Reads the positions of chosen postings of one list, fetching only the groups that they are in. Ascending posting
 * numbers are cheapest; any order is allowed.
 */
export class PositionsReader {
  readonly #bits = new BitReader();
  readonly #stream: ByteRanges;
  /** Where the list ends in the stream, and its directory and bits begin. */
  #end = 0;
  #directory = 0;
  #firstByte = 0;
  #count = 0;
  #k = 0;
  #shift = 31;
  #width = 0;
  /** The group at hand, and the posting that the bit cursor stands before. */
  #group = -1;
  #next = 0;
  /** Positions of the last posting read: `positions[0 … length)`. */
  positions = new Uint32Array(64);

  constructor(stream: ByteRanges) {
    this.#stream = stream;
  }

  /** A list of `count` postings in `length` bytes of the stream from `offset`. */
  open(offset: number, length: number, count: number): void {
    const stream = this.#stream;
    stream.fetch(offset, Math.min(3, length));
    const head = stream.bytes[stream.start]!;
    this.#count = count;
    this.#end = offset + length;
    this.#k = head & 31;
    if ((head & HAS_DIRECTORY) === 0) {
      this.#shift = 31;
      this.#firstByte = offset + 1;
    } else {
      this.#shift = stream.bytes[stream.start + 1]!;
      this.#width = stream.bytes[stream.start + 2]!;
      this.#directory = offset + 3;
      this.#firstByte = this.#directory + (Math.ceil(count / 2 ** this.#shift) - 1) * this.#width;
    }
    this.#group = -1;
  }

  /**
   * Decodes the positions of posting `index` into `positions`; returns how many there are. Positions after the first
   * one above `limit` may be left out.
   */
  read(index: number, limit = POSITION_MAX): number {
    if (index >= this.#count) throw new RangeError('a posting that the list does not have');
    const group = index >>> this.#shift;
    if (group !== this.#group || this.#next > index) this.#seek(group);
    if (this.#next < index) this.#skip(index - this.#next);
    this.#next = index + 1;
    const bits = this.#bits;
    const count = bits.expGolomb(0) + 1;
    if (count > this.positions.length) this.positions = new Uint32Array(count * 2);
    const found = bits.readAscending(count, this.#k, limit, this.positions);
    if (found < count) this.#group = -1; // the cursor stands within the posting
    return found;
  }

  #skip(postings: number): void {
    const bits = this.#bits;
    for (let left = postings; left > 0; left--) bits.skip(bits.expGolomb(0) + 1, this.#k);
  }

  #seek(group: number): void {
    const lastGroup = (this.#count - 1) >>> this.#shift;
    const from = group === 0 ? 0 : this.#entry(group);
    const to = group === lastGroup ? (this.#end - this.#firstByte) * 8 : this.#entry(group + 1);
    const firstByte = Math.floor(from / 8);
    const stream = this.#stream;
    stream.fetch(this.#firstByte + firstByte, Math.ceil(to / 8) - firstByte);
    this.#bits.set(stream.bytes, stream.start * 8 + (from - firstByte * 8));
    this.#group = group;
    this.#next = group === 0 ? 0 : group << this.#shift;
  }

  /** The bit at which a group but the first begins. */
  #entry(group: number): number {
    const stream = this.#stream;
    stream.fetch(this.#directory + (group - 1) * this.#width, this.#width);
    let bit = 0;
    for (let i = this.#width - 1; i >= 0; i--) bit = bit * 256 + stream.bytes[stream.start + i]!;
    return bit;
  }
}

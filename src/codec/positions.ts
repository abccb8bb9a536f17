import type { BitWriter } from './bits.ts';
import type { ByteWriter } from './byte-writer.ts';

/**
 * Positions of one term in the documents of one list, apart from the documents. How many each posting has is told by
 * its frequency, which is stored with the postings and not again here.
 *
 *   positions := head u8, {end of group, width bytes}{groups - 1}, groups
 *   head      := order k in bits 0-4, shift in bits 5-7
 *   group     := prefixes, zeros to a whole byte, suffixes backwards
 *
 * A group is 2^shift postings: about 128 positions, or one posting that has more. Its numbers are, for every posting,
 * the first position and each distance to the one before, minus one, in Exp-Golomb of order k with the two parts of
 * a code apart: the unary prefixes of all numbers from the group's first bit on, the binary suffixes from its last bit
 * back. The place of the n-th prefix gives the place of its suffix, so that postings are passed over by counting bits,
 * 32 at a time, and not by decoding (Exp-Golomb after Teuhola, A compression method for clustered bit-vectors, 1978).
 *
 * `width` is the number of bytes that the length of the whole record needs; ends are counted from the first group.
 */
const GROUP_POSITIONS = 128;
/** No group is larger than a run of frequencies. */
const SHIFT_MAX = 7;
const ORDER_MAX = 24;

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
  const gaps = gapsOf(starts, positions, count, total);
  const k = bestOrder(starts, positions, count, total);
  let shift = 0;
  while (shift < SHIFT_MAX && 2 ** (shift + 1) * total <= GROUP_POSITIONS * count) shift++;
  const groups = Math.ceil(count / 2 ** shift);
  const ends = new Float64Array(groups);
  bits.clear();
  for (let group = 0; group < groups; group++) {
    const from = starts[group * 2 ** shift]! - starts[0]!;
    const to = starts[Math.min(count, (group + 1) * 2 ** shift)]! - starts[0]!;
    encodeGroup(gaps, from, to, k, bits);
    ends[group] = bits.length;
  }
  out.u8(k | (shift << 5));
  const width = widthOf((width) => 1 + (groups - 1) * width + bits.length);
  for (let group = 0; group < groups - 1; group++) writeEnd(ends[group]!, width, out);
  out.copy(bits.bytes, 0, bits.length);
}

/** Bytes of an entry of the directory, given how long the record is with entries of so many bytes. */
function widthOf(length: (width: number) => number): number {
  let width = 1;
  while (length(width) >= 256 ** width) width++;
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

function gapsOf(starts: Uint32Array, positions: Uint32Array, count: number, total: number): Uint32Array {
  if (gapScratch.length < total) gapScratch = new Uint32Array(total * 2);
  let at = 0;
  for (let i = 0; i < count; i++) {
    let next = 0;
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      const position = positions[j]!;
      gapScratch[at++] = position - next;
      next = position + 1;
    }
  }
  return gapScratch;
}

/** Whole bytes: prefixes of `gaps[from … to)`, and, after the padding, their suffixes from the last to the first. */
function encodeGroup(gaps: Uint32Array, from: number, to: number, k: number, bits: BitWriter): void {
  let length = 0;
  for (let i = from; i < to; i++) {
    const zeros = zerosOf(gaps[i]!, k);
    bits.write(1, zeros + 1);
    length += 2 * zeros + 1 + k;
  }
  bits.write(0, (8 - (length & 7)) & 7);
  for (let i = to - 1; i >= from; i--) {
    const gap = gaps[i]!;
    const zeros = zerosOf(gap, k);
    // The quotient plus one, without its highest bit, and the k low bits.
    const quotient = (gap >>> k) + 1 - 2 ** zeros;
    bits.write(quotient, zeros);
    bits.write(gap, k);
  }
}

/** Zeros before the one that ends a number's prefix; its suffix has `zeros + k` bits. */
function zerosOf(gap: number, k: number): number {
  return 31 - Math.clz32((gap >>> k) + 1);
}

/** The order with the fewest bits among the three next to the mean's logarithm. */
function bestOrder(starts: Uint32Array, positions: Uint32Array, count: number, total: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += positions[starts[i + 1]! - 1]! + 1;
  const guess = Math.max(1, 31 - Math.clz32(Math.min(2 ** 31 - 1, sum / total)));
  let best = guess;
  let bestZeros = Number.POSITIVE_INFINITY;
  for (let k = guess - 1; k <= Math.min(guess + 1, ORDER_MAX); k++) {
    let zeros = 0;
    for (let i = 0; i < total; i++) zeros += zerosOf(gapScratch[i]!, k);
    const bits = 2 * zeros + total * k;
    if (bits < bestZeros) {
      bestZeros = bits;
      best = k;
    }
  }
  return best;
}

/** Ranges of a stream of bytes: after `fetch(offset, length)` they are `bytes[start … start + length)`, and in `view`. */
export interface ByteRanges {
  fetch(offset: number, length: number): void;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly start: number;
}

/** A record up to this length is fetched at once. */
const WHOLE_BYTES_MAX = 8192;
/** A group longer than this would count its bits in more than 31 bits. */
const GROUP_BYTES_MAX = 2 ** 27;

/**
 * A cursor over the positions of one list, moved from group to group and, within a group, over numbers. Which posting
 * a number belongs to is the caller's to know.
 */
export class PositionsReader {
  readonly #stream: ByteRanges;
  /** Where the groups of the list begin and end in the stream. */
  #firstGroup = 0;
  #end = 0;
  #groups = 0;
  #width = 1;
  #k = 0;
  /** The directory, from `#directoryStart` on, or the whole record where that is short. */
  #directory: DataView = NO_BYTES;
  #directoryStart = 0;
  #isWhole = false;
  #view: DataView = NO_BYTES;
  /** The bit of the next prefix, and the one after the next suffix; in `#view`. */
  #prefix = 0;
  #suffix = 0;
  /** A group is 2^shift postings. */
  shift = 0;

  constructor(stream: ByteRanges) {
    this.#stream = stream;
  }

  /** A list of `count` postings in `length` bytes of the stream from `offset`. */
  open(offset: number, length: number, count: number): void {
    const stream = this.#stream;
    this.#isWhole = length <= WHOLE_BYTES_MAX;
    stream.fetch(offset, this.#isWhole ? length : 1);
    const head = stream.bytes[stream.start]!;
    this.#k = head & 31;
    this.shift = head >>> 5;
    this.#groups = Math.ceil(count / (1 << this.shift));
    this.#width = length < 256 ? 1 : length < 65_536 ? 2 : length < 2 ** 24 ? 3 : length < 2 ** 32 ? 4 : 5;
    const directoryBytes = (this.#groups - 1) * this.#width;
    if (directoryBytes >= length) throw new RangeError('the directory of the positions passes the end');
    if (!this.#isWhole) stream.fetch(offset, 1 + directoryBytes);
    this.#directory = stream.view;
    this.#directoryStart = stream.start + 1;
    this.#firstGroup = offset + 1 + directoryBytes;
    this.#end = offset + length;
  }

  /** Turns to the first number of a group. */
  seek(group: number): void {
    if (group >= this.#groups) throw new RangeError('a group of positions that the list does not have');
    const total = this.#end - this.#firstGroup;
    const from = group === 0 ? 0 : this.#endOf(group - 1);
    const to = group === this.#groups - 1 ? total : this.#endOf(group);
    const length = to - from;
    if (!(length > 0 && length <= GROUP_BYTES_MAX && to <= total)) {
      throw new RangeError('a group of positions ends nowhere');
    }
    let start: number;
    if (this.#isWhole) {
      this.#view = this.#directory;
      start = this.#directoryStart + (this.#groups - 1) * this.#width + from;
    } else {
      const stream = this.#stream;
      stream.fetch(this.#firstGroup + from, length);
      this.#view = stream.view;
      start = stream.start;
    }
    this.#prefix = start << 3;
    this.#suffix = (start + length) << 3;
  }

  /** Four bytes can be read behind the directory as behind everything. */
  #endOf(group: number): number {
    const at = this.#directoryStart + group * this.#width;
    const low = this.#directory.getUint32(at, true);
    switch (this.#width) {
      case 1:
        return low & 0xff;
      case 2:
        return low & 0xffff;
      case 3:
        return low & 0xff_ffff;
      case 4:
        return low;
      default:
        return low + this.#directory.getUint8(at + 4) * 2 ** 32;
    }
  }

  /** Passes over numbers: every one is a bit that is set among the prefixes. */
  skip(numbers: number): void {
    if (numbers === 0) return;
    const view = this.#view;
    const from = this.#prefix;
    let left = numbers;
    let at = from >>> 3;
    let word = view.getInt32(at) & (-1 >>> (from & 7));
    for (let ones = onesIn(word); ones < left; ones = onesIn(word)) {
      left -= ones;
      at += 4;
      word = view.getInt32(at);
    }
    let bit = at << 3;
    const half = onesIn(word & -65_536);
    if (half < left) {
      left -= half;
      word <<= 16;
      bit += 16;
    }
    for (; left > 1; left--) word &= ~(0x8000_0000 >>> Math.clz32(word));
    this.#prefix = bit + Math.clz32(word) + 1;
    // Beside their ones the prefixes passed had as many zeros as the suffixes had bits above k.
    this.#suffix -= this.#prefix - from - numbers + numbers * this.#k;
  }

  /**
   * Decodes up to `count` positions of a posting into `out` from `at` on, ascending; stops after the first one above
   * `limit`. `before` is the posting's position before these, -1 at its first. Returns the index after the last
   * decoded; the cursor stands behind it.
   */
  read(count: number, before: number, limit: number, out: Uint32Array, at: number): number {
    const view = this.#view;
    const k = this.#k;
    const bias = (1 << k) - 1;
    const end = at + count;
    let prefix = this.#prefix;
    let suffix = this.#suffix;
    let position = before;
    // What is left of the word that the prefixes are read from: a one in it ends a prefix, none says read on.
    let word = 0;
    while (at < end) {
      if (word === 0) {
        word = view.getInt32(prefix >>> 3) << (prefix & 7);
        if (word === 0) word = this.#farPrefix(prefix);
      }
      const zeros = Math.clz32(word);
      word = (word << zeros) << 1;
      prefix = (prefix + zeros + 1) | 0;
      const length = zeros + k;
      suffix = (suffix - length) | 0;
      const low =
        length > 25
          ? farSuffix(view, suffix, length)
          : ((view.getInt32(suffix >>> 3) << (suffix & 7)) >>> 1) >>> (31 - length);
      position = (position + (1 << length) - bias + low) | 0;
      out[at++] = position;
      if (position > limit) break;
    }
    this.#prefix = prefix;
    this.#suffix = suffix;
    return at;
  }

  /** The word of a prefix of 25 zeros or more. */
  #farPrefix(prefix: number): number {
    const at = (prefix >>> 3) + 3;
    const zeros = 24 - (prefix & 7) + Math.clz32(this.#view.getInt32(at));
    if (zeros > 31) throw new RangeError('not an Exp-Golomb number');
    return 0x8000_0000 >>> zeros;
  }
}

const NO_BYTES = new DataView(new ArrayBuffer(4));

/** `length` bits, 26 to 31, from a bit on. */
function farSuffix(view: DataView, bit: number, length: number): number {
  const high = (view.getInt32(bit >>> 3) << (bit & 7)) >>> 16;
  const low = (view.getInt32((bit + 16) >>> 3) << (bit & 7)) >>> (48 - length);
  return high * 2 ** (length - 16) + low;
}

function onesIn(word: number): number {
  let ones = word - ((word >>> 1) & 0x5555_5555);
  ones = (ones & 0x3333_3333) + ((ones >>> 2) & 0x3333_3333);
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

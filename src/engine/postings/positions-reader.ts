/** Decodes the positions of a posting list (format: positions-format.ts) through a cursor that can skip. */
import { bitsIn } from '../../codec/bits.ts';
import { skipsOf } from './positions-format.ts';

/**
 * A stream of bytes that is read by range. After `fetch(offset, length)`, the range is `bytes[start … start + length)`. `view`
 * covers more of the stream, from `viewFrom` to `viewTo`.
 */
export interface ByteRanges {
  fetch(offset: number, length: number): void;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly start: number;
  readonly viewFrom: number;
  readonly viewTo: number;
}

/** In longer groups, bit offsets would need more than 31 bits. */
const GROUP_BYTES_MAX = 2 ** 27;
const SKIP_BYTES = 8;

/**
 * A cursor over the positions of one list. It moves from group to group and, within a group, from number to number. The
 * caller keeps track of the posting that a number belongs to.
 */
export class PositionsReader {
  readonly #stream: ByteRanges;
  /** Where the groups of the list begin and end in the stream. */
  #firstGroup = 0;
  #end = 0;
  #groups = 0;
  #width = 1;
  #k = 0;
  #directory: DataView = NO_BYTES;
  #directoryStart = 0;
  /**
   * The current part of the stream, from `#viewFrom` to `#viewTo`. Offset x of the stream is byte x + #shiftToView of `#view`.
   */
  #view: DataView = NO_BYTES;
  #viewFrom = 0;
  #viewTo = 0;
  #shiftToView = 0;
  /** Bit offsets in `#view`: of the next prefix, and after the next suffix. */
  #prefix = 0;
  #suffix = 0;
  /** A group is 2^shift postings. */
  shift = 0;
  /** The last group that was located. */
  groupFrom = 0;
  groupBytes = 0;

  constructor(stream: ByteRanges) {
    this.#stream = stream;
  }

  /** Opens a list of `count` postings in `length` bytes of the stream from `offset`. */
  open(offset: number, length: number, count: number): void {
    this.#reach(offset, 1);
    const head = this.#view.getUint8(offset + this.#shiftToView);
    this.#k = head & 31;
    this.shift = head >>> 5;
    this.#groups = Math.ceil(count / (1 << this.shift));
    this.#width = length < 256 ? 1 : length < 65_536 ? 2 : length < 2 ** 24 ? 3 : length < 2 ** 32 ? 4 : 5;
    const directoryBytes = (this.#groups - 1) * this.#width;
    if (directoryBytes >= length) throw new RangeError('the directory of the positions passes the end');
    this.#reach(offset, 1 + directoryBytes);
    this.#directory = this.#view;
    this.#directoryStart = offset + 1 + this.#shiftToView;
    this.#firstGroup = offset + 1 + directoryBytes;
    this.#end = offset + length;
  }

  /** Makes `#view` cover a range of the stream. Usually it already does. */
  #reach(offset: number, length: number): void {
    if (offset >= this.#viewFrom && offset + length <= this.#viewTo) return;
    const stream = this.#stream;
    stream.fetch(offset, length);
    this.#view = stream.view;
    this.#viewFrom = stream.viewFrom;
    this.#viewTo = stream.viewTo;
    this.#shiftToView = stream.start - offset;
  }

  /** Returns the order of the list's numbers: the parameter of the code. */
  get order(): number {
    return this.#k;
  }

  /** Locates a group: it begins at `groupFrom` in the stream and has `groupBytes`. */
  locate(group: number): void {
    if (group >= this.#groups) throw new RangeError('a group of positions that the list does not have');
    const total = this.#end - this.#firstGroup;
    const from = group === 0 ? 0 : this.#endOf(group - 1);
    const to = group === this.#groups - 1 ? total : this.#endOf(group);
    const length = to - from;
    if (!(length > 0 && length <= GROUP_BYTES_MAX && to <= total)) {
      throw new RangeError('a group of positions has no end');
    }
    this.groupFrom = this.#firstGroup + from;
    this.groupBytes = length;
  }

  /** Moves to the first number of a group. `count` is the number of positions of its first posting. */
  seek(group: number, count: number): void {
    this.locate(group);
    this.#reach(this.groupFrom, this.groupBytes);
    const start = this.groupFrom + this.#shiftToView;
    const skips = this.shift === 0 ? skipsOf(count) * SKIP_BYTES : 0;
    if (skips > this.groupBytes) throw new RangeError('the skips of a group pass its end');
    this.#prefix = (start + skips) << 3;
    this.#suffix = (start + this.groupBytes) << 3;
  }

  /** Copies bytes of the stream into `out` from `at` on. */
  copy(offset: number, length: number, out: Uint8Array, at: number): void {
    for (let done = 0; done < length; ) {
      const from = offset + done;
      this.#reach(from, 1);
      const count = Math.min(length - done, this.#viewTo - from);
      const start = this.#view.byteOffset + from + this.#shiftToView;
      out.set(new Uint8Array(this.#view.buffer, start, count), at + done);
      done += count;
    }
  }

  /** May read up to four bytes past the end of the directory, as is allowed for every stream. */
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

  /** Skips numbers. Each number is one set bit among the prefixes. */
  skip(numbers: number): void {
    if (numbers === 0) return;
    const view = this.#view;
    const from = this.#prefix;
    let left = numbers;
    let at = from >>> 3;
    let word = view.getInt32(at) & (-1 >>> (from & 7));
    for (let ones = bitsIn(word); ones < left; ones = bitsIn(word)) {
      left -= ones;
      at += 4;
      word = view.getInt32(at);
    }
    let bit = at << 3;
    const half = bitsIn(word & -65_536);
    if (half < left) {
      left -= half;
      word <<= 16;
      bit += 16;
    }
    for (; left > 1; left--) word &= ~(0x8000_0000 >>> Math.clz32(word));
    this.#prefix = bit + Math.clz32(word) + 1;
    // The number of zeros in the skipped prefixes equals the number of suffix bits beyond k per number.
    this.#suffix -= this.#prefix - from - numbers + numbers * this.#k;
  }

  /**
   * Decodes up to `count` positions of a posting into `out` from `at` on, ascending. Stops after the first one above `limit`.
   * `before` is the posting's position before these, -1 at its first. Returns the index after the last decoded position; the
   * cursor is after it.
   */
  read(count: number, before: number, limit: number, out: Uint32Array, at: number): number {
    const view = this.#view;
    const k = this.#k;
    const bias = (1 << k) - 1;
    const end = at + count;
    let prefix = this.#prefix;
    let suffix = this.#suffix;
    let position = before;
    // The rest of the current word of prefixes. A set bit ends a prefix. If there is none, the prefix continues in the next
    // word.
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
      // The suffix with a one before it is the gap plus 2^k.
      const number =
        length > 25
          ? farNumber(view, suffix, length)
          : (((view.getInt32(suffix >>> 3) << (suffix & 7)) >>> 1) | 0x8000_0000) >>> (31 - length);
      position = (position + number - bias) | 0;
      out[at++] = position;
      if (position > limit) break;
    }
    this.#prefix = prefix;
    this.#suffix = suffix;
    return at;
  }

  /** Returns the word of a prefix of 25 zeros or more. */
  #farPrefix(prefix: number): number {
    const at = (prefix >>> 3) + 3;
    const zeros = 24 - (prefix & 7) + Math.clz32(this.#view.getInt32(at));
    if (zeros > 31) throw new RangeError('not an Exp-Golomb number');
    return 0x8000_0000 >>> zeros;
  }
}

const NO_BYTES = new DataView(new ArrayBuffer(4));

/** Reads a one followed by `length` bits, 26 to 31, at a bit offset. */
function farNumber(view: DataView, bit: number, length: number): number {
  const high = (view.getInt32(bit >>> 3) << (bit & 7)) >>> 16;
  const low = (view.getInt32((bit + 16) >>> 3) << (bit & 7)) >>> (48 - length);
  return 2 ** length + high * 2 ** (length - 16) + low;
}

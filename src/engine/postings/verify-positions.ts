/**
 * Verifies the positions of one list (format: src/engine/postings/positions-format.ts) group by group, number by
 * number, and compares the directory with the real ends of groups. It reads bit by bit, and shares no code with the
 * reader that searches use.
 */
import { format } from '../../shared/thresholds.ts';
import type { StreamReader } from '../store/stream-reader.ts';

const GROUP_BYTES_MAX = 2 ** 27;
const POSITION_MAX = 2 ** 31 - 2;
/** Bits of a skip, and positions between two skips. */
const SKIP_LENGTH = 64;
const BETWEEN_SKIPS = 2 ** format.skipBits;

export class PositionsCheck {
  /** Positions decoded so far, over all lists. */
  count = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  /** Throws a RangeError if the list of `tf.length` postings in `[offset, offset + length)` is wrong. */
  check(stream: StreamReader, offset: number, length: number, tf: Uint32Array, postings: number): void {
    if (length < 1) throw new RangeError('the positions are missing');
    stream.fetch(offset, 1);
    const head = stream.bytes[stream.start]!;
    const k = head % 32;
    const size = 2 ** Math.floor(head / 32);
    if (k > 24) throw new RangeError('the head of the positions is invalid');
    const groups = Math.ceil(postings / size);
    let width = 1;
    while (256 ** width <= length) width++;
    const directory = offset + 1;
    const first = directory + (groups - 1) * width;
    if (first > offset + length) throw new RangeError('the directory of the positions passes the end');
    const total = offset + length - first;
    let from = 0;
    for (let group = 0; group < groups; group++) {
      const to = group === groups - 1 ? total : entry(stream, directory + group * width, width);
      if (to <= from || to > total) throw new RangeError(`group ${group + 1} of the positions has no end`);
      if (to - from > GROUP_BYTES_MAX) throw new RangeError('a group of positions is too long');
      stream.fetch(first + from, to - from);
      this.#bytes = stream.bytes.subarray(stream.start, stream.start + to - from);
      const last = Math.min(postings, (group + 1) * size);
      this.#group(
        k,
        tf,
        group * size,
        last,
        size === 1 && tf[group]! >= format.skippedMin ? Math.floor((tf[group]! - 1) / BETWEEN_SKIPS) : 0,
      );
      from = to;
    }
  }

  /** Checks the postings `[first, last)`, which fill `#bytes` after the skips of a single posting. */
  #group(k: number, tf: Uint32Array, first: number, last: number, skips: number): void {
    const begin = skips * SKIP_LENGTH;
    let prefix = begin;
    let suffix = this.#bytes.length * 8;
    for (let posting = first; posting < last; posting++) {
      let position = -1;
      for (let i = 0; i < tf[posting]!; i++) {
        if (i > 0 && i % BETWEEN_SKIPS === 0 && i / BETWEEN_SKIPS <= skips) {
          const skip = (i / BETWEEN_SKIPS - 1) * SKIP_LENGTH;
          const skipData = [this.#number(skip), this.#number(skip + 32)];
          if (skipData[0] !== position || skipData[1] !== prefix - begin)
            throw new RangeError(`posting ${posting} has a wrong skip`);
        }
        let zeros = 0;
        while (this.#bit(prefix++) === 0) if (++zeros > 31) throw new RangeError('not an Exp-Golomb number');
        let number = 1;
        suffix -= zeros + k;
        if (suffix < prefix) throw new RangeError(`posting ${posting} passes the end of its group of positions`);
        for (let bit = 0; bit < zeros + k; bit++) number = number * 2 + this.#bit(suffix + bit);
        position += number - 2 ** k + 1;
        if (position > POSITION_MAX) throw new RangeError(`posting ${posting} has a position that is too large`);
      }
      this.count += tf[posting]!;
    }
    if (suffix - prefix >= 8) throw new RangeError('more positions than expected');
    for (; prefix < suffix; prefix++) if (this.#bit(prefix) === 1) throw new RangeError('the padding is not zeros');
  }

  /** Reads 32 bits. */
  #number(at: number): number {
    let number = 0;
    for (let bit = at; bit < at + 32; bit++) number = number * 2 + this.#bit(bit);
    return number;
  }

  #bit(at: number): number {
    if (at >= this.#bytes.length * 8) throw new RangeError('positions pass the end of their group');
    return (this.#bytes[at >> 3]! >> (7 - (at & 7))) & 1;
  }
}

function entry(stream: StreamReader, offset: number, width: number): number {
  stream.fetch(offset, width);
  let end = 0;
  for (let i = width - 1; i >= 0; i--) end = end * 256 + stream.bytes[stream.start + i]!;
  return end;
}

import { BitReader } from '../codec/bits.ts';
import type { StreamReader } from './store.ts';

/**
 * Checks the positions of one list (the format is in `src/codec/positions.ts`) group by group, decoding every bit and
 * holding the directory to where the groups really end. Written apart from the reader that searches use.
 */
const HAS_DIRECTORY = 32;
const GROUP_BYTES_MAX = 2 ** 31;
const POSITION_MAX = 2 ** 31 - 2;

export class PositionsCheck {
  readonly #bits = new BitReader();
  /** Positions decoded so far, over all lists. */
  count = 0;

  /** Throws a RangeError where the list of `tf.length` postings in `[offset, offset + length)` does not hold. */
  check(stream: StreamReader, offset: number, length: number, tf: Uint32Array, postings: number): void {
    if (length < 1) throw new RangeError('the positions are missing');
    stream.fetch(offset, Math.min(3, length));
    const head = stream.bytes[stream.start]!;
    const k = head & 31;
    if (k > 30 || head > 63) throw new RangeError('the head of the positions is not one');
    if ((head & HAS_DIRECTORY) === 0) {
      this.#group(stream, offset + 1, 0, (length - 1) * 8, k, tf, 0, postings, true);
      return;
    }
    if (length < 3) throw new RangeError('the positions end in their head');
    const shift = stream.bytes[stream.start + 1]!;
    const width = stream.bytes[stream.start + 2]!;
    if (shift > 15 || width < 1 || width > 5) throw new RangeError('the directory of the positions is not one');
    const groups = Math.ceil(postings / 2 ** shift);
    if (groups < 2 || 3 + (groups - 1) * width >= length) throw new RangeError('the directory passes the end');
    const first = offset + 3 + (groups - 1) * width;
    const bitsTotal = (offset + length - first) * 8;
    let from = 0;
    for (let group = 0; group < groups; group++) {
      const isLast = group === groups - 1;
      const to = isLast ? bitsTotal : directoryEntry(stream, offset + 3 + group * width, width);
      if (to <= from || to > bitsTotal) throw new RangeError(`group ${group + 1} of the positions begins nowhere`);
      const last = Math.min(postings, (group + 1) * 2 ** shift);
      this.#group(stream, first, from, to, k, tf, group * 2 ** shift, last, isLast);
      from = to;
    }
  }

  /** The postings `[first, last)` in the bits `[from, to)` counted from byte `base`. */
  #group(
    stream: StreamReader,
    base: number,
    from: number,
    to: number,
    k: number,
    tf: Uint32Array,
    first: number,
    last: number,
    isLast: boolean,
  ): void {
    const firstByte = Math.floor(from / 8);
    const bytes = Math.ceil(to / 8) - firstByte;
    if (bytes > GROUP_BYTES_MAX) throw new RangeError('a group of positions is too long');
    stream.fetch(base + firstByte, bytes);
    const reader = this.#bits;
    const start = from - firstByte * 8;
    const end = stream.start * 8 + (to - firstByte * 8);
    reader.set(stream.bytes, stream.start * 8 + start);
    for (let posting = first; posting < last; posting++) {
      const count = reader.expGolomb(0) + 1;
      if (count !== tf[posting])
        throw new RangeError(`posting ${posting} has ${count} positions and not its frequency`);
      let next = 0;
      for (let i = 0; i < count; i++) {
        const position = next + reader.expGolomb(k);
        if (position > POSITION_MAX) throw new RangeError(`posting ${posting} has a position that is too large`);
        next = position + 1;
      }
      if (reader.bit > end) throw new RangeError(`posting ${posting} passes the end of the positions`);
      this.count += count;
    }
    if (end - reader.bit >= (isLast ? 8 : 1)) throw new RangeError('positions are left over');
  }
}

function directoryEntry(stream: StreamReader, offset: number, width: number): number {
  stream.fetch(offset, width);
  let bit = 0;
  for (let i = width - 1; i >= 0; i--) bit = bit * 256 + stream.bytes[stream.start + i]!;
  return bit;
}

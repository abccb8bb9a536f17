/**
 * Adds up the frequencies of an encoded pack (frequencies.ts) without decoding it. The sum is the number of positions between
 * two postings.
 */
import { ByteReader } from '../../codec/byte-reader.ts';
import { decodePack } from './frequencies.ts';

export class FrequencySums {
  /** Results of the last call: the sum of the frequencies of postings `[from, to)`, and the frequency of posting `to`. */
  sum = 0;
  frequency = 0;

  /** Adds up a range of the pack of `count` postings that begins at byte `start`; 0 ≤ from ≤ to < count. */
  add(view: DataView, start: number, count: number, from: number, to: number): void {
    const width = view.getUint8(start);
    const packed = start + 2;
    let sum = to - from;
    let last = 0;
    if (width > 0) {
      const mask = (1 << width) - 1;
      let bit = from * width;
      for (const end = to * width; bit < end; bit += width) sum += fieldAt(view, packed, bit, mask);
      last = fieldAt(view, packed, bit, mask);
    }
    // An exception has the packed value 0. A single posting with another value is not an exception, so exceptions are not read.
    let left = from === to && last > 0 ? 0 : view.getUint8(start + 1);
    for (let at = packed + ((count * width + 7) >>> 3); left > 0; left--) {
      const index = view.getUint8(at++);
      if (index > to) break;
      let byte = view.getUint8(at++);
      let value = byte & 127;
      for (let scale = 128; byte > 127; scale *= 128) {
        byte = view.getUint8(at++);
        value += (byte & 127) * scale;
      }
      if (index === to) last = value;
      else if (index >= from) sum += value;
    }
    this.sum = sum;
    this.frequency = last + 1;
  }
}

/**
 * Decodes the pack that begins at `bytes[start]`. Writes into `sums[i]`, for i up to `count`, the sum of the frequencies of the
 * postings `[0, i)`.
 */
export function sumPack(bytes: Uint8Array, start: number, end: number, count: number, sums: Uint32Array): void {
  decodePack(reader.set(bytes, start, end), count, sums, 1);
  sums[0] = 0;
  for (let i = 1; i <= count; i++) sums[i]! += sums[i - 1]!;
}

const reader = new ByteReader();

/** Reads up to 12 bits, least significant first, at a bit offset from byte `packed`. May read four bytes. */
function fieldAt(view: DataView, packed: number, bit: number, mask: number): number {
  return (view.getInt32(packed + (bit >>> 3), true) >>> (bit & 7)) & mask;
}

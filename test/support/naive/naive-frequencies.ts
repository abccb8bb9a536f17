/** Frequencies of a block in stored form (src/engine/postings/frequencies.ts): the reference for the encoder of lists. */
import type { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { PACK, quantizeImpact } from '../../../src/engine/postings/frequencies.ts';

/** Appends the frequencies `tf[start … end)`. `impacts[i]` in 0…1 is an upper bound of the score of posting i. */
export function encodeFrequencies(
  tf: Uint32Array,
  impacts: Float64Array,
  start: number,
  end: number,
  out: ByteWriter,
  scratch: ByteWriter,
): void {
  scratch.clear();
  for (let from = start; from < end; from += PACK) {
    const to = Math.min(from + PACK, end);
    let impact = 0;
    for (let i = from; i < to; i++) if (impacts[i]! > impact) impact = impacts[i]!;
    const before = scratch.length;
    encodePack(tf, from, to, scratch);
    out.u8(quantizeImpact(impact));
    out.varint(scratch.length - before);
  }
  out.copy(scratch.bytes, 0, scratch.length);
}

function encodePack(tf: Uint32Array, from: number, to: number, out: ByteWriter): void {
  const width = bestWidth(tf, from, to);
  const limit = 2 ** width;
  let exceptions = 0;
  for (let i = from; i < to; i++) if (tf[i]! - 1 >= limit) exceptions++;
  out.u8(width);
  out.u8(exceptions);
  out.reserve(((to - from) * width + 7) >>> 3);
  const { bytes } = out;
  let at = out.length;
  let pending = 0;
  let bits = 0;
  for (let i = from; width > 0 && i < to; i++) {
    const value = tf[i]! - 1;
    pending |= (value >= limit ? 0 : value) << bits;
    bits += width;
    for (; bits >= 8; bits -= 8) {
      bytes[at++] = pending;
      pending >>>= 8;
    }
  }
  if (bits > 0) bytes[at++] = pending;
  out.length = at;
  if (exceptions === 0) return;
  for (let i = from; i < to; i++) {
    if (tf[i]! - 1 < limit) continue;
    out.u8(i - from);
    out.varint(tf[i]! - 1);
  }
}

/** Wider values become exceptions, because 7 pending bits and one value must fit in 32. */
const WIDTH_MAX = 12;
const histogram = new Uint32Array(33);

function bestWidth(tf: Uint32Array, from: number, to: number): number {
  histogram.fill(0);
  for (let i = from; i < to; i++) histogram[32 - Math.clz32(tf[i]! - 1)]!++;
  let above = to - from - histogram[0]!;
  let best = 0;
  let bestBits = above * 18;
  for (let width = 1; width <= WIDTH_MAX; width++) {
    above -= histogram[width]!;
    const bits = width * (to - from) + above * 18;
    if (bits < bestBits) {
      bestBits = bits;
      best = width;
    }
  }
  return best;
}

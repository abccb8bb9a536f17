/**
 * Adds up the frequencies of an encoded run (src/codec/frequencies.ts) without decoding it: that is the number of
 * positions between two postings.
 */
export class FrequencySums {
  /** Results of the last call: the sum of the frequencies of postings `[from, to)`, and the frequency of posting `to`. */
  sum = 0;
  frequency = 0;

  /** The run of `count` postings that begins at byte `start`; 0 ≤ from ≤ to < count. */
  add(view: DataView, start: number, count: number, from: number, to: number): void {
    const width = view.getUint8(start);
    let exceptions = view.getUint8(start + 1);
    const packed = start + 2;
    let sum = to - from;
    let last = 0;
    if (width > 0) {
      const mask = (1 << width) - 1;
      let bit = from * width;
      for (const end = to * width; bit < end; bit += width) sum += fieldAt(view, packed, bit, mask);
      last = fieldAt(view, packed, bit, mask);
    }
    let at = packed + ((count * width + 7) >>> 3);
    for (; exceptions > 0; exceptions--) {
      const place = view.getUint8(at++);
      if (place > to) break;
      let value = 0;
      let byte: number;
      let scale = 1;
      do {
        byte = view.getUint8(at++);
        value += (byte & 127) * scale;
        scale *= 128;
      } while (byte > 127);
      if (place === to) last = value;
      else if (place >= from) sum += value;
    }
    this.sum = sum;
    this.frequency = last + 1;
  }
}

/** Writes into `sums[i]`, i up to `count`, the sum of the frequencies of the postings `[0, i)` of a run. */
export function sumRun(view: DataView, start: number, count: number, sums: Uint32Array): void {
  const width = view.getUint8(start);
  const packed = start + 2;
  const mask = (1 << width) - 1;
  sums[0] = 0;
  for (let i = 1, bit = 0; i <= count; i++, bit += width) {
    sums[i] = 1 + (mask === 0 ? 0 : fieldAt(view, packed, bit, mask));
  }
  let at = packed + ((count * width + 7) >>> 3);
  for (let exceptions = view.getUint8(start + 1); exceptions > 0; exceptions--) {
    // Zero was packed instead of it.
    const place = view.getUint8(at++);
    let value = 0;
    let byte: number;
    let scale = 1;
    do {
      byte = view.getUint8(at++);
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    sums[place + 1]! += value;
  }
  let sum = 0;
  for (let i = 1; i <= count; i++) {
    sum += sums[i]!;
    sums[i] = sum;
  }
}

/** Reads up to 12 bits, least significant first, at a bit offset from byte `packed`; may read four bytes. */
function fieldAt(view: DataView, packed: number, bit: number, mask: number): number {
  return (view.getInt32(packed + (bit >>> 3), true) >>> (bit & 7)) & mask;
}

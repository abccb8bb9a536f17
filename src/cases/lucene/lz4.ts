/**
 * Decompresses LZ4 as in Lucene's stored fields. The first bytes of a piece are a dictionary. The blocks after it refer to that
 * dictionary and to themselves, but not to each other.
 */

/** A fault in compressed bytes. The caller adds the file. */
export class Lz4Fault extends Error {}

/**
 * Decompresses `source[from … to)` to `target[start … end)`. References to bytes before `start` refer to the bytes before
 * `historyEnd` instead, down to `historyStart`. Returns the end of the compressed bytes.
 */
export function decompressLz4(
  source: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  start: number,
  end: number,
  historyStart: number,
  historyEnd: number,
): number {
  let at = from;
  let out = start;
  while (out < end) {
    if (at >= to) throw new Lz4Fault('compressed data ends too early');
    const token = source[at++]!;
    let count = token >>> 4;
    if (count === 15) {
      let more = 255;
      while (more === 255 && at < to) count += more = source[at++]!;
    }
    if (count > to - at || count > end - out) throw new Lz4Fault('literals go past the end of compressed data');
    if (count < 32) for (const last = at + count; at < last; ) target[out++] = source[at++]!;
    else {
      target.set(source.subarray(at, at + count), out);
      at += count;
      out += count;
    }
    if (out === end) break;
    if (at + 2 > to) throw new Lz4Fault('compressed data ends too early');
    const distance = source[at]! | (source[at + 1]! << 8);
    at += 2;
    count = (token & 15) + 4;
    if (count === 19) {
      let more = 255;
      while (more === 255 && at < to) count += more = source[at++]!;
    }
    let match = out - distance;
    if (distance === 0 || count > end - out) throw new Lz4Fault('a match goes past the end of decompressed data');
    if (match < start) {
      match += historyEnd - start;
      if (match < historyStart) throw new Lz4Fault('a match begins before the dictionary');
      const inHistory = Math.min(count, historyEnd - match);
      count -= inHistory;
      for (const last = match + inHistory; match < last; ) target[out++] = target[match++]!;
      match = start;
    }
    if (count > 32 && distance >= count) {
      target.copyWithin(out, match, match + count);
      out += count;
    } else for (const last = out + count; out < last; ) target[out++] = target[match++]!;
  }
  return at;
}

/**
 * Term frequencies of one block of documents, in packs of 128 postings. They are stored apart from the documents, because only
 * scoring reads them. A directory precedes the packs. It has, for each pack, its highest impact (see {@link quantizeImpact})
 * and its length, so that top-k search can skip a pack by its bound alone.
 *
 *   frequencies := {impact u8, bytes varint}{packs}  pack{packs}
 *   pack        := width u8, exceptions u8, (tf - 1) packed at `width` bits, {index u8, tf - 1 varint}{exceptions}
 */
import type { ByteReader } from '../../codec/byte-reader.ts';
import { format } from '../../shared/thresholds.ts';

/** A pack is 2^PACK_BITS postings. */
export const PACK_BITS = format.packBits;
export const PACK = 1 << PACK_BITS;

/**
 * The bound that each byte of a directory represents, 0…1: 1 - (1 - byte / 255)². The best postings of frequent terms are all
 * near 1, so bounds are finest there.
 */
export const IMPACT_BOUNDS = Float64Array.from({ length: 256 }, (_, byte) => 1 - ((255 - byte) / 255) ** 2);

/** Returns a bound in 0…1 as a byte, rounded up. */
export function quantizeImpact(impact: number): number {
  if (impact >= 1) return 255;
  const byte = Math.max(0, Math.ceil(255 * (1 - Math.sqrt(1 - impact))) - 1);
  // The root is rounded, so the next byte may be the right one.
  for (let from = byte; from < 255; from++) if (IMPACT_BOUNDS[from]! >= impact) return from;
  return 255;
}

/** Finds the beginning of each pack of a block of `count` postings. `start` is the beginning of the directory. */
export function packStarts(bytes: Uint8Array, start: number, count: number): number[] {
  const packs = Math.ceil(count / PACK);
  const starts: number[] = [];
  let at = start;
  let length = 0;
  for (let pack = 0; pack < packs; pack++) {
    starts.push(length);
    at++; // the impact
    let byte = bytes[at++]!;
    length += byte & 127;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = bytes[at++]!;
      length += (byte & 127) * scale;
    }
  }
  for (let pack = 0; pack < packs; pack++) starts[pack]! += at;
  return starts;
}

/** Decodes one pack of `count` frequencies at the reader's cursor into `out[at …]`. */
export function decodePack(reader: ByteReader, count: number, out: Uint32Array, at: number): void {
  const width = reader.u8();
  const exceptions = reader.u8();
  if (width === 0) out.fill(1, at, at + count);
  else unpack(reader.bytes, reader.offset, width, count, out, at);
  reader.offset += (count * width + 7) >>> 3;
  for (let i = 0; i < exceptions; i++) {
    const index = reader.u8();
    out[at + index] = reader.varint() + 1;
  }
}

/**
 * Writes `count` numbers of `width` bits, starting at `bytes[packed]`, adds one to each, and puts them into `out[at
 * …]`.
 */
function unpack(bytes: Uint8Array, packed: number, width: number, count: number, out: Uint32Array, at: number): void {
  const mask = (1 << width) - 1;
  let i = 0;
  let bit = 0;
  // Four values of up to 8 bits fit in four bytes, because they begin at a byte boundary or have at most 7 bits.
  const end = width > 8 ? 0 : count - 3;
  for (; i < end; i += 4, bit += 4 * width) {
    const byte = packed + (bit >>> 3);
    const four = bytes[byte]! | (bytes[byte + 1]! << 8) | (bytes[byte + 2]! << 16) | (bytes[byte + 3]! << 24);
    const first = four >>> (bit & 7);
    out[at + i] = (first & mask) + 1;
    out[at + i + 1] = ((first >>> width) & mask) + 1;
    out[at + i + 2] = ((first >>> (2 * width)) & mask) + 1;
    out[at + i + 3] = ((first >>> (3 * width)) & mask) + 1;
  }
  // Three bytes contain any single value, whatever its first bit.
  for (; i < count; i++, bit += width) {
    const byte = packed + (bit >>> 3);
    const three = bytes[byte]! | (bytes[byte + 1]! << 8) | (bytes[byte + 2]! << 16);
    out[at + i] = ((three >>> (bit & 7)) & mask) + 1;
  }
}

/**
 * The documents of one term in one block of 65,536 document numbers, as low 16 bits, in the smallest of three forms:
 *
 *   GAPS    varints: the first low part, then each distance to the previous one, minus one
 *   BITMAP  bit n of byte n >> 3 is document n; cut off after the last 4-byte word with a bit set
 *   INTERVALS  varints, for every interval: distance from the end of the previous interval, then its length minus one
 *
 * A bitmap is chosen even if it is a little larger than the gaps, because it is combined word by word.
 */
import type { ByteWriter } from '../../codec/byte-writer.ts';
import { format } from '../../shared/thresholds.ts';

export const BLOCK_BITS = format.blockBits;
export const BLOCK_SIZE = 1 << BLOCK_BITS;
/** 32-bit words in the bitmap of a whole block. */
export const BLOCK_WORDS = BLOCK_SIZE / 32;

export const GAPS = 0;
export const BITMAP = 1;
export const INTERVALS = 2;
/** A bitmap may be this many times as large as the gaps, because it is combined word by word, ten times as fast. */
const BITMAP_FAVOUR = format.bitmapFavour;
/** Mask for the part of a document number within its block. */
const LOW_MASK = BLOCK_SIZE - 1;

export type DocForm = typeof GAPS | typeof BITMAP | typeof INTERVALS;

/** Appends `docs[start … end)`, ascending numbers of which only the low 16 bits are used. Returns the chosen form. */
export function encodeDocBlock(docs: Uint32Array, start: number, end: number, out: ByteWriter): DocForm {
  let gapBytes = 0;
  let intervalBytes = 0;
  let previous = -1;
  let intervalStart = -1;
  let intervalEnd = -1; // exclusive
  let beforeInterval = 0;
  for (let i = start; i < end; i++) {
    const low = docs[i]! & LOW_MASK;
    gapBytes += varintBytes(low - previous - 1);
    if (low !== intervalEnd) {
      if (intervalStart >= 0) {
        intervalBytes += varintBytes(intervalStart - beforeInterval) + varintBytes(intervalEnd - intervalStart - 1);
        beforeInterval = intervalEnd;
      }
      intervalStart = low;
    }
    intervalEnd = low + 1;
    previous = low;
  }
  intervalBytes += varintBytes(intervalStart - beforeInterval) + varintBytes(intervalEnd - intervalStart - 1);
  const bitmapBytes = ((previous >> 5) + 1) * 4;
  if (intervalBytes * 2 <= Math.min(gapBytes, bitmapBytes)) {
    encodeIntervals(docs, start, end, out);
    return INTERVALS;
  }
  if (bitmapBytes <= BITMAP_FAVOUR * gapBytes) {
    encodeBitmap(docs, start, end, bitmapBytes, out);
    return BITMAP;
  }
  previous = -1;
  out.reserve(gapBytes);
  for (let i = start; i < end; i++) {
    const low = docs[i]! & LOW_MASK;
    out.varint(low - previous - 1);
    previous = low;
  }
  return GAPS;
}

function encodeBitmap(docs: Uint32Array, start: number, end: number, bytes: number, out: ByteWriter): void {
  out.reserve(bytes);
  const base = out.length;
  out.bytes.fill(0, base, base + bytes);
  for (let i = start; i < end; i++) {
    const low = docs[i]! & LOW_MASK;
    out.bytes[base + (low >> 3)]! |= 1 << (low & 7);
  }
  out.length += bytes;
}

function encodeIntervals(docs: Uint32Array, start: number, end: number, out: ByteWriter): void {
  let before = 0;
  for (let i = start; i < end; ) {
    const first = docs[i]! & LOW_MASK;
    let last = first;
    for (i++; i < end && (docs[i]! & LOW_MASK) === last + 1; i++) last++;
    out.varint(first - before);
    out.varint(last - first);
    before = last + 1;
  }
}

function varintBytes(value: number): number {
  return value < 128 ? 1 : value < 16384 ? 2 : 3;
}

/**
 * Writes the documents of a block, in order, each plus `base`, into `out` from `at`. Returns the index after the last. `out`
 * must have room for all of them.
 */
export function decodeDocBlock(
  form: DocForm,
  bytes: Uint8Array,
  start: number,
  end: number,
  base: number,
  out: Uint32Array | Uint16Array,
  at: number,
): number {
  if (form === GAPS) return decodeGaps(bytes, start, end, base, out, at);
  if (form === INTERVALS) return decodeIntervals(bytes, start, end, base, out, at);
  for (let i = start, byteBase = base; i < end; i++, byteBase += 8) {
    for (let byte = bytes[i]!; byte !== 0; byte &= byte - 1) {
      out[at++] = byteBase + 31 - Math.clz32(byte & -byte);
    }
  }
  return at;
}

function decodeGaps(
  bytes: Uint8Array,
  start: number,
  end: number,
  base: number,
  out: Uint32Array | Uint16Array,
  at: number,
): number {
  let doc = base - 1;
  for (let i = start; i < end; ) {
    const byte = bytes[i++]!;
    if (byte < 128) doc += byte + 1;
    else {
      let gap = byte & 127;
      const second = bytes[i++]!;
      gap |= (second & 127) << 7;
      if (second > 127) gap |= bytes[i++]! << 14;
      doc += gap + 1;
    }
    out[at++] = doc;
  }
  return at;
}

function decodeIntervals(
  bytes: Uint8Array,
  start: number,
  end: number,
  base: number,
  out: Uint32Array | Uint16Array,
  at: number,
): number {
  forEachInterval(bytes, start, end, (first, last) => {
    for (let low = first; low <= last; low++) out[at++] = base + low;
  });
  return at;
}

/** Calls `visit(first, last)` for every interval of an INTERVALS block, both inclusive. */
export function forEachInterval(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (first: number, last: number) => void,
): void {
  let before = 0;
  let i = start;
  const varint = (): number => {
    let byte = bytes[i++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[i++]!;
      value |= (byte & 127) << shift;
    }
    return value;
  };
  while (i < end) {
    const first = before + varint();
    const last = first + varint();
    visit(first, last);
    before = last + 1;
  }
}

/**
 * Sets the bit of every document of a block in `words`, from word `first` on. Gaps are decoded here a second time, for speed:
 * bench/loops/doc-gaps.ts.
 */
export function uniteDocBlock(
  form: DocForm,
  bytes: Uint8Array,
  start: number,
  end: number,
  words: Uint32Array,
  first = 0,
): void {
  if (form === GAPS) {
    let doc = -1;
    for (let i = start; i < end; ) {
      const byte = bytes[i++]!;
      if (byte < 128) doc += byte + 1;
      else {
        let gap = byte & 127;
        const second = bytes[i++]!;
        gap |= (second & 127) << 7;
        if (second > 127) gap |= bytes[i++]! << 14;
        doc += gap + 1;
      }
      words[first + (doc >>> 5)]! |= 1 << (doc & 31);
    }
  } else if (form === BITMAP) {
    const own = bitmapWords(bytes, start, end);
    for (let i = 0; i < own.length; i++) words[first + i]! |= own[i]!;
  } else {
    const firstBit = first * 32;
    forEachInterval(bytes, start, end, (from, to) => setRange(words, firstBit + from, firstBit + to));
  }
}

/** Sets the bits `first` to `last`, both inclusive. */
export function setRange(words: Uint32Array, first: number, last: number): void {
  const firstWord = first >>> 5;
  const lastWord = last >>> 5;
  const head = -1 << (first & 31);
  const tail = -1 >>> (31 - (last & 31));
  if (firstWord === lastWord) {
    words[firstWord]! |= head & tail;
    return;
  }
  words[firstWord]! |= head;
  words.fill(0xffff_ffff, firstWord + 1, lastWord);
  words[lastWord]! |= tail;
}

/**
 * Returns the words of a BITMAP block: a view of its bytes if they have 4-byte alignment in memory, as in the store's chunks,
 * else a copy. Bits are numbered as on a little-endian machine.
 */
export function bitmapWords(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const offset = bytes.byteOffset + start;
  if (IS_LITTLE_ENDIAN && offset % 4 === 0) return new Uint32Array(bytes.buffer, offset, (end - start) >> 2);
  const words = new Uint32Array((end - start) >> 2);
  for (let i = 0, at = start; i < words.length; i++, at += 4) {
    words[i] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }
  return words;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

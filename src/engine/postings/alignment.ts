/** 4-byte alignment in the stream of postings: bitmaps begin at a multiple of four, so that they can be read as words. */
import type { ByteWriter } from '../../codec/byte-writer.ts';

/** Returns the next multiple of four. */
export function aligned(offset: number): number {
  return offset + toAlignment(offset);
}

/** Returns the bytes from an offset, up to 2^53, to the next multiple of four. */
export function toAlignment(offset: number): number {
  return (4 - (offset % 4)) % 4;
}

/** Appends zeros up to the next multiple of four. */
export function appendPadding(out: ByteWriter): void {
  for (let left = toAlignment(out.length); left > 0; left--) out.u8(0);
}

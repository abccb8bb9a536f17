/**
 * Sketches a text while its tokens are logged: MinHash by one permutation. The hash of a token determines its bin, and each bin
 * keeps its least hash. Texts with many common tokens have many equal bins, whatever the order and number of the tokens.
 */

/** Number of bins, a power of two. Bins without a token contain {@link EMPTY}. */
export const SKETCH_BITS: u32 = 7;
export const EMPTY: u32 = 0xffff_ffff;
const SKETCH_BYTES: usize = 4 << SKETCH_BITS;

export let sketchAt: usize = 0;
/** Whether the logged tokens belong to a text that is sketched. */
export let isSketching: bool = false;

export function laySketch(at: usize): usize {
  sketchAt = at;
  return at + SKETCH_BYTES;
}

export function sketch(): usize {
  return sketchAt;
}

export function beginSketch(): void {
  memory.fill(sketchAt, 0xff, SKETCH_BYTES);
  isSketching = true;
}

export function endSketch(): void {
  isSketching = false;
}

/** Takes the hash of a token and mixes it once more, because only the low bits of the term table's hash are good. */
export function sketchToken(hash: u32): void {
  let mixed = hash * 0x85eb_ca6b;
  mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2_ae35;
  mixed ^= mixed >>> 16;
  const at = sketchAt + ((<usize>(mixed >>> (32 - SKETCH_BITS))) << 2);
  const value = mixed & (EMPTY >>> SKETCH_BITS);
  if (value < load<u32>(at)) store<u32>(at, value);
}

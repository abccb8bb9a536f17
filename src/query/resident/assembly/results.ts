/** The results of a run: counted, listed, or as bitmaps of blocks. */
import { countBits, listBits, setBit } from './bits';
import { CANDIDATES, COMMON, SET } from './memory';
import { block, blockBits } from './terms';

/** Forms of results. The conjunction itself lists ranked documents with their ranks. */
export const COUNTED: u32 = 0;
export const RANKED: u32 = 1;
export const LISTED: u32 = 2;
export const BITMAPS: u32 = 3;

const LISTED_MAX: u32 = 65_536;

/** The number of counted documents, and of listed ones. */
export let counted: u32 = 0;
export let listed: u32 = 0;
export let form: u32 = COUNTED;
let firstBlock: u32 = 0;

/** Sets the form of the results, for the blocks from `from` on. */
export function setForm(asked: u32, from: u32): void {
  form = asked;
  firstBlock = from;
  listed = 0;
}

export function beginCount(): void {
  counted = 0;
}

export function addCount(count: u32): void {
  counted += count;
}

/** Whether there is too little space for `most` more documents. */
export function isFull(most: u32): bool {
  return (form === RANKED || form === LISTED) && listed + min<u32>(most, LISTED_MAX) > LISTED_MAX;
}

export function addListed(count: u32): void {
  listed += count;
}

/** Returns the address for the bitmap of the block. */
export function bitmap(): usize {
  if (form !== BITMAPS) return SET;
  return COMMON + ((<usize>(block - firstBlock)) << (blockBits - 3));
}

/** Adds a block without documents. */
export function addNothing(): void {
  if (form === BITMAPS) memory.fill(bitmap(), 0, (<usize>1) << (blockBits - 3));
}

/** Adds the documents of `bitmap()`. */
export function addBitmap(): void {
  if (form === COUNTED) counted += countBits(SET);
  else if (form === LISTED) {
    const out = COMMON + ((<usize>listed) << 2);
    listed += <u32>((listBits(SET, block << blockBits, out) - out) >> 2);
  }
}

/** Adds the first `count` candidates. For bitmaps, `addNothing` must have been called. */
export function addCandidates(count: usize): void {
  counted += <u32>count;
  if (form === BITMAPS) {
    const bits = bitmap();
    for (let i: usize = 0; i < count; i++) setBit(bits, load<u16>(CANDIDATES + (i << 1)));
  } else if (form === LISTED) {
    const base = block << blockBits;
    const out = COMMON + ((<usize>listed) << 2);
    for (let i: usize = 0; i < count; i++) store<u32>(out + (i << 2), base + <u32>load<u16>(CANDIDATES + (i << 1)));
    listed += <u32>count;
  }
}

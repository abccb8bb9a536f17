/**
 * The part of a text's sketch (src/engine/inversion/term-log.ts) that is stored until near duplicates are found: keys that
 * candidates share, and one byte for each bin to compare two texts.
 *
 * A bin without a token borrows the value of another for the keys (densification, Shrivastava and Li 2014), so that short texts
 * have all keys. It counts as empty in comparisons.
 */

/**
 * The number of bins of a sketch, and the value of a bin without a token. Equal to the constants of assembly/text-sketch.ts.
 */
export const SKETCH_BINS = 128;
export const EMPTY_BIN = 0xffffffff;

/**
 * Bins in a key. Two texts with 80 % of their tokens in common share one of the twenty keys with a probability of 99.7 %, two
 * with half of their tokens with 27 %.
 */
const KEY_BINS = 6;
export const KEYS = 20;
/** Minimum of bins with a token. Texts with fewer would resemble too many others by chance. */
export const FILLED_MIN = 12;
/** Minimum similarity of near duplicates: tokens in both texts, divided by tokens in either. */
export const NEAR_DUPLICATE_SIMILARITY = 0.8;

/** Words of a row: two of identity, then keys, then codes. */
export const IDENTITY_WORDS = 2;
export const CODE_BYTES = SKETCH_BINS;
export const ROW_WORDS = IDENTITY_WORDS + KEYS + CODE_BYTES / 4;

/**
 * Called for each text with a sketch, in order of documents. Its row is in `rows` from `at` on, and is valid until the
 * next call.
 */
export type SketchEnd = (doc: number, rows: Uint32Array, at: number) => void;

const CODES = 255;
/** An empty bin as a signed integer. Larger integers are slow outside of arrays. */
const EMPTY = EMPTY_BIN | 0;
const ATTEMPTS = 64;

/** Indexed by bin: the bins that it may borrow from, in order. */
const LENDERS = lenders();

function lenders(): Uint8Array {
  const all = new Uint8Array(SKETCH_BINS * ATTEMPTS);
  let state = 0x2545f491;
  for (let i = 0; i < all.length; i++) {
    state = mixed(state, i);
    all[i] = (state >>> 8) % SKETCH_BINS;
  }
  return all;
}

/** Writes the row of a sketch at `at`. Returns false if the text has too few tokens. */
export function writeSketchRow(sketch: Uint32Array, rows: Uint32Array, at: number): boolean {
  let filled = 0;
  for (let bin = 0; bin < SKETCH_BINS; bin++) if (sketch[bin] !== EMPTY_BIN) filled++;
  if (filled < FILLED_MIN) return false;
  let high = 1;
  let low = 2;
  for (let bin = 0; bin < SKETCH_BINS; bin++) {
    const value = sketch[bin]! | 0;
    high = mixed(high, value);
    low = mixed(low, value);
  }
  rows[at] = high;
  rows[at + 1] = low;
  for (let key = 0, bin = 0; key < KEYS; key++) {
    let hash = key;
    for (const end = bin + KEY_BINS; bin < end; bin++) hash = mixed(hash, borrowedValue(sketch, bin));
    rows[at + IDENTITY_WORDS + key] = hash;
  }
  const codes = at + IDENTITY_WORDS + KEYS;
  for (let bin = 0; bin < SKETCH_BINS; bin += 4) {
    rows[codes + bin / 4] =
      codeOf(sketch[bin]!) |
      (codeOf(sketch[bin + 1]!) << 8) |
      (codeOf(sketch[bin + 2]!) << 16) |
      (codeOf(sketch[bin + 3]!) << 24);
  }
  return true;
}

/** Returns the value of a bin, or of the bin that it borrows from. */
function borrowedValue(sketch: Uint32Array, bin: number): number {
  let value = sketch[bin]! | 0;
  for (let i = bin * ATTEMPTS, end = i + ATTEMPTS; value === EMPTY && i < end; i++) value = sketch[LENDERS[i]!]! | 0;
  return value;
}

/** 0 for an empty bin. */
function codeOf(value: number): number {
  return value === EMPTY_BIN ? 0 : 1 + (value % CODES);
}

/** Returns a signed integer. */
function mixed(hash: number, value: number): number {
  let next = Math.imul(hash ^ value, 0x9e3779b1);
  next ^= next >>> 15;
  next = Math.imul(next, 0x85ebca77);
  return next ^ (next >>> 13);
}

/** Whether two texts are near duplicates by their codes: the fraction of equal bins among the bins that either text fills. */
export function areNear(a: Uint8Array, b: Uint8Array): boolean {
  let equal = 0;
  let filled = 0;
  for (let i = 0; i < CODE_BYTES; i++) {
    const code = a[i]!;
    if (code === b[i]) equal += code === 0 ? 0 : 1;
    if (code !== 0 || b[i] !== 0) filled++;
  }
  return equal >= NEAR_DUPLICATE_SIMILARITY * filled;
}

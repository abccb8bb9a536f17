/**
 * Hashes a term: FNV-1a's loop over its UTF-16 units, which the tokenizer runs while it folds, and a final mix so that the low
 * bits are good enough to index a table. The hash has 31 bits, because V8 keeps such numbers without allocating.
 */

/** The initial state. Each unit makes it `Math.imul(state ^ unit, HASH_FACTOR)`. */
const HASH_SEED = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

/** Returns the hash for the state after the last unit. */
function finishHash(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 1;
}

/** Returns the hash of a folded term, from 0 to 2^31 - 1, equal to the one that the tokenizer reports. */
export function hashTerm(term: string): number {
  let state = HASH_SEED;
  for (let i = 0; i < term.length; i++) state = Math.imul(state ^ term.charCodeAt(i), HASH_FACTOR);
  return finishHash(state);
}

/** Returns the hash of the first UTF-16 units of a buffer. */
export function hashUnits(units: Uint16Array, length: number): number {
  let state = HASH_SEED;
  for (let i = 0; i < length; i++) state = Math.imul(state ^ units[i]!, HASH_FACTOR);
  return finishHash(state);
}

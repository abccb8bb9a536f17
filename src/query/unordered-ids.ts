/** Sorts documents by id if the index has another order, as for cases whose format cannot read items by id, such as Autopsy. */
import type { IdOrder } from '../engine/index-reader.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from '../engine/postings/doc-block.ts';
import { tuning } from '../shared/thresholds.ts';
import { kernel } from './resident/this-thread.ts';

/** A bitmap over numbers that ascend with the ids. */
export interface BitsById {
  readonly words: Uint32Array;
  /** The id of each number, ascending. Null if the id is the number plus `first`. */
  readonly ids: Uint32Array | null;
  readonly first: number;
}

/** Converts a bitmap of documents to one by id. */
export function bitsById(ids: Uint32Array, order: IdOrder, words: Uint32Array): BitsById {
  const { numbers, bits } = emptyBits(ids, order);
  const ordered = bits.words;
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i]!; word !== 0; word &= word - 1) {
      const number = numbers[i * 32 + 31 - Math.clz32(word & -word)]!;
      ordered[number >>> 5]! |= 1 << (number & 31);
    }
  }
  return bits;
}

/** Replaces documents by their ids, in order. Sorts many ids by means of a bitmap. */
export function idsInOrder(ids: Uint32Array, order: IdOrder, docs: Uint32Array): Uint32Array {
  if (docs.length * tuning.bitsPerId < ids.length) {
    for (let i = 0; i < docs.length; i++) docs[i] = ids[docs[i]!]!;
    return ascending(docs, order.ids[order.ids.length - 1]!);
  }
  const { numbers, bits } = emptyBits(ids, order);
  const { words, ids: ofNumber } = bits;
  for (let i = 0; i < docs.length; i++) {
    const number = numbers[docs[i]!]!;
    words[number >>> 5]! |= 1 << (number & 31);
  }
  let at = 0;
  for (let first = 0; first < words.length; first += BLOCK_WORDS) {
    at = kernel.bits.list(words.subarray(first, first + BLOCK_WORDS), first * 32, docs, at);
  }
  if (ofNumber !== null) for (let i = 0; i < docs.length; i++) docs[i] = ofNumber[docs[i]!]!;
  return docs;
}

/**
 * Returns an empty bitmap, and the number of each document in it. Bits are numbered by id, which needs no further
 * arrays, or by rank if ids are so far apart that the bitmap would be much larger.
 */
function emptyBits(ids: Uint32Array, order: IdOrder): { readonly numbers: Uint32Array; readonly bits: BitsById } {
  const last = order.ids[order.ids.length - 1]!;
  const areDense = last < tuning.sparseIds * ids.length;
  const size = areDense ? last + 1 : ids.length;
  const words = new Uint32Array(Math.ceil(size / BLOCK_SIZE) * BLOCK_WORDS);
  return { numbers: areDense ? ids : order.ranks, bits: { words, ids: areDense ? null : order.ids, first: 0 } };
}

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** Sorts numbers up to `last`, in the same array or another. */
function ascending(numbers: Uint32Array, last: number): Uint32Array {
  if (numbers.length < tuning.rowsCompared) return numbers.sort();
  let from = numbers;
  let to: Uint32Array = new Uint32Array(numbers.length);
  for (let shift = 0; shift < 32 && last >>> shift > 0; shift += DIGIT_BITS) {
    const ends = new Uint32Array(DIGITS + 1);
    for (let i = 0; i < from.length; i++) ends[((from[i]! >>> shift) & (DIGITS - 1)) + 1]!++;
    for (let digit = 0; digit < DIGITS; digit++) ends[digit + 1]! += ends[digit]!;
    for (let i = 0; i < from.length; i++) to[ends[(from[i]! >>> shift) & (DIGITS - 1)]!++] = from[i]!;
    [from, to] = [to, from];
  }
  return from;
}

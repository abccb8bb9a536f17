/** Sorts documents by keys with a radix sort. Its time does not depend on the requested page, nor its memory on the number of keys. */
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';

/** Ranks by row, and their maximum. */
export interface Ranks {
  readonly ranks: Uint32Array;
  readonly most: number;
}

/** The part of an `OrderKey` that sorts. */
export interface RankingKey {
  /** The maximum of all ranks. */
  readonly missing: number;
  /** Writes the ranks of `docs[from … to)` to the same elements of `out`. */
  rank(docs: Uint32Array, from: number, to: number, out: Uint32Array): void;
}

/**
 * Maximum bits of a pass: two passes for 16 million ranks. Each pass but the first ranks documents in random order, which costs
 * more than counting with more digits.
 */
const RADIX_BITS = 12;
/** Fewer are sorted by comparison. */
const FEW = tuning.rowsCompared;
/** Documents between two yields. */
const DOCS_PER_SLICE = tuning.columnDocs;

/**
 * Returns documents in order of the first key, ties by the next ones, then as they come. Overwrites `docs`, which may become
 * the result.
 *
 * Each pass ranks the documents again in their current order. That reads the column as often as a table of ranks would
 * be read, and saves the table's 4 bytes for each document and key.
 */
export function* sortedByKeys(docs: Uint32Array, keys: readonly RankingKey[]): Generator<void, Uint32Array> {
  if (keys.length === 0) return docs;
  if (docs.length < FEW) return sortedByComparison(docs, keys);
  const held = heldMemory();
  claimMemory(8 * docs.length, 'the order of hits');
  const ranks = new Uint32Array(docs.length);
  let from = docs;
  let to: Uint32Array = new Uint32Array(docs.length);
  for (let n = keys.length - 1; n >= 0; n--) {
    const key = keys[n]!;
    const rankBits = 32 - Math.clz32(key.missing);
    const passes = Math.ceil(rankBits / RADIX_BITS);
    const bits = Math.ceil(rankBits / passes);
    for (let shift = 0; shift < rankBits; shift += bits) {
      yield* pass(from, to, { key, ranks, shift, bits });
      [from, to] = [to, from];
    }
  }
  releaseMemoryTo(held);
  return from;
}

function sortedByComparison(docs: Uint32Array, keys: readonly RankingKey[]): Uint32Array {
  const all = keys.map((key) => {
    const ranks = new Uint32Array(docs.length);
    key.rank(docs, 0, docs.length, ranks);
    return ranks;
  });
  const rows = Uint32Array.from(docs, (_, row) => row).sort((a, b) => {
    for (const ranks of all) {
      const order = ranks[a]! - ranks[b]!;
      if (order !== 0) return order;
    }
    return a - b;
  });
  return rows.map((row) => docs[row]!);
}

interface Digits {
  readonly key: RankingKey;
  readonly ranks: Uint32Array;
  readonly shift: number;
  readonly bits: number;
}

/** Makes a stable pass over some bits of the ranks. */
function* pass(from: Uint32Array, to: Uint32Array, { key, ranks, shift, bits }: Digits): Generator<void, void> {
  const { length } = from;
  const digits = 1 << bits;
  const mask = digits - 1;
  const ends = new Uint32Array(digits + 1);
  for (let start = 0; start < length; start += DOCS_PER_SLICE) {
    const end = Math.min(length, start + DOCS_PER_SLICE);
    key.rank(from, start, end, ranks);
    for (let i = start; i < end; i++) ends[((ranks[i]! >>> shift) & mask) + 1]!++;
    yield;
  }
  for (let digit = 0; digit < digits; digit++) ends[digit + 1]! += ends[digit]!;
  for (let start = 0; start < length; start += DOCS_PER_SLICE) {
    const end = Math.min(length, start + DOCS_PER_SLICE);
    for (let i = start; i < end; i++) to[ends[(ranks[i]! >>> shift) & mask]!++] = from[i]!;
    yield;
  }
}

/** Slots of a histogram of ranks. */
const SLOTS = tuning.rankSlots;

/**
 * Returns a rank that at least `wanted` rows do not exceed. Few other rows are within it, as far as a histogram can
 * tell.
 */
export function boundOfFirst({ ranks, most }: Ranks, count: number, wanted: number): number {
  let shift = 0;
  while (most >>> shift >= SLOTS) shift++;
  const slots = new Uint32Array((most >>> shift) + 1);
  for (let i = 0; i < count; i++) slots[ranks[i]! >>> shift]!++;
  let slot = 0;
  for (let sum = slots[0]!; sum < wanted && slot < slots.length - 1; sum += slots[slot]!) slot++;
  return Math.min(most, ((slot + 1) << shift) - 1);
}

/** Sorts documents by ranks with a radix sort. Its time does not depend on the requested page. */

import { tuning } from '../../shared/thresholds.ts';

/** Ranks by row, and their maximum. */
export interface Ranks {
  readonly ranks: Uint32Array;
  readonly most: number;
}

const RADIX_BITS = 11;
const RADIX = 1 << RADIX_BITS;
/** Fewer are sorted by comparison. */
const FEW = tuning.rowsCompared;

/** Returns the rows 0 to `count - 1` in order of the first ranks, ties by the next ones, then by row. Yields between passes. */
export function* rowsByRanks(count: number, keys: readonly Ranks[]): Generator<void, Uint32Array> {
  let rows = new Uint32Array(count);
  for (let i = 0; i < count; i++) rows[i] = i;
  if (count < FEW) return rows.sort((a, b) => compareRanks(keys, a, b));
  let other = new Uint32Array(count);
  for (let key = keys.length - 1; key >= 0; key--) {
    const { ranks, most } = keys[key]!;
    for (let shift = 0; shift < 32 && most >>> shift > 0; shift += RADIX_BITS) {
      pass(rows, other, ranks, shift);
      [rows, other] = [other, rows];
      yield;
    }
  }
  return rows;
}

export function compareRanks(keys: readonly Ranks[], a: number, b: number): number {
  for (const { ranks } of keys) {
    const order = ranks[a]! - ranks[b]!;
    if (order !== 0) return order;
  }
  return a - b;
}

/** Makes a stable pass over some bits of the ranks. */
function pass(from: Uint32Array, to: Uint32Array, ranks: Uint32Array, shift: number): void {
  const ends = new Uint32Array(RADIX + 1);
  for (let i = 0; i < from.length; i++) ends[((ranks[i]! >>> shift) & (RADIX - 1)) + 1]!++;
  for (let digit = 0; digit < RADIX; digit++) ends[digit + 1]! += ends[digit]!;
  for (let i = 0; i < from.length; i++) {
    const row = from[i]!;
    to[ends[(ranks[row]! >>> shift) & (RADIX - 1)]!++] = row;
  }
}

/** Slots of a histogram of ranks. */
const SLOTS = tuning.rankSlots;

/** Returns a rank that at least `wanted` of the rows do not exceed, and as few others as a histogram can tell. */
export function boundOfFirst({ ranks, most }: Ranks, count: number, wanted: number): number {
  let shift = 0;
  while (most >>> shift >= SLOTS) shift++;
  const slots = new Uint32Array((most >>> shift) + 1);
  for (let i = 0; i < count; i++) slots[ranks[i]! >>> shift]!++;
  let slot = 0;
  for (let sum = slots[0]!; sum < wanted && slot < slots.length - 1; sum += slots[slot]!) slot++;
  return Math.min(most, ((slot + 1) << shift) - 1);
}

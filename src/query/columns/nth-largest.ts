/** Finds the n-th largest of many numbers, in slices. Uses two histograms, so that no single step sorts everything. */

const SLOTS = 1 << 16;
/** Numbers between two yields. */
const NUMBERS_PER_SLICE = 1 << 16;

/** `n`: from 1 to the length of `numbers`. */
export function* nthLargest(numbers: Uint32Array, n: number): Generator<void, number> {
  const high = yield* histogram(numbers, (number) => number >>> 16);
  const top = slotOf(high, n);
  const low = yield* histogram(numbers, (number) => (number >>> 16 === top.slot ? number & (SLOTS - 1) : -1));
  return top.slot * SLOTS + slotOf(low, n - top.above).slot;
}

/** `slotFor` returns -1 for numbers that are not counted. */
function* histogram(numbers: Uint32Array, slotFor: (number: number) => number): Generator<void, Uint32Array> {
  const slots = new Uint32Array(SLOTS);
  for (let i = 0; i < numbers.length; i++) {
    if (i % NUMBERS_PER_SLICE === 0) yield;
    const slot = slotFor(numbers[i]!);
    if (slot >= 0) slots[slot]!++;
  }
  return slots;
}

/** Finds the slot of the n-th largest, and the count in higher slots. */
function slotOf(slots: Uint32Array, n: number): { readonly slot: number; readonly above: number } {
  let above = 0;
  let slot = SLOTS - 1;
  while (slot > 0 && above + slots[slot]! < n) above += slots[slot--]!;
  return { slot, above };
}

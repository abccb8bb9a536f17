/** The progress of work on the items of a case, 0 to 1; null if unknown. */

/** By bytes if their total is known, else by items. */
export function fractionOf(state: {
  readonly items: number;
  readonly itemsTotal: number | null;
  readonly bytes: number;
  readonly bytesTotal: number;
}): number | null {
  if (state.bytesTotal > 0) return Math.min(1, state.bytes / state.bytesTotal);
  return state.itemsTotal === null || state.itemsTotal === 0 ? null : Math.min(1, state.items / state.itemsTotal);
}

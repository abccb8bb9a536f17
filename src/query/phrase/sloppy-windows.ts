/**
 * Sloppy phrases in which words repeat. An element at offset i takes a position p with `low ≤ p − i ≤ low + slop`, and
 * no two elements take the same one. The windows of one group have equal widths and begin in the order of the elements,
 * so the graph of elements and positions is convex. Giving each element in turn its earliest free position is a maximum
 * matching. Hall's condition on intervals of positions decides whether all can be matched (Glover, Maximum matching in
 * a convex bipartite graph, 1967). Every window costs O(elements + positions in it), whatever the slop.
 *
 * Lists of different groups must not share a position here. `position-matching.ts` handles those that do.
 */
import { type ElementGroup, firstAtOrAfter } from './element-group.ts';

/** Means that no such window exists. */
export const NO_WINDOW = Number.POSITIVE_INFINITY;

/** Counts occurrences, which are distinct values of the least p − i. Stops at the first if `isCounted` is false. */
export function countInWindows(groups: readonly ElementGroup[], slop: number, isCounted: boolean): number {
  let count = 0;
  let low = firstLow(groups, slop);
  for (;;) {
    low = commonWindow(groups, low, slop);
    if (low === NO_WINDOW) return count;
    if (!isCounted) return 1;
    if (groups.some((group) => canBegin(group, low, slop))) count++;
    low++;
  }
}

/** Returns a lower bound of all windows: below it, some group cannot be matched. */
export function firstLow(groups: readonly ElementGroup[], slop: number): number {
  let low = Number.NEGATIVE_INFINITY;
  for (const { positions, length, offsets } of groups) {
    if (length === 0) return NO_WINDOW;
    low = Math.max(low, positions[0]! - offsets.at(-1)! - slop);
  }
  return low;
}

/** Returns the least window at or after `low` in which every group, considered alone, can be matched. */
export function commonWindow(groups: readonly ElementGroup[], low: number, slop: number): number {
  if (low === NO_WINDOW) return NO_WINDOW;
  for (let agreed = 0, g = 0; agreed < groups.length; g = (g + 1) % groups.length) {
    const next = nextWindow(groups[g]!, low, slop);
    if (next === NO_WINDOW) return NO_WINDOW;
    agreed = next === low ? agreed + 1 : 1;
    low = next;
  }
  return low;
}

/** Returns the least window at or after `low` in which every element of the group finds a distinct position. */
function nextWindow({ positions, length, offsets }: ElementGroup, low: number, slop: number): number {
  let begin = 0;
  for (;;) {
    begin = firstAtOrAfter(positions, begin, length, low + offsets[0]!);
    let at = begin;
    let needed = low;
    for (let e = 0; e < offsets.length && needed === low; e++) {
      const offset = offsets[e]!;
      while (at < length && positions[at]! < low + offset) at++;
      if (at === length) return NO_WINDOW;
      // The earliest position for an element only rises with the window, so no earlier position can match it.
      const reached = positions[at++]! - offset - slop;
      if (reached > needed) needed = reached;
    }
    if (needed === low) return low;
    low = needed;
  }
}

/**
 * Whether all elements can be matched such that one of them takes the first position of its window. The caller has
 * checked that all can be matched. Earlier elements then lose this position, which fails only if they have none to
 * spare.
 */
function canBegin({ positions, length, offsets }: ElementGroup, low: number, slop: number): boolean {
  let below = firstAtOrAfter(positions, 0, length, low + offsets[0]!);
  let upTo = below;
  let mostBefore = Number.NEGATIVE_INFINITY;
  /** Offset of the last element of a series that has exactly as many positions as elements. */
  let tight = Number.NEGATIVE_INFINITY;
  for (let e = 0; e < offsets.length; e++) {
    const first = low + offsets[e]!;
    while (below < length && positions[below]! < first) below++;
    while (upTo < length && positions[upTo]! <= first + slop) upTo++;
    if (below < length && positions[below] === first && tight < offsets[e]! - slop) return true;
    if (below - e > mostBefore) mostBefore = below - e;
    if (upTo - e - 1 === mostBefore) tight = offsets[e]!;
  }
  return false;
}

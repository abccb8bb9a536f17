/**
 * Whether, and how often, a phrase occurs in one document, from the positions of its elements.
 *
 * The element at offset i takes a position p, no position twice, such that max(p − i) − min(p − i) ≤ slop. An occurrence is
 * a value of min(p − i).
 */
import { type ElementGroup, firstAtOrAfter } from './element-group.ts';
import { canMatchAll } from './position-matching.ts';
import { countInWindows } from './sloppy-windows.ts';

export interface PhrasePositions {
  readonly groups: readonly ElementGroup[];
  /** Whether a position is in the list of one group alone. */
  readonly areDisjoint: boolean;
}

/**
 * Occurrences of the phrase. If `isCounted` is false it stops at the first; groups that share positions are not counted
 * beyond that, because a pattern adds a constant to a score.
 */
export function countPhrase({ groups, areDisjoint }: PhrasePositions, slop: number, isCounted: boolean): number {
  if (groups.some(({ length }) => length === 0)) return 0;
  if (slop === 0) return countExact(groups, isCounted);
  if (!areDisjoint) return canMatchAll(groups, slop) ? 1 : 0;
  if (groups.some(({ offsets }) => offsets.length > 1)) return countInWindows(groups, slop, isCounted);
  return countNear(groups, slop, isCounted);
}

function countExact(groups: readonly ElementGroup[], isCounted: boolean): number {
  const lists: Uint32Array[] = [];
  const lengths: number[] = [];
  const offsets: number[] = [];
  for (const group of groups) {
    for (const offset of group.offsets) {
      lists.push(group.positions);
      lengths.push(group.length);
      offsets.push(offset);
    }
  }
  const cursors = new Uint32Array(lists.length);
  let count = 0;
  next: for (let a = 0; a < lengths[0]!; a++) {
    const start = lists[0]![a]! - offsets[0]!;
    for (let i = 1; i < lists.length; i++) {
      const list = lists[i]!;
      const wanted = start + offsets[i]!;
      const at = firstAtOrAfter(list, cursors[i]!, lengths[i]!, wanted);
      cursors[i] = at;
      if (at === lengths[i]) return count;
      if (list[at] !== wanted) continue next;
    }
    count++;
    if (!isCounted) return count;
  }
  return count;
}

/** The smallest window over the merged lists, if every group is one element. */
function countNear(groups: readonly ElementGroup[], slop: number, isCounted: boolean): number {
  const cursors = new Uint32Array(groups.length);
  let count = 0;
  for (;;) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let g = 0; g < groups.length; g++) {
      const shifted = groups[g]!.positions[cursors[g]!]! - groups[g]!.offsets[0]!;
      if (shifted < low) low = shifted;
      if (shifted > high) high = shifted;
    }
    // The highest value only rises, so nothing below its window is part of an occurrence any more. After an occurrence,
    // every element at the lowest value moves on: the next occurrence has a higher one.
    const isNear = high - low <= slop;
    if (isNear) {
      count++;
      if (!isCounted) return count;
    }
    if (!moveOn(groups, cursors, isNear ? low + 1 : high - slop)) return count;
  }
}

/** Moves every element on to a value of `from` or more; false where one has none. */
function moveOn(groups: readonly ElementGroup[], cursors: Uint32Array, from: number): boolean {
  for (let g = 0; g < groups.length; g++) {
    const { positions, length, offsets } = groups[g]!;
    const position = from + offsets[0]!;
    let at = cursors[g]!;
    while (at < length && positions[at]! < position) at++;
    if (at === length) return false;
    cursors[g] = at;
  }
  return true;
}

/**
 * Decides from the positions of its elements whether, and how often, a phrase occurs in one document.
 *
 * Each element, at offset i, takes a position p of its own such that max(p − i) − min(p − i) ≤ slop. An occurrence is a value
 * of min(p − i).
 */
import { type ElementGroup, firstAtOrAfter } from './element-group.ts';
import { canMatchAll } from './position-matching.ts';
import { countInWindows } from './sloppy-windows.ts';

export interface PhrasePositions {
  readonly groups: readonly ElementGroup[];
  /** Whether each position is in the list of only one group. */
  readonly areDisjoint: boolean;
}

/** Counts occurrences of the phrase. If `isCounted` is false, stops at the first. */
export function countPhrase({ groups, areDisjoint }: PhrasePositions, slop: number, isCounted: boolean): number {
  if (groups.some(({ length }) => length === 0)) return 0;
  if (slop === 0) return countExact(groups, isCounted);
  if (!areDisjoint && (!isCounted || sharePositions(groups))) return countShared(groups, slop, isCounted);
  return isRepeating(groups) ? countInWindows(groups, slop, isCounted) : countNear(groups, slop, isCounted);
}

/**
 * Counts occurrences for words that may, but rarely do, share a position. First counts as if a position could be taken
 * twice, which may find too much but never too little. Checks further only if a position was taken twice.
 */
export function countWords(groups: readonly ElementGroup[], slop: number, isCounted: boolean): number {
  const count = countPhrase({ groups, areDisjoint: true }, slop, isCounted);
  if (count === 0) return 0;
  const isSure = isCounted || isRepeating(groups) ? !sharePositions(groups) : areApart(groups);
  return isSure ? count : countShared(groups, slop, isCounted);
}

function isRepeating(groups: readonly ElementGroup[]): boolean {
  return groups.some(({ offsets }) => offsets.length > 1);
}

/** Whether the elements took different positions in the window at which countNear ended. */
function areApart(groups: readonly ElementGroup[]): boolean {
  for (let g = 1; g < groups.length; g++) {
    const own = groups[g]!.positions[cursors[g]!];
    for (let other = 0; other < g; other++) if (groups[other]!.positions[cursors[other]!] === own) return false;
  }
  return true;
}

/** Whether a position of this document is in two lists. */
function sharePositions(groups: readonly ElementGroup[]): boolean {
  if (groups.length <= PAIRWISE_MAX) {
    return groups.some((group, g) => groups.slice(0, g).some((other) => intersect(group, other)));
  }
  const seen = new Set<number>();
  for (const { positions, length } of groups) {
    for (let i = 0; i < length; i++) {
      if (seen.has(positions[i]!)) return true;
      seen.add(positions[i]!);
    }
  }
  return false;
}

/** Up to this many lists are compared in pairs. */
const PAIRWISE_MAX = 8;

function intersect(a: ElementGroup, b: ElementGroup): boolean {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  for (let i = 0; i < few.length; i++) {
    at = firstAtOrAfter(many.positions, at, many.length, few.positions[i]!);
    if (at === many.length) return false;
    if (many.positions[at] === few.positions[i]) return true;
  }
  return false;
}

/** Tries each possible value of min(p − i): one element takes its position, the others the rest of the window. */
function countShared(groups: readonly ElementGroup[], slop: number, isCounted: boolean): number {
  if (!canMatchAll(groups, slop)) return 0;
  if (!isCounted) return 1;
  const elements = groups.flatMap(({ positions, length, offsets }) =>
    offsets.map((offset) => ({ offset, positions: new Set(positions.subarray(0, length)) })),
  );
  // Counting all does not pay off for long phrases, because each occurrence is searched separately.
  if (elements.length > SHARED_COUNTED_MAX) return 1;
  const lows = new Set(elements.flatMap(({ offset, positions }) => Array.from(positions, (at) => at - offset)));
  let count = 0;
  for (const low of lows) if (beginsAt(low, elements, slop)) count++;
  return count;
}

const SHARED_COUNTED_MAX = 6;

interface ElementPositions {
  readonly offset: number;
  readonly positions: ReadonlySet<number>;
}

function beginsAt(low: number, elements: readonly ElementPositions[], slop: number): boolean {
  return elements.some(
    (first, n) =>
      first.positions.has(low + first.offset) &&
      canTakeRest(elements.toSpliced(n, 1), new Set([low + first.offset]), low, slop),
  );
}

function canTakeRest(rest: readonly ElementPositions[], taken: Set<number>, low: number, slop: number): boolean {
  const [next] = rest;
  if (next === undefined) return true;
  for (let at = low + next.offset; at <= low + next.offset + slop; at++) {
    if (taken.has(at) || !next.positions.has(at)) continue;
    taken.add(at);
    if (canTakeRest(rest.slice(1), taken, low, slop)) return true;
    taken.delete(at);
  }
  return false;
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

/** Finds the smallest window over the merged lists. Every group must be one element. */
function countNear(groups: readonly ElementGroup[], slop: number, isCounted: boolean): number {
  const size = groups.length;
  if (reached.length < size) {
    reached = new Int32Array(2 * size);
    cursors = new Uint32Array(2 * size);
  }
  const heads = reached;
  const at = cursors;
  for (let g = 0; g < size; g++) {
    heads[g] = groups[g]!.positions[0]! - groups[g]!.offsets[0]!;
    at[g] = 0;
  }
  let count = 0;
  for (;;) {
    let low = NO_LOW;
    let second = NO_LOW;
    let high = Number.NEGATIVE_INFINITY;
    for (let g = 0; g < size; g++) {
      const head = heads[g]!;
      if (head < low) {
        second = low;
        low = head;
      } else if (head < second) second = head;
      if (head > high) high = head;
    }
    const isNear = high - low <= slop;
    if (isNear) {
      count++;
      if (!isCounted) return count;
    }
    // The highest value never falls, so values below its window cannot be part of an occurrence. After an occurrence,
    // every element at the lowest value advances, because the next occurrence has a higher one. An element alone at the
    // lowest value has an occurrence at each of its positions before the second lowest value.
    const from = isNear ? Math.max(low + 1, second) : high - slop;
    for (let g = 0; g < size; g++) {
      if (heads[g]! >= from) continue;
      const { positions, length, offsets } = groups[g]!;
      const offset = offsets[0]!;
      const position = from + offset;
      const next = at[g]! + 1;
      let i = next;
      while (i < length && positions[i]! < position) i++;
      if (isNear) count += i - next;
      if (i === length) return count;
      at[g] = i;
      heads[g] = positions[i]! - offset;
    }
  }
}

/** Greater than every position. */
const NO_LOW = 2 ** 32;
/** Indexed by element: its current position minus its offset, and the index of this position in its list. */
let reached = new Int32Array(16);
let cursors = new Uint32Array(16);

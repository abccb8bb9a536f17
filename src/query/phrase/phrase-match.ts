/**
 * Whether, and how often, a phrase stands in one document, from the positions of its elements.
 *
 * Element i takes a position p_i, no position twice, such that max(p_i − i) − min(p_i − i) ≤ slop. An occurrence is a
 * value of min(p_i − i).
 */
export interface PositionLists {
  /** Positions of element i in ascending order: `lists[i][0 … lengths[i])`. */
  readonly lists: readonly Uint32Array[];
  readonly lengths: readonly number[];
}

/** Occurrences of the phrase; stops at the first where `isCounted` is false. */
export function countPhrase(elements: PositionLists, slop: number, hasOverlaps: boolean, isCounted: boolean): number {
  if (elements.lengths.some((length) => length === 0)) return 0;
  if (slop === 0) return countExact(elements, isCounted);
  return hasOverlaps ? countDistinct(elements, slop, isCounted) : countNear(elements, slop, isCounted);
}

function countExact({ lists, lengths }: PositionLists, isCounted: boolean): number {
  const cursors = new Uint32Array(lists.length);
  let count = 0;
  const lead = lists[0]!;
  next: for (let a = 0; a < lengths[0]!; a++) {
    const start = lead[a]!;
    for (let i = 1; i < lists.length; i++) {
      const list = lists[i]!;
      const length = lengths[i]!;
      let at = cursors[i]!;
      while (at < length && list[at]! < start + i) at++;
      cursors[i] = at;
      if (at === length) return count;
      if (list[at] !== start + i) continue next;
    }
    count++;
    if (!isCounted) return count;
  }
  return count;
}

/** The smallest window over the merged lists, when no two elements can take the same position. */
function countNear({ lists, lengths }: PositionLists, slop: number, isCounted: boolean): number {
  const cursors = new Uint32Array(lists.length);
  let count = 0;
  for (;;) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let lowest = 0;
    for (let i = 0; i < lists.length; i++) {
      const shifted = lists[i]![cursors[i]!]! - i;
      if (shifted < low) {
        low = shifted;
        lowest = i;
      }
      if (shifted > high) high = shifted;
    }
    if (high - low > slop) {
      // The highest only rises: nothing below what it reaches is part of an occurrence any more.
      if (!skipBelow(lists, lengths, cursors, high - slop)) return count;
      continue;
    }
    count++;
    if (!isCounted) return count;
    // Every element that stands at the lowest value moves on: the next occurrence has a higher one.
    for (let i = 0; i < lists.length; i++) {
      if (i !== lowest && lists[i]![cursors[i]!]! - i !== low) continue;
      if (++cursors[i]! === lengths[i]) return count;
    }
  }
}

/** Moves every element on to a value of `from` or more; false where one has none. */
function skipBelow(
  lists: readonly Uint32Array[],
  lengths: readonly number[],
  cursors: Uint32Array,
  from: number,
): boolean {
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    const length = lengths[i]!;
    const position = from + i;
    let at = cursors[i]!;
    while (at < length && list[at]! < position) at++;
    if (at === length) return false;
    cursors[i] = at;
  }
  return true;
}

/**
 * With elements that can meet at one position (a repeated term, a pattern) an assignment must be found: for every
 * value of the minimum, a matching of elements to positions in the window, by augmenting paths (Kuhn).
 */
function countDistinct({ lists, lengths }: PositionLists, slop: number, isCounted: boolean): number {
  const minima = new Set<number>();
  for (let i = 0; i < lists.length; i++) for (let j = 0; j < lengths[i]!; j++) minima.add(lists[i]![j]! - i);
  let count = 0;
  for (const low of [...minima].sort((a, b) => a - b)) {
    if (!hasAssignment(lists, lengths, low, low + slop)) continue;
    count++;
    if (!isCounted) return count;
  }
  return count;
}

/** Whether every element can take a position of its own in the window, one of them at its lower end. */
function hasAssignment(lists: readonly Uint32Array[], lengths: readonly number[], low: number, high: number): boolean {
  for (let first = 0; first < lists.length; first++) {
    if (!includes(lists[first]!, lengths[first]!, low + first)) continue;
    if (matchAll(lists, lengths, low, high, first)) return true;
  }
  return false;
}

function includes(list: Uint32Array, length: number, position: number): boolean {
  const at = lowerBound(list, length, position);
  return at < length && list[at] === position;
}

function lowerBound(list: Uint32Array, length: number, position: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A matching in which element `first` stands at `low + first`. */
function matchAll(
  lists: readonly Uint32Array[],
  lengths: readonly number[],
  low: number,
  high: number,
  first: number,
): boolean {
  const fixed = low + first;
  const owner = new Map<number, number>();
  const tryPlace = (element: number, seen: Set<number>): boolean => {
    const list = lists[element]!;
    const length = lengths[element]!;
    for (let at = lowerBound(list, length, Math.max(0, low + element)); at < length; at++) {
      const position = list[at]!;
      if (position - element > high) return false;
      if (position === fixed || seen.has(position)) continue;
      seen.add(position);
      const holder = owner.get(position);
      if (holder === undefined || tryPlace(holder, seen)) {
        owner.set(position, element);
        return true;
      }
    }
    return false;
  };
  for (let element = 0; element < lists.length; element++) {
    if (element !== first && !tryPlace(element, new Set())) return false;
  }
  return true;
}

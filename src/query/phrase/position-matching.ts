/**
 * Sloppy phrases whose elements share some positions, as patterns may. This is a bipartite matching of elements and positions,
 * found by augmenting paths. The window moves along the document and keeps the part of the matching that is still inside, so
 * that a step costs only the changes.
 */
import { type ElementGroup, firstAtOrAfter } from './element-group.ts';
import { commonWindow, firstLow, NO_WINDOW } from './sloppy-windows.ts';

/** Whether every element can take a distinct position p such that the values p − i are within `slop`. */
export function canMatchAll(groups: readonly ElementGroup[], slop: number): boolean {
  const low = commonWindow(groups, firstLow(groups, slop), slop);
  return low !== NO_WINDOW && new PositionMatching(groups, slop).search(low);
}

class PositionMatching {
  readonly #slop: number;
  readonly #all: readonly ElementGroup[];
  /** Indexed by element: its group and its offset in the phrase. */
  readonly #groups: ElementGroup[] = [];
  readonly #offsets: number[] = [];
  /** Indexed by element: the beginning of its window in its list. */
  readonly #begins: Int32Array;
  /** Indexed by element: the position that it takes, or -1. */
  readonly #taken: Int32Array;
  /**
   * Indexed by position: the element that takes it, or -1. The positions of a window differ by less than the size, so
   * this is a ring.
   */
  readonly #owners: Int32Array;
  /** Indexed by position: the element that found it in the current search. */
  readonly #finders: Int32Array;
  readonly #rounds: Int32Array;
  #round = 0;
  /** Elements of the current search, in breadth-first order. */
  readonly #queue: Int32Array;
  /** Indexed by list: the positions that the search for one element has not visited yet. */
  readonly #unseen: ReadonlyMap<ElementGroup, Unseen>;

  constructor(groups: readonly ElementGroup[], slop: number) {
    this.#slop = slop;
    this.#all = groups;
    for (const group of groups) {
      for (const offset of group.offsets) {
        this.#groups.push(group);
        this.#offsets.push(offset);
      }
    }
    const elements = this.#offsets.length;
    this.#unseen = new Map(groups.map((group) => [group, new Unseen(group.length)]));
    this.#begins = new Int32Array(elements);
    this.#taken = new Int32Array(elements).fill(-1);
    this.#queue = new Int32Array(elements);
    const size = ringSize(groups, slop);
    this.#owners = new Int32Array(size).fill(-1);
    this.#finders = new Int32Array(size);
    this.#rounds = new Int32Array(size);
  }

  /** Starts at `from`, the first window in which each group alone can be matched. */
  search(from: number): boolean {
    for (let low = from; low !== NO_WINDOW; low = commonWindow(this.#all, low, this.#slop)) {
      this.#begin(low);
      const stuck = this.#serveAll(low);
      if (stuck === 0) return true;
      const next = this.#nextChange(low, stuck);
      if (next === null) return false;
      low = next;
    }
    return false;
  }

  /** Moves to a window, and releases the positions before it. */
  #begin(low: number): void {
    for (let e = 0; e < this.#offsets.length; e++) {
      const { positions, length } = this.#groups[e]!;
      const first = low + this.#offsets[e]!;
      this.#begins[e] = firstAtOrAfter(positions, this.#begins[e]!, length, first);
      const taken = this.#taken[e]!;
      if (taken < 0 || taken >= first) continue;
      this.#owners[taken % this.#owners.length] = -1;
      this.#taken[e] = -1;
    }
  }

  /** Returns 0, or the number of elements in `#queue` that together have too few positions. */
  #serveAll(low: number): number {
    for (let e = 0; e < this.#offsets.length; e++) {
      if (this.#taken[e]! >= 0) continue;
      const met = this.#serve(e, low);
      if (met > 0) return met;
    }
    return 0;
  }

  /**
   * Finds a position for an element, moving others if needed: the shortest augmenting path, breadth first. Each list is
   * visited once, however many elements it has, because their windows overlap. Returns 0 on success. Otherwise returns
   * the number of visited elements, which take all positions of their windows and still leave one element without.
   */
  #serve(wanting: number, low: number): number {
    const queue = this.#queue;
    const size = this.#owners.length;
    const round = ++this.#round;
    let met = 0;
    queue[met++] = wanting;
    for (const unseen of this.#unseen.values()) unseen.reset();
    for (let q = 0; q < met; q++) {
      const element = queue[q]!;
      const group = this.#groups[element]!;
      const { positions, length } = group;
      const unseen = this.#unseen.get(group)!;
      const last = low + this.#offsets[element]! + this.#slop;
      for (let at = unseen.from(this.#begins[element]!); at < length && positions[at]! <= last; at = unseen.from(at)) {
        unseen.take(at);
        const position = positions[at]!;
        const slot = position % size;
        if (this.#rounds[slot] === round) continue;
        this.#rounds[slot] = round;
        this.#finders[slot] = element;
        const owner = this.#owners[slot]!;
        if (owner < 0) {
          this.#hand(position, wanting);
          return 0;
        }
        queue[met++] = owner;
      }
    }
    return met;
  }

  /**
   * Augments: gives a free position to the element that found it, its former position to the element that found that one, and
   * so on.
   */
  #hand(free: number, wanting: number): void {
    const size = this.#owners.length;
    for (let position = free; ; ) {
      const element = this.#finders[position % size]!;
      const former = this.#taken[element]!;
      this.#taken[element] = position;
      this.#owners[position % size] = element;
      if (element === wanting) return;
      position = former;
    }
  }

  /**
   * Finds the next window in which one of the first `stuck` elements of the queue gains a position. Until then, these
   * elements have too few positions. Null if there is none.
   */
  #nextChange(low: number, stuck: number): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (let q = 0; q < stuck; q++) {
      const e = this.#queue[q]!;
      const { positions, length } = this.#groups[e]!;
      const offset = this.#offsets[e]!;
      const at = firstAtOrAfter(positions, this.#begins[e]!, length, low + offset + this.#slop + 1);
      if (at < length) next = Math.min(next, positions[at]! - offset - this.#slop);
    }
    return Number.isFinite(next) ? next : null;
  }
}

/** Greater than the difference of any two positions of a window. */
function ringSize(groups: readonly ElementGroup[], slop: number): number {
  const firsts = groups.map(({ positions }) => positions[0]!);
  const lasts = groups.map(({ positions, length }) => positions[length - 1]!);
  const offsets = groups.flatMap(({ offsets }) => [offsets[0]!, offsets.at(-1)!]);
  const window = Math.max(...offsets) - Math.min(...offsets) + slop;
  return 1 + Math.min(window, Math.max(...lasts) - Math.min(...firsts));
}

/** The indexes of a list that have not been taken: a forest in which each taken index points to a later one (union-find). */
class Unseen {
  /** Where to look next from an index; the index itself if it has not been taken in this round. */
  readonly #next: Int32Array;
  readonly #rounds: Int32Array;
  #round = 0;

  constructor(length: number) {
    this.#next = new Int32Array(length + 1);
    this.#rounds = new Int32Array(length + 1);
  }

  reset(): void {
    this.#round++;
  }

  take(at: number): void {
    this.#next[at] = at + 1;
    this.#rounds[at] = this.#round;
  }

  /** Returns the first index at or after `at` that has not been taken. */
  from(at: number): number {
    let root = at;
    while (this.#rounds[root] === this.#round) root = this.#next[root]!;
    for (let i = at; i !== root; ) {
      const next = this.#next[i]!;
      this.#next[i] = root;
      i = next;
    }
    return root;
  }
}

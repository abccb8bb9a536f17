/**
 * Sloppy phrases whose elements have some positions in common and others not, as patterns have: a matching of elements and
 * positions, found by augmenting paths. The window moves along the document and keeps what of the matching is still in it,
 * so that a step costs what changed.
 */
import { type ElementGroup, firstAtOrAfter } from './element-group.ts';
import { firstLow } from './sloppy-windows.ts';

/** Whether every element can take a position p of its own such that the values p − i lie within `slop`. */
export function canMatchAll(groups: readonly ElementGroup[], slop: number): boolean {
  const low = firstLow(groups, slop);
  return Number.isFinite(low) && new PositionMatching(groups, slop).search(low);
}

class PositionMatching {
  readonly #slop: number;
  /** For each element: its group and its offset in the phrase. */
  readonly #groups: ElementGroup[] = [];
  readonly #offsets: number[] = [];
  /** Where in its list each element's window begins. */
  readonly #begins: number[];
  /** The position that each element has, or -1, and the element that has a position. */
  readonly #taken: number[];
  readonly #owners = new Map<number, number>();
  /** Of each list, what the search for one element has not met yet. */
  readonly #unseen: ReadonlyMap<ElementGroup, Unseen>;

  constructor(groups: readonly ElementGroup[], slop: number) {
    this.#slop = slop;
    for (const group of groups) {
      for (const offset of group.offsets) {
        this.#groups.push(group);
        this.#offsets.push(offset);
      }
    }
    this.#unseen = new Map(groups.map((group) => [group, new Unseen(group.length)]));
    this.#begins = this.#offsets.map(() => 0);
    this.#taken = this.#offsets.map(() => -1);
  }

  search(from: number): boolean {
    for (let low = from; ; ) {
      const begun = this.#begin(low);
      if (begun === null) return false;
      if (begun > low) {
        low = begun;
        continue;
      }
      if (this.#serveAll(low)) return true;
      const next = this.#nextChange(low);
      if (next === null) return false;
      low = next;
    }
  }

  /** Moves to a window. Returns `low`, or the first window that has a position for each element, or null for none. */
  #begin(low: number): number | null {
    let needed = low;
    for (let e = 0; e < this.#offsets.length; e++) {
      const { positions, length } = this.#groups[e]!;
      const offset = this.#offsets[e]!;
      const begin = firstAtOrAfter(positions, this.#begins[e]!, length, low + offset);
      if (begin === length) return null;
      this.#begins[e] = begin;
      needed = Math.max(needed, positions[begin]! - offset - this.#slop);
      const taken = this.#taken[e]!;
      if (taken >= 0 && taken < low + offset) {
        this.#owners.delete(taken);
        this.#taken[e] = -1;
      }
    }
    return needed;
  }

  #serveAll(low: number): boolean {
    for (let e = 0; e < this.#offsets.length; e++) if (this.#taken[e]! < 0 && !this.#serve(e, low)) return false;
    return true;
  }

  /**
   * Finds a position for an element, moving others if that helps: the shortest augmenting path, breadth first. Each list
   * is gone through once, however many elements it has: their windows overlap.
   */
  #serve(wanting: number, low: number): boolean {
    const queue = [wanting];
    const finders = new Map<number, number>();
    for (const unseen of this.#unseen.values()) unseen.reset();
    for (let q = 0; q < queue.length; q++) {
      const element = queue[q]!;
      const group = this.#groups[element]!;
      const { positions, length } = group;
      const unseen = this.#unseen.get(group)!;
      const last = low + this.#offsets[element]! + this.#slop;
      for (let at = unseen.from(this.#begins[element]!); at < length && positions[at]! <= last; at = unseen.from(at)) {
        unseen.take(at);
        const position = positions[at]!;
        if (finders.has(position)) continue;
        finders.set(position, element);
        const owner = this.#owners.get(position);
        if (owner === undefined) {
          this.#hand(position, finders, wanting);
          return true;
        }
        queue.push(owner);
      }
    }
    return false;
  }

  /** Gives a free position to the element that found it, its former one to the element that found that one, and so on. */
  #hand(free: number, finders: ReadonlyMap<number, number>, wanting: number): void {
    for (let position = free; ; ) {
      const element = finders.get(position)!;
      const former = this.#taken[element]!;
      this.#taken[element] = position;
      this.#owners.set(position, element);
      if (element === wanting) return;
      position = former;
    }
  }

  /** The next window that has a position which this one lacks: without one, what failed cannot succeed. */
  #nextChange(low: number): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (let e = 0; e < this.#offsets.length; e++) {
      const { positions, length } = this.#groups[e]!;
      const offset = this.#offsets[e]!;
      const at = firstAtOrAfter(positions, this.#begins[e]!, length, low + offset + this.#slop + 1);
      if (at < length) next = Math.min(next, positions[at]! - offset - this.#slop);
    }
    return Number.isFinite(next) ? next : null;
  }
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

  /** The first index at or after `at` that has not been taken. */
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

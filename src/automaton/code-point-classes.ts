/**
 * Partition of all code points into the classes that a pattern treats alike. Two code points are in one class if every set of
 * the pattern contains both or neither. Automata then step by class.
 */
import { CODE_POINT_MAX, type CodePointSet, rangesOf } from './code-point-set.ts';

/** Below this, a table gives the class: Latin, Greek, Cyrillic, Hebrew, Arabic. */
const DIRECT_CODE_POINTS = 0x800;

export class CodePointClasses {
  /** The number of classes, which are numbered from 0. */
  readonly count: number;
  /** First code points of the intervals, ascending, and the class of each. */
  readonly #starts: Int32Array;
  readonly #classes: Uint16Array;
  readonly #direct = new Uint16Array(DIRECT_CODE_POINTS);
  /** Indexed by set: its class if it has only one, as for a letter. Otherwise -1, and a row with 1 for each of its classes. */
  readonly #onlyClass: Int32Array;
  readonly #rows: (Uint8Array | undefined)[] = [];

  constructor(sets: readonly CodePointSet[]) {
    const starts = new Set([0]);
    for (const set of sets) {
      for (const [first, last] of rangesOf(set)) {
        starts.add(first);
        if (last < CODE_POINT_MAX) starts.add(last + 1);
      }
    }
    this.#starts = Int32Array.from(starts).sort();
    const { classes, count } = partition(this.#starts, sets);
    this.#classes = classes;
    this.count = count;
    this.#onlyClass = new Int32Array(sets.length).fill(-1);
    sets.forEach((set, index) => {
      const classesOfSet = new Set(intervalsOf(this.#starts, set).map((interval) => classes[interval]!));
      if (classesOfSet.size === 1) this.#onlyClass[index] = [...classesOfSet][0]!;
      else this.#rows[index] = Uint8Array.from({ length: count }, (_, number) => Number(classesOfSet.has(number)));
    });
    this.#fillDirect();
  }

  #fillDirect(): void {
    const direct = this.#direct;
    const starts = this.#starts;
    for (let i = 0; i < starts.length && starts[i]! < direct.length; i++) {
      direct.fill(this.#classes[i]!, starts[i], Math.min(starts[i + 1] ?? direct.length, direct.length));
    }
  }

  classOf(codePoint: number): number {
    return codePoint < this.#direct.length
      ? this.#direct[codePoint]!
      : this.#classes[intervalOf(this.#starts, codePoint)]!;
  }

  /** Yields code points, from the first to the last of an interval, with their class, in order. */
  *intervals(): Generator<readonly [first: number, last: number, ownClass: number]> {
    for (let i = 0; i < this.#starts.length; i++) {
      yield [this.#starts[i]!, (this.#starts[i + 1] ?? CODE_POINT_MAX + 1) - 1, this.#classes[i]!];
    }
  }

  /** Whether one interval, and so one class, contains all code points from `first` to `last`. */
  areAlike(first: number, last: number): boolean {
    return intervalOf(this.#starts, first) === intervalOf(this.#starts, last);
  }

  /** Whether the set at an index of the constructor's list contains the code points of a class. */
  setHasClass(set: number, codePointClass: number): boolean {
    const only = this.#onlyClass[set]!;
    return only >= 0 ? only === codePointClass : this.#rows[set]![codePointClass] === 1;
  }
}

/** Index of the interval of a code point: the last start at or before it. */
function intervalOf(starts: Int32Array, codePoint: number): number {
  let low = 0; // starts[low] <= codePoint
  let high = starts.length; // starts[high] > codePoint, or the end
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= codePoint) low = middle;
    else high = middle;
  }
  return low;
}

function intervalsOf(starts: Int32Array, set: CodePointSet): number[] {
  const intervals: number[] = [];
  for (const [first, last] of rangesOf(set)) {
    for (let i = intervalOf(starts, first); i < starts.length && starts[i]! <= last; i++) intervals.push(i);
  }
  return intervals;
}

/**
 * Starts with one class of everything, and splits it by each set in turn. The part of a class that is in the set becomes a new
 * class.
 */
function partition(starts: Int32Array, sets: readonly CodePointSet[]): { classes: Uint16Array; count: number } {
  const classes = new Int32Array(starts.length);
  let fresh = 1;
  for (const set of sets) {
    const split = new Map<number, number>();
    for (const interval of intervalsOf(starts, set)) {
      const old = classes[interval]!;
      let inside = split.get(old);
      if (inside === undefined) {
        inside = fresh++;
        split.set(old, inside);
      }
      classes[interval] = inside;
    }
  }
  const numbers = new Map<number, number>();
  for (const old of classes) if (!numbers.has(old)) numbers.set(old, numbers.size);
  return { classes: Uint16Array.from(classes, (old) => numbers.get(old)!), count: numbers.size };
}

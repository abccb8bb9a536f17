/** Positions of phrase elements in many documents, in parallel arrays, and the comparison of two elements. */
import { lengthenedInQuery } from '../../shared/longer-arrays.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import type { TermPositions } from './term-positions.ts';

/** The remaining documents, and their indexes in the caller's list, or null if both lists are the same. */
export interface Survivors {
  readonly docs: Uint32Array;
  readonly indexes: Uint32Array | null;
  readonly count: number;
}

/** Keeps the documents at the indexes `kept`. */
export function narrow(survivors: Survivors, kept: Uint32Array): Survivors {
  const docs = new Uint32Array(kept.length);
  const indexes = new Uint32Array(kept.length);
  for (let i = 0; i < kept.length; i++) {
    docs[i] = survivors.docs[kept[i]!]!;
    indexes[i] = survivors.indexes === null ? kept[i]! : survivors.indexes[kept[i]!]!;
  }
  return { docs, indexes, count: kept.length };
}

/** Keeps the positions in the documents at the indexes `kept`. */
export function select({ positions, starts }: Gathered, kept: Uint32Array): Gathered {
  const newStarts = new Uint32Array(kept.length + 1);
  for (let i = 0; i < kept.length; i++) newStarts[i + 1] = newStarts[i]! + starts[kept[i]! + 1]! - starts[kept[i]!]!;
  const newPositions = new Uint32Array(newStarts[kept.length]!);
  for (let i = 0, at = 0; i < kept.length; i++) {
    for (let p = starts[kept[i]!]!; p < starts[kept[i]! + 1]!; p++) newPositions[at++] = positions[p]!;
  }
  return { positions: newPositions, starts: newStarts };
}

/**
 * Returns indexes of the documents in which two elements, `distance` apart in the phrase, are near enough, or null for
 * all documents. Without `a`, returns those in which `b` occurs.
 */
export function nearDocs(
  count: number,
  a: Gathered | null,
  b: Gathered,
  distance: number,
  slop: number,
): Uint32Array | null {
  const kept = new Uint32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const from = b.starts[i]!;
    const to = b.starts[i + 1]!;
    if (
      a === null
        ? from < to
        : isNear(a.positions, a.starts[i]!, a.starts[i + 1]!, b.positions, from, to, distance, slop)
    ) {
      kept[length++] = i;
    }
  }
  return length === count ? null : kept.subarray(0, length);
}

/** Whether some position of b, minus `distance`, is within `slop` of a position of a. */
function isNear(
  a: Uint32Array,
  startA: number,
  endA: number,
  b: Uint32Array,
  startB: number,
  endB: number,
  distance: number,
  slop: number,
): boolean {
  let j = startB;
  for (let i = startA; i < endA; i++) {
    const target = a[i]! + distance;
    while (j < endB && b[j]! < target - slop) j++;
    if (j === endB) return false;
    if (b[j]! <= target + slop) return true;
  }
  return false;
}

/** Positions of an element of a phrase in all remaining documents. */
export interface Gathered {
  /** Positions in document i: `positions[starts[i] … starts[i + 1])`. */
  readonly positions: Uint32Array;
  readonly starts: Uint32Array;
}

/** Returns the last position of an element in each document, plus the maximum distance of another element. */
export function lastPositions({ positions, starts }: Gathered, count: number, away: number): Int32Array {
  const limits = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const end = starts[i + 1]!;
    if (end > starts[i]!) limits[i] = Math.max(0, Math.min(positions[end - 1]! + away, 0x7fff_ffff));
  }
  return limits;
}

/**
 * Gathers the positions of a term, or of several terms together, in all documents. With `limits`, positions of a single
 * term in document i after the first one above `limits[i]` may be omitted. Yields, because a pattern may have very many
 * terms, and they very many positions.
 */
export function* gather(
  terms: readonly TermPositions[],
  { docs, count }: Pick<Survivors, 'docs' | 'count'>,
  limits: Int32Array | null,
): Generator<void, Gathered> {
  if (terms.length === 1) return gatherOne(terms[0]!, docs, count, limits);
  const positions = new PatternPositions(docs, count);
  for (let from = 0; from < terms.length; ) {
    from = positions.addSome(terms, from);
    if (from < terms.length) yield;
  }
  return positions.gathered();
}

function gatherOne(term: TermPositions, docs: Uint32Array, count: number, limits: Int32Array | null): Gathered {
  const starts = new Uint32Array(count + 1);
  claimMemory(16 * count, POSITIONS);
  let positions = new Uint32Array(count * 4);
  let at = 0;
  let last = -1;
  term.forEach(
    docs,
    count,
    (i, found, length) => {
      while (last < i) starts[++last] = at;
      if (at + length > positions.length) {
        positions = lengthenedInQuery(positions, Math.max(at + length, positions.length * 2), POSITIONS);
      }
      for (let j = 0; j < length; j++) positions[at++] = found[j]!;
    },
    limits,
  );
  while (last < count) starts[++last] = at;
  return { positions, starts };
}

/** Terms of a pattern read between two yields, and positions. Both take a few milliseconds. */
const TERMS_AT_ONCE = 256;
const POSITIONS_AT_ONCE = 2 ** 20;

class PatternPositions {
  readonly #docs: Uint32Array;
  readonly #count: number;
  /** In the order of terms: each position, and the index of its document. */
  #found: Uint32Array;
  #owners: Uint32Array;
  #length = 0;

  constructor(docs: Uint32Array, count: number) {
    claimMemory(8 * count, POSITIONS);
    this.#docs = docs;
    this.#count = count;
    this.#found = new Uint32Array(count);
    this.#owners = new Uint32Array(count);
  }

  /** Adds terms from an index on, until there are many, or many positions. Returns the index of the next one. */
  addSome(terms: readonly TermPositions[], from: number): number {
    const end = Math.min(terms.length, from + TERMS_AT_ONCE);
    const most = this.#length + POSITIONS_AT_ONCE;
    let n = from;
    while (n < end && this.#length < most) this.#add(terms[n++]!);
    return n;
  }

  #add(term: TermPositions): void {
    let found = this.#found;
    let owners = this.#owners;
    let length = this.#length;
    term.forEach(this.#docs, this.#count, (i, own, ownLength) => {
      if (length + ownLength > found.length) {
        const longer = Math.max(length + ownLength, 2 * found.length);
        found = lengthenedInQuery(found, longer, POSITIONS);
        owners = lengthenedInQuery(owners, longer, POSITIONS);
      }
      for (let j = 0; j < ownLength; j++) {
        found[length] = own[j]!;
        owners[length++] = i;
      }
    });
    this.#found = found;
    this.#owners = owners;
    this.#length = length;
  }

  gathered(): Gathered {
    const found = this.#found;
    const owners = this.#owners;
    const length = this.#length;
    const count = this.#count;
    const starts = new Uint32Array(count + 1);
    for (let n = 0; n < length; n++) starts[owners[n]! + 1]!++;
    for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!;
    claimMemory(4 * (length + count), POSITIONS);
    const positions = new Uint32Array(length);
    const ends = starts.slice(0, count);
    for (let n = 0; n < length; n++) positions[ends[owners[n]!]!++] = found[n]!;
    for (let i = 0; i < count; i++) ascending(positions, starts[i]!, starts[i + 1]!);
    return { positions, starts };
  }
}

/** Sorts some of the numbers. Most documents have few words of a pattern. */
function ascending(numbers: Uint32Array, from: number, to: number): void {
  if (to - from > SORTED_SIMPLY) {
    numbers.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const number = numbers[i]!;
    let at = i;
    for (; at > from && numbers[at - 1]! > number; at--) numbers[at] = numbers[at - 1]!;
    numbers[at] = number;
  }
}

const SORTED_SIMPLY = 24;

const POSITIONS = 'the positions of a phrase';

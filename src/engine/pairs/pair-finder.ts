/**
 * Finds the pairs of a field: where one of its frequent terms stands directly before another. Their lists are read block by block, and
 * put in order of documents, some of the documents at a time.
 */
import { BLOCK_BITS, BLOCK_SIZE } from '../../codec/doc-block.ts';
import { ways } from '../../shared/thresholds.ts';
import type { FrequentTerm } from './frequent-terms.ts';
import { frequencies, type ListReaders, lows, TermOccurrences } from './term-occurrences.ts';

/** Called with the numbers of two terms, for every pair in order of documents, and for one pair in order of positions. */
export type PairVisitor = (first: number, second: number, doc: number, position: number) => void;

/** Some of the blocks of an index, and how many there are in all. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly blocks: number;
}

export class PairFinder {
  readonly #terms: readonly TermOccurrences[];
  readonly #visit: PairVisitor;
  readonly #from: number;
  readonly #to: number;
  /** Occurrences in each document of a block, and where those of the current documents are added. */
  readonly #counts = new Uint32Array(BLOCK_SIZE);
  readonly #next = new Uint32Array(BLOCK_SIZE);
  #positions = new Uint32Array(0);
  #numbers = new Uint16Array(0);
  /** A hash table of the positions of a document, each plus one, and of the terms there. */
  #keys = new Uint32Array(64);
  #values = new Uint16Array(64);

  /** In the blocks `from … to` of an index. */
  constructor(
    terms: readonly FrequentTerm[],
    lists: ListReaders,
    { from, to, blocks }: BlockRange,
    visit: PairVisitor,
  ) {
    this.#terms = terms.map(({ info }) => new TermOccurrences(lists, info, blocks));
    this.#from = from;
    this.#to = to;
    this.#visit = visit;
  }

  /** Visits all pairs. Yields the documents gone through now and then, so that the caller can do other work or stop. */
  *find(): Generator<number> {
    for (let block = this.#from; block < this.#to; block++) {
      this.#count(block);
      yield block * BLOCK_SIZE;
      for (let from = 0; from < BLOCK_SIZE; ) {
        let to = from;
        let sum = 0;
        // At least one document, however many occurrences it has.
        do sum += this.#counts[to++]!;
        while (to < BLOCK_SIZE && sum + this.#counts[to]! <= AT_ONCE);
        if (sum > 1) yield* this.#findIn(block, from, to, sum);
        from = to;
      }
    }
  }

  #count(block: number): void {
    const counts = this.#counts;
    counts.fill(0);
    for (const term of this.#terms) {
      const count = term.open(block);
      for (let i = 0; i < count; i++) counts[lows[i]!]! += frequencies[i]!;
    }
  }

  /** Of documents `from` up to `to` of a block, with `total` occurrences. */
  *#findIn(block: number, from: number, to: number, total: number): Generator<number> {
    if (total > this.#positions.length) {
      this.#positions = new Uint32Array(total);
      this.#numbers = new Uint16Array(total);
    }
    const next = this.#next;
    for (let low = from, start = 0; low < to; start += this.#counts[low++]!) next[low] = start;
    const out = { positions: this.#positions, terms: this.#numbers, next };
    for (const [number, term] of this.#terms.entries()) {
      const count = term.open(block);
      const first = firstFrom(from, count);
      const end = to === BLOCK_SIZE ? count : firstFrom(to, count);
      if (end > first) term.addTo(out, first, end, number);
      if (number % TERMS_PER_SLICE === 0) yield block * BLOCK_SIZE + from;
    }
    const base = block * 2 ** BLOCK_BITS;
    for (let low = from; low < to; low++) {
      const count = this.#counts[low]!;
      if (count > 1) this.#pairsOf(base + low, next[low]! - count, count);
    }
    yield base + to;
  }

  /** The pairs of a document, which has `count` occurrences from `start` on. */
  #pairsOf(doc: number, start: number, count: number): void {
    const size = 1 << (33 - Math.clz32(count));
    if (size > this.#keys.length) {
      this.#keys = new Uint32Array(size);
      this.#values = new Uint16Array(size);
    }
    const keys = this.#keys;
    const values = this.#values;
    const positions = this.#positions;
    const terms = this.#numbers;
    const mask = size - 1;
    const end = start + count;
    keys.fill(0, 0, size);
    for (let i = start; i < end; i++) {
      const position = positions[i]!;
      let slot = position & mask;
      while (keys[slot] !== 0) slot = (slot + 1) & mask;
      keys[slot] = position + 1;
      values[slot] = terms[i]!;
    }
    for (let i = start; i < end; i++) {
      const wanted = positions[i]! + 2;
      let slot = (wanted - 1) & mask;
      while (keys[slot] !== 0 && keys[slot] !== wanted) slot = (slot + 1) & mask;
      if (keys[slot] === wanted) this.#visit(terms[i]!, values[slot]!, doc, positions[i]!);
    }
  }
}

/** Occurrences that are put in order of documents at a time, unless a single document has more. */
const AT_ONCE = ways.pairedAtOnce;
const TERMS_PER_SLICE = 64;

/** The index of the first of `lows[0 … count)` that is not less than `low`. */
function firstFrom(low: number, count: number): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (lows[middle]! < low) from = middle + 1;
    else to = middle;
  }
  return from;
}

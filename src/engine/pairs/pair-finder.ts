/**
 * Finds the pairs of a field: positions where one frequent term directly precedes another. Reads the terms' lists block by
 * block, and sorts their occurrences by document, some documents at a time.
 */

import { leastPassing } from '../../shared/sorting/binary-search.ts';
import { tuning } from '../../shared/thresholds.ts';
import { BLOCK_BITS, BLOCK_SIZE } from '../postings/doc-block.ts';
import type { FrequentTerm } from './frequent-terms.ts';
import {
  frequencies,
  type ListReaders,
  lows,
  type OccurrencesByDocument,
  TermOccurrences,
} from './term-occurrences.ts';

/** A range of blocks, and the number of blocks in the index. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly blocks: number;
}

/** Takes occurrences by document, some documents of a block at a time, and finds pairs in them. */
export interface DocumentPairs {
  /** Indexed by document of the current block: its number of occurrences. */
  readonly counts: Uint32Array;
  /**
   * Makes room for the occurrences of documents from `from` on. `counts` has the number for each document. Within a
   * document, positions may come in any order.
   */
  begin(from: number, occurrences: number): OccurrencesByDocument;
  /**
   * Called when all occurrences of documents up to `to` of a block were added. `base` is the block's first document.
   */
  end(base: number, to: number): void;
}

export class PairFinder {
  readonly #terms: readonly TermOccurrences[];
  readonly #pairs: DocumentPairs;
  readonly #from: number;
  readonly #to: number;

  /** Reads the blocks `from … to` of an index. */
  constructor(
    terms: readonly FrequentTerm[],
    lists: ListReaders,
    { from, to, blocks }: BlockRange,
    pairs: DocumentPairs,
  ) {
    this.#terms = terms.map(({ info }) => new TermOccurrences(lists, info, blocks));
    this.#from = from;
    this.#to = to;
    this.#pairs = pairs;
  }

  /** Finds all pairs. Yields the number of documents regularly, so that the caller can do other work or stop. */
  *find(): Generator<number> {
    for (let block = this.#from; block < this.#to; block++) {
      this.#count(block);
      yield block * BLOCK_SIZE;
      for (let from = 0; from < BLOCK_SIZE; ) {
        const { counts } = this.#pairs;
        let to = from;
        let sum = 0;
        // Always takes one document, however many occurrences it has.
        do sum += counts[to++]!;
        while (to < BLOCK_SIZE && sum + counts[to]! <= AT_ONCE);
        if (sum > 1) yield* this.#findIn(block, from, to, sum);
        from = to;
      }
    }
  }

  #count(block: number): void {
    const { counts } = this.#pairs;
    counts.fill(0);
    for (const term of this.#terms) {
      const count = term.open(block);
      for (let i = 0; i < count; i++) counts[lows[i]!]! += frequencies[i]!;
    }
  }

  /** Processes documents `from` up to `to` of a block, with `total` occurrences. */
  *#findIn(block: number, from: number, to: number, total: number): Generator<number> {
    const out = this.#pairs.begin(from, total);
    const { counts } = this.#pairs;
    for (let low = from, start = 0; low < to; start += counts[low++]!) out.next[low] = start;
    for (const [number, term] of this.#terms.entries()) {
      const count = term.open(block);
      const first = leastPassing(count, (n) => lows[n]! >= from);
      const end = to === BLOCK_SIZE ? count : leastPassing(count, (n) => lows[n]! >= to);
      if (end > first) term.addTo(out, first, end, number);
      if (number % TERMS_PER_SLICE === 0) yield block * BLOCK_SIZE + from;
    }
    const base = block * 2 ** BLOCK_BITS;
    this.#pairs.end(base, to);
    yield base + to;
  }
}

/** Occurrences that are sorted by document at a time, unless a single document has more. */
const AT_ONCE = tuning.pairedAtOnce;
const TERMS_PER_SLICE = 64;

/** Visits the pairs in documents of some blocks, for verification. Does not use the kernel that builds use. */
import { BLOCK_SIZE } from '../postings/doc-block.ts';
import type { DocumentPairs } from './pair-finder.ts';
import type { OccurrencesByDocument } from './term-occurrences.ts';

/**
 * Called with the numbers of two terms, for every occurrence of a pair, in order of documents. Within a document, each
 * pair's occurrences are in order of positions.
 */
export type PairVisitor = (first: number, second: number, doc: number) => void;

export class VisitedPairs implements DocumentPairs {
  readonly #visit: PairVisitor;
  readonly counts = new Uint32Array(BLOCK_SIZE);
  readonly #next = new Uint32Array(BLOCK_SIZE);
  #positions = new Uint32Array(0);
  #terms = new Uint16Array(0);
  #from = 0;
  /** A hash table from position plus one to the terms there, for one document. */
  #keys = new Uint32Array(64);
  #values = new Uint16Array(64);

  constructor(visit: PairVisitor) {
    this.#visit = visit;
  }

  begin(from: number, occurrences: number): OccurrencesByDocument {
    this.#from = from;
    if (occurrences > this.#positions.length) {
      this.#positions = new Uint32Array(occurrences);
      this.#terms = new Uint16Array(occurrences);
    }
    return { positions: this.#positions, terms: this.#terms, next: this.#next };
  }

  end(base: number, to: number): void {
    for (let low = this.#from; low < to; low++) {
      const count = this.counts[low]!;
      if (count > 1) this.#pairsOf(base + low, this.#next[low]! - count, count);
    }
  }

  /** Visits the pairs of a document with `count` occurrences from `start` on. */
  #pairsOf(doc: number, start: number, count: number): void {
    const size = 1 << (33 - Math.clz32(count));
    if (size > this.#keys.length) {
      this.#keys = new Uint32Array(size);
      this.#values = new Uint16Array(size);
    }
    const keys = this.#keys;
    const values = this.#values;
    const positions = this.#positions;
    const terms = this.#terms;
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
      // Several terms may share the next position.
      for (; keys[slot] !== 0; slot = (slot + 1) & mask) {
        if (keys[slot] === wanted) this.#visit(terms[i]!, values[slot]!, doc);
      }
    }
  }
}

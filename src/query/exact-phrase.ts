import { alive, candidates as collected, POSTINGS_MAX, startsOf } from '../kernel/kernel.ts';
import { BulkPhrase } from './bulk-phrase.ts';
import { CANDIDATES_MAX, origins, PhraseCandidates } from './phrase-candidates.ts';
import { NO_LIMIT, PositionBuffer, type TermPositions } from './term-positions.ts';

/** A term of a phrase and its place in it. */
export interface PhrasePlace {
  readonly offset: number;
  readonly term: TermPositions;
}

/**
 * A phrase of single terms, adjacent and in order. In each document: the starts that the term with the fewest positions
 * allows, narrowed by one term after the other, each read only while a start is left and only as far as the last.
 */
export class ExactPhrase {
  readonly #places: readonly PhrasePlace[];
  readonly #candidates: PhraseCandidates;
  readonly #ranks: readonly Uint16Array[];
  readonly #bulk: BulkPhrase;

  constructor(places: readonly PhrasePlace[]) {
    this.#places = [...places].sort((a, b) => a.term.cost - b.term.cost);
    this.#candidates = new PhraseCandidates(places.map(({ term }) => term));
    this.#ranks = this.#places.map(({ term }) => this.#candidates.ranksOf(term));
    this.#bulk = new BulkPhrase(this.#places, 0);
  }

  /** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that has the phrase. */
  forEach(block: number, docs: Uint32Array, count: number, visit: (i: number, occurrences: number) => void): void {
    if (this.#bulk.isFor(count)) {
      this.#forEachInBulk(block, docs, count, visit);
      return;
    }
    for (let from = 0; from < count; from += CANDIDATES_MAX) {
      const candidates = this.#candidates.narrow(block, docs, from, Math.min(count, from + CANDIDATES_MAX));
      for (let c = 0; c < candidates; c++) {
        const occurrences = this.#match(c);
        if (occurrences > 0) visit(origins[c]!, occurrences);
      }
    }
  }

  #forEachInBulk(
    block: number,
    docs: Uint32Array,
    count: number,
    visit: (i: number, occurrences: number) => void,
  ): void {
    const candidates = this.#bulk.collect(block, docs, count);
    let i = 0;
    for (let from = 0; from < candidates; from += POSTINGS_MAX) {
      const together = Math.min(candidates - from, POSTINGS_MAX);
      const left = this.#bulk.match(from, together);
      for (let c = 0; c < left; c++) {
        const low = collected[from + alive[c]!]!;
        while ((docs[i]! & 0xffff) < low) i++;
        visit(i, startsOf(c));
      }
      if (left >= 0) continue;
      this.#bulk.ranks(from, together, this.#ranks);
      for (let c = 0; c < together; c++) {
        const occurrences = this.#match(c);
        if (occurrences === 0) continue;
        while ((docs[i]! & 0xffff) < collected[from + c]!) i++;
        visit(i, occurrences);
      }
    }
  }

  /** How often the phrase stands in candidate c. */
  #match(c: number): number {
    let left = this.#begin(c);
    for (let p = 1; p < this.#places.length && left > 0; p++) left = this.#narrow(p, c, left);
    return left;
  }

  /** The starts that the first term looked at allows in candidate c. */
  #begin(c: number): number {
    const { offset, term } = this.#places[0]!;
    const count = term.read(this.#ranks[0]![c]!, starts);
    if (offset === 0) return count;
    const { positions } = starts;
    let left = 0;
    for (let j = 0; j < count; j++) if (positions[j]! >= offset) positions[left++] = positions[j]! - offset;
    return left;
  }

  /** Keeps the starts at which the p-th term looked at stands at its place; returns how many. */
  #narrow(p: number, c: number, count: number): number {
    const { offset, term } = this.#places[p]!;
    const kept = starts.positions;
    const length = term.read(this.#ranks[p]![c]!, others, Math.min(NO_LIMIT, kept[count - 1]! + offset));
    const { positions } = others;
    let left = 0;
    let j = 0;
    for (let s = 0; s < count; s++) {
      const wanted = kept[s]! + offset;
      while (j < length && positions[j]! < wanted) j++;
      if (j === length) break;
      if (positions[j] === wanted) kept[left++] = kept[s]!;
    }
    return left;
  }
}

const starts = new PositionBuffer();
const others = new PositionBuffer();

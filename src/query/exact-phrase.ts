import { NO_LIMIT, PositionBuffer, type TermPositions } from './term-positions.ts';

/** A term of a phrase and its place in it. */
export interface PhrasePlace {
  readonly offset: number;
  readonly term: TermPositions;
}

/**
 * A phrase of single terms, adjacent and in order. In each document: the starts that the rarest term allows, narrowed
 * by one term after the other, each read only while a start is left and only as far as the last.
 */
export class ExactPhrase {
  readonly #places: readonly PhrasePlace[];

  /** `places` in the order in which they are looked at, the rarest first. */
  constructor(places: readonly PhrasePlace[]) {
    this.#places = places;
  }

  /** Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that has the phrase. */
  forEach(block: number, docs: Uint32Array, count: number, visit: (i: number, occurrences: number) => void): void {
    const places = this.#places;
    if (!rankAll(places, block, docs, count)) return;
    for (let i = 0; i < count; i++) {
      let left = this.#begin(i);
      for (let p = 1; p < places.length && left > 0; p++) left = this.#narrow(p, i, left);
      if (left > 0) visit(i, left);
    }
  }

  #begin(i: number): number {
    const rank = rankBuffers[0]![i]!;
    if (rank < 0) return 0;
    const { offset, term } = this.#places[0]!;
    const count = term.read(rank, starts);
    if (offset === 0) return count;
    const { positions } = starts;
    let left = 0;
    for (let j = 0; j < count; j++) if (positions[j]! >= offset) positions[left++] = positions[j]! - offset;
    return left;
  }

  /** Keeps the starts at which the p-th term looked at stands at its place; returns how many. */
  #narrow(p: number, i: number, count: number): number {
    const rank = rankBuffers[p]![i]!;
    if (rank < 0) return 0;
    const { offset, term } = this.#places[p]!;
    const kept = starts.positions;
    const length = term.read(rank, others, Math.min(NO_LIMIT, kept[count - 1]! + offset));
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

/** Ranks of the documents at hand, place by place. Used up before anybody else asks. */
export const rankBuffers: Int32Array[] = [];
/** Buffers that are kept; a longer phrase makes its own. */
const BUFFERS_KEPT = 16;

/** Ranks the documents in the lists of all places; false where a term stands in none of the block. */
export function rankAll(places: readonly PhrasePlace[], block: number, docs: Uint32Array, count: number): boolean {
  rankBuffers.length = Math.min(rankBuffers.length, BUFFERS_KEPT);
  for (let p = 0; p < places.length; p++) {
    const { term } = places[p]!;
    if (!term.openBlock(block)) return false;
    let ranks = rankBuffers[p];
    if (ranks === undefined || ranks.length < count) {
      ranks = new Int32Array(Math.max(1024, count));
      rankBuffers[p] = ranks;
    }
    term.ranks(docs, 0, count, ranks);
  }
  return true;
}

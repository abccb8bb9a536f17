import { type PhrasePlace, rankAll, rankBuffers } from './exact-phrase.ts';
import { countPhrase } from './phrase-match.ts';
import { NO_LIMIT, PositionBuffer } from './term-positions.ts';

/**
 * A phrase of single terms that may stand apart and out of order. In each document the terms are read rarest first,
 * each only as far as it can still be near the one before, and only while those two are near enough somewhere.
 */
export class SloppyPhrase {
  readonly #places: readonly PhrasePlace[];
  readonly #slop: number;
  readonly #hasOverlaps: boolean;
  readonly #buffers: PositionBuffer[];
  readonly #lists: Uint32Array[];
  readonly #lengths: number[];

  /** `places` in the order in which they are looked at, the rarest first. `hasOverlaps`: a term stands there twice. */
  constructor(places: readonly PhrasePlace[], slop: number, hasOverlaps: boolean) {
    this.#places = places;
    this.#slop = slop;
    this.#hasOverlaps = hasOverlaps;
    this.#buffers = places.map((_, p) => sharedBuffer(p));
    this.#lists = places.map(() => NONE);
    this.#lengths = places.map(() => 0);
  }

  /**
   * Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that has the phrase.
   * Without `isCounted` occurrences are 1.
   */
  forEach(
    block: number,
    docs: Uint32Array,
    count: number,
    isCounted: boolean,
    visit: (i: number, occurrences: number) => void,
  ): void {
    if (!rankAll(this.#places, block, docs, count)) return;
    const elements = { lists: this.#lists, lengths: this.#lengths };
    // Of two different terms nothing but their distance matters.
    const isDecidedByDistance = !isCounted && this.#places.length === 2 && !this.#hasOverlaps;
    for (let i = 0; i < count; i++) {
      if (!this.#read(i)) continue;
      const occurrences = isDecidedByDistance ? 1 : countPhrase(elements, this.#slop, this.#hasOverlaps, isCounted);
      if (occurrences > 0) visit(i, occurrences);
    }
  }

  /** Reads the positions of all terms in one document; false where two of them are nowhere near enough. */
  #read(i: number): boolean {
    const places = this.#places;
    for (let p = 0; p < places.length; p++) {
      const { offset, term } = places[p]!;
      const rank = rankBuffers[p]![i]!;
      if (rank < 0) return false;
      const buffer = this.#buffers[p]!;
      const before = p === 0 ? null : places[p - 1]!;
      let limit = NO_LIMIT;
      if (before !== null) {
        const last = this.#lists[before.offset]![this.#lengths[before.offset]! - 1]!;
        limit = Math.max(0, Math.min(NO_LIMIT, last + offset - before.offset + this.#slop));
      }
      const length = term.read(rank, buffer, limit);
      this.#lists[offset] = buffer.positions;
      this.#lengths[offset] = length;
      if (before !== null && !this.#isNear(before.offset, offset)) return false;
    }
    return true;
  }

  /** Whether some position of the two elements is within the slop of where the phrase has it. */
  #isNear(a: number, b: number): boolean {
    const first = this.#lists[a]!;
    const second = this.#lists[b]!;
    const end = this.#lengths[b]!;
    const nearest = b - a - this.#slop;
    const farthest = b - a + this.#slop;
    for (let i = 0, j = 0; i < this.#lengths[a]!; i++) {
      const from = first[i]! + nearest;
      while (j < end && second[j]! < from) j++;
      if (j === end) return false;
      if (second[j]! <= first[i]! + farthest) return true;
    }
    return false;
  }
}

const NONE = new Uint32Array(0);
const buffers: PositionBuffer[] = [];
/** Buffers that are kept; a longer phrase makes its own. */
const BUFFERS_KEPT = 16;

function sharedBuffer(p: number): PositionBuffer {
  if (p >= BUFFERS_KEPT) return new PositionBuffer();
  while (buffers.length <= p) buffers.push(new PositionBuffer());
  return buffers[p]!;
}

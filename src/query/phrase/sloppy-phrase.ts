/** Matches sloppy phrases (`"a b"~3`) of single terms, one document at a time. */
import { ways } from '../../shared/thresholds.ts';
import type { PhrasePlace } from './phrase-candidates.ts';
import { PhraseDocuments } from './phrase-documents.ts';
import { countPhrase } from './phrase-match.ts';
import { NO_LIMIT, PositionBuffer } from './term-positions.ts';

/**
 * A phrase of single terms that may stand apart and out of order. In each document the terms are read, that with
 * the fewest positions first, each only as far as it can still be near the one before, and only while those two are near enough somewhere.
 */
export class SloppyPhrase {
  readonly #documents: PhraseDocuments;
  readonly #places: readonly PhrasePlace[];
  readonly #ranks: readonly Uint16Array[];
  readonly #slop: number;
  readonly #hasOverlaps: boolean;
  readonly #buffers: PositionBuffer[];
  readonly #lists: Uint32Array[];
  readonly #lengths: number[];

  /** `hasOverlaps`: a term stands there twice. */
  constructor(places: readonly PhrasePlace[], slop: number, hasOverlaps: boolean) {
    this.#documents = new PhraseDocuments(places, slop);
    this.#places = this.#documents.places;
    this.#ranks = this.#documents.ranks;
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
    // Of two different terms nothing but their distance matters.
    const isDecidedByDistance = !isCounted && this.#places.length === 2 && !this.#hasOverlaps;
    const look = isDecidedByDistance ? (c: number) => this.#isPairNear(c) : (c: number) => this.#count(c, isCounted);
    this.#documents.forEach(block, docs, count, look, isDecidedByDistance ? once : null, visit);
  }

  /** How often the phrase stands in candidate c. */
  #count(c: number, isCounted: boolean): number {
    if (!this.#read(c)) return 0;
    const elements = { lists: this.#lists, lengths: this.#lengths };
    return countPhrase(elements, this.#slop, this.#hasOverlaps, isCounted);
  }

  /** Reads the positions of all terms in candidate c; false where two of them are nowhere near enough. */
  #read(c: number): boolean {
    const places = this.#places;
    for (let p = 0; p < places.length; p++) {
      const { offset, term } = places[p]!;
      const buffer = this.#buffers[p]!;
      const before = p === 0 ? null : places[p - 1]!;
      let limit = NO_LIMIT;
      if (before !== null) {
        const last = this.#lists[before.offset]![this.#lengths[before.offset]! - 1]!;
        limit = Math.max(0, Math.min(NO_LIMIT, last + offset - before.offset + this.#slop));
      }
      const length = term.read(this.#ranks[p]![c]!, buffer, limit);
      this.#lists[offset] = buffer.positions;
      this.#lengths[offset] = length;
      if (before !== null && !this.#isNear(before.offset, offset)) return false;
    }
    return true;
  }

  /**
   * 1 where the two terms of the phrase are near enough somewhere in candidate c, else 0. The one with more positions is read
   * from each position of the other to the next, and no further than to the first that decides.
   */
  #isPairNear(c: number): number {
    const [few, many] = this.#places as readonly [PhrasePlace, PhrasePlace];
    const [fewBuffer, manyBuffer] = this.#buffers as [PositionBuffer, PositionBuffer];
    const fewCount = few.term.read(this.#ranks[0]![c]!, fewBuffer);
    manyBuffer.reserve(many.term.begin(this.#ranks[1]![c]!));
    const wanted = fewBuffer.positions;
    const distance = many.offset - few.offset;
    let have = 0;
    let j = 0;
    for (let i = 0; i < fewCount; i++) {
      const nearest = wanted[i]! + distance - this.#slop;
      const farthest = nearest + 2 * this.#slop;
      if (have === 0 || manyBuffer.positions[have - 1]! < nearest) {
        have = many.term.readOn(have, manyBuffer, Math.max(-1, nearest - 1));
      }
      const found = manyBuffer.positions;
      while (j < have && found[j]! < nearest) j++;
      if (j === have) return 0;
      if (found[j]! <= farthest) return 1;
    }
    return 0;
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

const once = () => 1;
const NONE = new Uint32Array(0);
const buffers: PositionBuffer[] = [];
/** Buffers that are kept; a longer phrase makes its own. */
const BUFFERS_KEPT = ways.buffersKept;

function sharedBuffer(p: number): PositionBuffer {
  if (p >= BUFFERS_KEPT) return new PositionBuffer();
  while (buffers.length <= p) buffers.push(new PositionBuffer());
  return buffers[p]!;
}

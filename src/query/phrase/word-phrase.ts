/** Matches phrases of single terms, exact or sloppy (`"a b"~3`), one document at a time. */
import { tuning } from '../../shared/thresholds.ts';
import type { CommonDocs } from '../operators/common-docs.ts';
import { kernel } from '../resident/this-thread.ts';
import type { ElementGroup } from './element-group.ts';
import type { PhraseTerm } from './phrase-candidates.ts';
import { type Occurrences, PhraseDocuments } from './phrase-documents.ts';
import { countPhrase, countWords } from './phrase-match.ts';
import { NO_LIMIT, PositionBuffer, type TermPositions } from './term-positions.ts';

/**
 * A phrase of single terms. If it is sloppy, they may be apart and out of order. In each document, the terms with the
 * fewest positions are read first. Each is read only as far as it can still be near the previous one, and only while
 * the two are near enough somewhere.
 */
export class WordPhrase {
  readonly #documents: PhraseDocuments;
  readonly #phraseTerms: readonly PhraseTerm[];
  /** Distinct terms in reading order, the rank of each in a candidate, and its elements. */
  readonly #terms: readonly TermPositions[];
  readonly #ranks: readonly Uint16Array[];
  readonly #groups: readonly ElementGroup[];
  readonly #slop: number;
  readonly #mayShare: boolean;
  readonly #buffers: PositionBuffer[];
  /** Number of terms that have moved to the current candidate. */
  #begun = 0;

  /** `slop` is 0 for an exact phrase. `mayShare`: two of the terms may be at one position, which must not be counted twice. */
  constructor(phraseTerms: readonly PhraseTerm[], slop: number, mayShare: boolean) {
    this.#documents = new PhraseDocuments(phraseTerms, slop);
    this.#phraseTerms = this.#documents.phraseTerms;
    this.#terms = [...new Set(this.#phraseTerms.map(({ term }) => term))];
    this.#ranks = this.#terms.map(
      (term) => this.#documents.ranks[this.#phraseTerms.findIndex((p) => p.term === term)]!,
    );
    this.#groups = this.#terms.map((term) => ({
      positions: NONE,
      length: 0,
      offsets: phraseTerms.flatMap((own) => (own.term === term ? [own.offset] : [])).sort((a, b) => a - b),
    }));
    this.#slop = slop;
    this.#mayShare = mayShare;
    this.#buffers = this.#terms.map((_, t) => sharedBuffer(t));
  }

  /** Number of documents with all terms that were checked so far. */
  get candidates(): number {
    return this.#documents.candidates;
  }

  /**
   * Calls `visit(i, occurrences)` for every document `docs[i]`, ascending and all of one block, that has the phrase.
   * Without `isCounted` occurrences are 1 or more.
   */
  forEach(
    block: number,
    docs: Uint32Array,
    count: number,
    isCounted: boolean,
    visit: (i: number, occurrences: number) => void,
    common: CommonDocs | null,
  ): void {
    // For two different terms, only their distance matters.
    const isDecidedByDistance = !isCounted && this.#phraseTerms.length === 2 && this.#terms.length === 2;
    const matchOne = isDecidedByDistance
      ? (c: number) => this.#isPairNear(c)
      : (c: number) => this.#count(c, isCounted);
    const settled = this.#slop === 0 ? startsOf : isDecidedByDistance ? once : null;
    this.#documents.forEach(block, docs, count, matchOne, settled, visit, common);
  }

  /** Returns the number of phrase occurrences in candidate c. */
  #count(c: number, isCounted: boolean): number {
    this.#begun = 0;
    // Usually the beginning of a long text decides whether the phrase occurs at all.
    for (let limit = isCounted || this.#begin(c) < MANY ? NO_LIMIT : FIRST_LIMIT; ; limit = this.#next(limit)) {
      const occurrences = this.#countUpTo(limit, c, isCounted);
      if (occurrences > 0 || limit === NO_LIMIT) return occurrences;
    }
  }

  #countUpTo(limit: number, c: number, isCounted: boolean): number {
    if (!this.#read(c, limit)) return 0;
    return this.#mayShare
      ? countWords(this.#groups, this.#slop, isCounted)
      : countPhrase({ groups: this.#groups, areDisjoint: true }, this.#slop, isCounted);
  }

  /** Returns the limit of the next read. */
  #next(limit: number): number {
    const { positions, length } = this.#groups[0]!;
    // If the first term has no more positions, the rest of the others is read at once.
    return positions[length - 1]! <= limit || limit > NO_LIMIT / LIMIT_GROWTH ? NO_LIMIT : limit * LIMIT_GROWTH;
  }

  /** Moves the next term to candidate c. Returns its number of positions there. */
  #begin(c: number): number {
    const t = this.#begun++;
    const count = this.#terms[t]!.begin(this.#ranks[t]![c]!);
    this.#buffers[t]!.reserve(count);
    this.#groups[t]!.positions = this.#buffers[t]!.positions;
    this.#groups[t]!.length = 0;
    return count;
  }

  /**
   * Continues reading all terms of candidate c, up to the first positions above `limit`. Returns false if two of them are
   * nowhere near enough.
   */
  #read(c: number, limit: number): boolean {
    for (let t = 0; t < this.#terms.length; t++) {
      if (t === this.#begun) this.#begin(c);
      const group = this.#groups[t]!;
      const before = t === 0 ? null : this.#groups[t - 1]!;
      let own = limit;
      if (before !== null) {
        const last = before.positions[before.length - 1]!;
        const reach = group.offsets.at(-1)! - before.offsets[0]! + this.#slop;
        own = Math.max(0, Math.min(limit, last + reach));
      }
      if (group.length === 0 || group.positions[group.length - 1]! <= own) {
        group.length = this.#terms[t]!.readOn(group.length, this.#buffers[t]!, own);
      }
      if (before !== null && !this.#isNear(before, group)) return false;
    }
    return true;
  }

  /**
   * Returns 1 if the two terms of the phrase are near enough somewhere in candidate c, else 0. Reads the positions of the more
   * frequent term only as far as the result needs them.
   */
  #isPairNear(c: number): number {
    const [few, many] = this.#phraseTerms as readonly [PhraseTerm, PhraseTerm];
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
      if (found[j]! > farthest) continue;
      if (!this.#mayShare || found[j] !== wanted[i]) return 1;
      have = many.term.readOn(have, manyBuffer, farthest);
      if (j + 1 < have && manyBuffer.positions[j + 1]! <= farthest) return 1;
    }
    return 0;
  }

  /** Whether the first elements of both groups have positions within the slop of their expected distance. */
  #isNear(a: ElementGroup, b: ElementGroup): boolean {
    const nearest = b.offsets[0]! - a.offsets[0]! - this.#slop;
    const farthest = nearest + 2 * this.#slop;
    for (let i = 0, j = 0; i < a.length; i++) {
      const from = a.positions[i]! + nearest;
      while (j < b.length && b.positions[j]! < from) j++;
      if (j === b.length) return false;
      if (b.positions[j]! <= a.positions[i]! + farthest) return true;
    }
    return false;
  }
}

/** If the rarest term has fewer positions than this in a document, all positions are read at once. */
const MANY = tuning.positionsInParts;
/** The limit of the first read, unless everything is read at once, and its growth factor. */
const FIRST_LIMIT = tuning.firstPosition;
const LIMIT_GROWTH = 8;
const once = () => 1;
/** Returns the number of occurrences of an exact phrase in the c-th candidate that bulk matching kept. */
const startsOf: Occurrences = (c) => kernel.batch.startsOf(c);
const NONE = new Uint32Array(0);
const buffers: PositionBuffer[] = [];
/** Number of pooled buffers; a longer phrase allocates its own. */
const BUFFERS_KEPT = tuning.buffersKept;

function sharedBuffer(p: number): PositionBuffer {
  if (p >= BUFFERS_KEPT) return new PositionBuffer();
  while (buffers.length <= p) buffers.push(new PositionBuffer());
  return buffers[p]!;
}

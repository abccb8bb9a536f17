/** Finds NEAR in given documents: gathers the positions of its words in many of them, and looks at one value after the other. */
import type { FieldHeader } from '../../engine/format.ts';
import { VALUE_GAP } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { firstAtOrAfter } from '../phrase/element-group.ts';
import { type Gathered, gather } from '../phrase/gathered-positions.ts';
import { TermPositions } from '../phrase/term-positions.ts';
import { hasOccurrence, type ListPositions, type SpanPlan, type ValueWords } from './span-plan.ts';

export class NearDocuments {
  readonly #plan: SpanPlan;
  readonly #lists: readonly (readonly TermPositions[])[];
  readonly #marks: TermPositions | null;
  /** Tokens of the field in every document, if the end of the last value matters. */
  readonly #lengthOf: ((doc: number) => number) | null;

  /** `lists`: the terms of each list of the plan. `hasStars`: any word may be at some place, which must be one of the value. */
  constructor(
    index: IndexReader,
    field: FieldHeader,
    plan: SpanPlan,
    lists: readonly (readonly TermInfo[])[],
    hasStars: boolean,
  ) {
    this.#plan = plan;
    this.#lists = lists.map((infos) => infos.map((info) => new TermPositions(index, info)));
    const marks = index.dictionary(field).valueMarks();
    this.#marks = marks === null ? null : new TermPositions(index, marks);
    // Positions of an imported index may have no token, and a star stands for a position there.
    const isBounded = hasStars && index.header.origin === undefined;
    const lengths = isBounded ? index.lengths(field) : null;
    this.#lengthOf = lengths === null ? null : (doc) => lengths.distinct[lengths.numbers[doc]!]!;
  }

  /** About how many steps it takes to read so many documents that have enough of the words; all of what a pattern has are counted. */
  stepsIn(docs: number): number {
    let steps = 0;
    for (const terms of this.#lists) {
      for (const { cost, list } of terms) {
        steps +=
          (1 + cost) *
          (terms.length === 1 ? SINGLE_STEPS * Math.min(docs, list.docFreq) : list.docFreq / PATTERN_READS);
      }
    }
    return steps;
  }

  /** Calls `visit` for every document of `docs[0 … count)`, ascending, that has an occurrence. Yields between documents that are long. */
  *forEach(docs: Uint32Array, count: number, visit: (doc: number) => void): Generator<void, void> {
    const held = heldMemory();
    const gathered = this.#lists.map((terms) => gather(terms, docs, count, null));
    const marksOf: (readonly number[] | undefined)[] = new Array(count);
    this.#marks?.forEach(docs, count, (i, positions, length) => {
      marksOf[i] = Array.from(positions.subarray(0, length));
    });
    const words = new DocumentWords(gathered);
    let looked = 0;
    for (let i = 0; i < count; i++) {
      if (this.#isIn(words, docs[i]!, i, marksOf[i])) visit(docs[i]!);
      looked += words.length;
      if (looked < POSITIONS_PER_SLICE) continue;
      looked = 0;
      yield;
    }
    releaseMemoryTo(held);
  }

  #isIn(words: DocumentWords, doc: number, i: number, marks: readonly number[] | undefined): boolean {
    const held = heldMemory();
    words.open(i);
    const begins = marks === undefined ? ONE_VALUE : [0, ...marks];
    const tokens = this.#lengthOf?.(doc) ?? Number.POSITIVE_INFINITY;
    const gaps = VALUE_GAP * (begins.length - 1);
    for (let v = 0; v < begins.length; v++) {
      // Behind a value is a gap, which has no tokens.
      const end = v + 1 < begins.length ? begins[v + 1]! - (this.#lengthOf === null ? 0 : VALUE_GAP) : tokens + gaps;
      words.turnTo(begins[v]!, end);
      const isFound = hasOccurrence(this.#plan, words);
      releaseMemoryTo(held);
      if (isFound) return true;
    }
    return false;
  }
}

/** Steps of a posting or position of a word, and how many of those of a pattern, most of them left out before, are read in a step. */
const SINGLE_STEPS = 2;
const PATTERN_READS = 8;
const ONE_VALUE: readonly number[] = [0];
const POSITIONS_PER_SLICE = 1 << 16;

/** The positions of all lists in one document, cut to one value after the other. */
class DocumentWords implements ValueWords {
  readonly #gathered: readonly Gathered[];
  readonly #next: Uint32Array;
  readonly #ofDocument: ListPositions[];
  #ofValue: ListPositions[];
  begin = 0;
  end = 0;
  /** Positions of all lists together. */
  length = 0;

  constructor(gathered: readonly Gathered[]) {
    this.#gathered = gathered;
    this.#next = new Uint32Array(gathered.length);
    this.#ofDocument = gathered.map(() => NONE);
    this.#ofValue = this.#ofDocument;
  }

  open(i: number): void {
    this.#next.fill(0);
    this.length = 0;
    for (const [list, { positions, starts }] of this.#gathered.entries()) {
      const own = positions.subarray(starts[i]!, starts[i + 1]!);
      this.#ofDocument[list] = { positions: own, length: own.length };
      this.length += own.length;
    }
    this.#ofValue = this.#ofDocument;
  }

  /** The next value. */
  turnTo(begin: number, end: number): void {
    this.begin = begin;
    this.end = end;
    if (begin === 0 && end === Number.POSITIVE_INFINITY) return;
    this.#ofValue = this.#ofDocument.map(({ positions, length }, list) => {
      const from = this.#next[list]!;
      const to = end === Number.POSITIVE_INFINITY ? length : firstAtOrAfter(positions, from, length, end);
      this.#next[list] = to;
      return { positions: positions.subarray(from, to), length: to - from };
    });
  }

  positionsOf(list: number): ListPositions {
    return this.#ofValue[list]!;
  }
}

const NONE: ListPositions = { positions: new Uint32Array(0), length: 0 };

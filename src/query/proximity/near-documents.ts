/**
 * Finds NEAR in given documents: gathers the positions of its words in many of them, and checks each value separately.
 */
import type { FieldHeader } from '../../engine/format.ts';
import { VALUE_GAP } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_SIZE } from '../../engine/postings/doc-block.ts';
import type { TermInfo } from '../../engine/postings/term-info.ts';
import { heldMemory, releaseMemoryTo, type StepMeter } from '../../shared/query-memory.ts';
import { firstAtOrAfter } from '../phrase/element-group.ts';
import { type Gathered, gather } from '../phrase/gathered-positions.ts';
import { TermPositions } from '../phrase/term-positions.ts';
import { GROUP_STEPS, SpanBudget } from './span-budget.ts';
import { groupsIn, hasOccurrence, type ListPositions, type SpanPlan, type ValueWords } from './span-plan.ts';

/** A plan, and the terms of each of its lists. */
export interface PlannedLists {
  readonly plan: SpanPlan;
  readonly lists: readonly (readonly TermInfo[])[];
}

/** A plan, and the positions of the terms of each of its lists. */
export interface OpenedLists {
  readonly plan: SpanPlan;
  readonly lists: readonly (readonly TermPositions[])[];
}

export class NearDocuments {
  readonly #plan: SpanPlan;
  readonly #lists: readonly (readonly TermPositions[])[];
  readonly #marks: TermPositions | null;
  readonly #meter: StepMeter;
  /** Whether values after the first are pieces of a text. */
  readonly #isImported: boolean;
  /** Blocks of the index. */
  readonly #blocks: number;
  /** Returns the number of tokens of the field in a document. Null unless the end of the last value matters. */
  readonly #lengthOf: ((doc: number) => number) | null;

  /** `needsEnds`: whether the query has LAST, or accepts any word at some position, which must be inside the value. */
  constructor(
    index: IndexReader,
    field: FieldHeader,
    { plan, lists }: OpenedLists,
    needsEnds: boolean,
    meter: StepMeter,
  ) {
    this.#meter = meter;
    this.#blocks = Math.max(1, Math.ceil(index.documentCount / BLOCK_SIZE));
    this.#plan = plan;
    this.#lists = lists;
    const marks = index.dictionary(field).valueMarks();
    this.#marks = marks === null ? null : new TermPositions(index, marks);
    // In an imported index, a position may have no token. A star matches it anyway.
    this.#isImported = index.header.origin !== undefined;
    const isBounded = needsEnds && !this.#isImported;
    const lengths = isBounded ? index.lengths(field) : null;
    this.#lengthOf = lengths === null ? null : (doc) => lengths.distinct[lengths.numbers[doc]!]!;
  }

  /** Returns the approximate number of steps to read this many documents with enough of the words. Pairs are not counted. */
  stepsIn(docs: number): number {
    let steps = 0;
    for (const terms of this.#lists) {
      for (const { cost, list } of terms) {
        steps += (terms.length === 1 ? SINGLE_STEPS : 1) * (1 + cost) * Math.min(docs, list.docFreq);
        if (list.shortDocs === null) steps += (docs * list.blocks.length) / this.#blocks / LOOKED_UP_AT_ONCE;
      }
    }
    return steps + docs * (this.#lists.length / LISTS_AT_ONCE + GROUP_STEPS * groupsIn(this.#plan));
  }

  /** Calls `visit` for every document of `docs[0 … count)`, ascending, with an occurrence. Yields between long documents. */
  *forEach(docs: Uint32Array, count: number, visit: (doc: number) => void): Generator<void, void> {
    const held = heldMemory();
    const gathered: Gathered[] = [];
    let terms = 0;
    for (const list of this.#lists) {
      gathered.push(yield* gather(list, { docs, count }, null));
      terms += list.length;
      if (terms < TERMS_PER_SLICE) continue;
      terms = 0;
      yield;
    }
    const marksOf: (readonly number[] | undefined)[] = new Array(count);
    this.#marks?.forEach(docs, count, (i, positions, length) => {
      marksOf[i] = Array.from(positions.subarray(0, length));
    });
    const words = new DocumentWords(gathered);
    const budget = new SpanBudget(this.#meter);
    const isNested = groupsIn(this.#plan) > 0;
    let looked = 0;
    for (let i = 0; i < count; i++) {
      if (this.#isIn(words, docs[i]!, i, { marks: marksOf[i], budget })) visit(docs[i]!);
      const steps = SINGLE_STEPS * words.length + this.#lists.length / LISTS_AT_ONCE;
      this.#meter.take(steps);
      looked += isNested ? POSITIONS_PER_SLICE / GROUPED_PER_SLICE : steps;
      if (looked < POSITIONS_PER_SLICE) continue;
      looked = 0;
      yield;
    }
    releaseMemoryTo(held);
  }

  #isIn(words: DocumentWords, doc: number, i: number, { marks, budget }: Looked): boolean {
    const held = heldMemory();
    words.open(i);
    const begins = marks === undefined ? ONE_VALUE : [0, ...marks];
    const tokens = this.#lengthOf?.(doc) ?? Number.POSITIVE_INFINITY;
    const gaps = VALUE_GAP * (begins.length - 1);
    for (let v = 0; v < begins.length; v++) {
      // After a value there is a gap without tokens.
      const end = v + 1 < begins.length ? begins[v + 1]! - (this.#lengthOf === null ? 0 : VALUE_GAP) : tokens + gaps;
      words.turnTo(begins[v]!, end, this.#isImported ? 0 : begins[v]!);
      const isFound = hasOccurrence(this.#plan, words, budget);
      releaseMemoryTo(held);
      if (isFound) return true;
    }
    return false;
  }
}

interface Looked {
  /** The ends of its values. Undefined if it has only one value. */
  readonly marks: readonly number[] | undefined;
  readonly budget: SpanBudget;
}

/** Steps per posting or position of a word outside groups, and per document that is looked up in a list. */
const SINGLE_STEPS = 2;
const LOOKED_UP_AT_ONCE = 4;
/** Lookups per step in lists that do not contain the document. */
const LISTS_AT_ONCE = 2;
const ONE_VALUE: readonly number[] = [0];
const POSITIONS_PER_SLICE = 1 << 16;
/** Documents with grouped words of NEAR between two yields. */
const GROUPED_PER_SLICE = 16;
/** Terms whose positions in some documents are gathered between two yields. */
const TERMS_PER_SLICE = 16;

/** The positions of all lists in one document, restricted to one value at a time. Each list is restricted on demand. */
class DocumentWords implements ValueWords {
  readonly #gathered: readonly Gathered[];
  /** Indexed by list: the value that it is restricted to, and its positions in that value. */
  readonly #cutFor: Uint32Array;
  readonly #cut: ListPositions[];
  #document = 0;
  #value = 0;
  begin = 0;
  end = 0;
  first = 0;
  /** Number of positions of all lists together. */
  length = 0;

  constructor(gathered: readonly Gathered[]) {
    this.#gathered = gathered;
    this.#cutFor = new Uint32Array(gathered.length);
    this.#cut = gathered.map(() => NONE);
  }

  open(i: number): void {
    this.#document = i;
    this.length = 0;
    for (const { starts } of this.#gathered) this.length += starts[i + 1]! - starts[i]!;
  }

  /** Moves to the next value. */
  turnTo(begin: number, end: number, first: number): void {
    this.begin = begin;
    this.end = end;
    this.first = first;
    this.#value++;
  }

  positionsOf(list: number): ListPositions {
    if (this.#cutFor[list] !== this.#value) {
      this.#cutFor[list] = this.#value;
      this.#cut[list] = this.#cutOf(this.#gathered[list]!);
    }
    return this.#cut[list]!;
  }

  #cutOf({ positions, starts }: Gathered): ListPositions {
    const first = starts[this.#document]!;
    const last = starts[this.#document + 1]!;
    if (first === last) return NONE;
    const from = this.begin === 0 ? first : firstAtOrAfter(positions, first, last, this.begin);
    const to = this.end === Number.POSITIVE_INFINITY ? last : firstAtOrAfter(positions, from, last, this.end);
    return from === to ? NONE : { positions: positions.subarray(from, to), length: to - from };
  }
}

const NONE: ListPositions = { positions: new Uint32Array(0), length: 0 };

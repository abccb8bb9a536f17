/**
 * Finds words near each other in a value: the matches that contain no shorter match. Collects words until a gap is so
 * long that no match spans it.
 */
import { claimMemory } from '../../shared/query-memory.ts';
import { type ListPositions, reachOf, type SpanPlan, shortestOccurrences } from '../proximity/span-plan.ts';
import { ANY } from './exact-marks.ts';
import type { MarkSink, PhraseMarks } from './phrase-marks.ts';
import type { PositionTokens } from './position-tokens.ts';

/** The NEAR clause. `tests` is indexed by list number in the plan. */
export interface NearTests {
  readonly plan: SpanPlan;
  readonly tests: readonly number[];
  /** Lists of letter pairs, which end at the next position. */
  readonly pairs: ReadonlySet<number>;
  readonly needsEnds: boolean;
}

const WORD_BYTES = 96;
const WORDS_FIRST = 1024;

export class NearMarks implements PhraseMarks {
  readonly wantsEveryToken: boolean;
  readonly #plan: SpanPlan;
  readonly #pairs: ReadonlySet<number>;
  readonly #mark: MarkSink;
  readonly #reach: number;
  readonly #lists: PositionList[];
  readonly #listsOf = new Map<number, number[]>();
  /** Indexed by position: the starts of its words, and the ends of words that end there. */
  readonly #starts = new Map<number, number>();
  readonly #ends = new Map<number, number>();
  #claimed = WORDS_FIRST;
  /** The last position with a word of the current stretch, or -1. */
  #last = -1;
  #position = -1;
  #lastEnd = 0;

  constructor({ plan, tests, pairs, needsEnds }: NearTests, mark: MarkSink) {
    this.wantsEveryToken = needsEnds;
    this.#plan = plan;
    this.#pairs = pairs;
    this.#mark = mark;
    this.#reach = reachOf(plan);
    this.#lists = tests.map(() => new PositionList());
    for (const [list, test] of tests.entries()) {
      const known = this.#listsOf.get(test);
      if (known === undefined) this.#listsOf.set(test, [list]);
      else known.push(list);
    }
  }

  /** Tokens that pass no test do not matter. */
  get isActive(): boolean {
    return false;
  }

  get earliest(): number {
    const [first] = this.#starts.values();
    return first ?? Number.POSITIVE_INFINITY;
  }

  token(tokens: PositionTokens, position: number): void {
    this.#turnTo(position);
    this.#lastEnd = tokens.endOf(ANY);
    if (this.wantsEveryToken) this.#note(position, position, tokens.startOf(ANY), this.#lastEnd);
    for (const test of tokens.passed()) {
      for (const list of this.#listsOf.get(test) ?? NO_LISTS) {
        this.#lists[list]!.push(position);
        const end = this.#pairs.has(list) ? position + 1 : position;
        this.#note(position, end, tokens.startOf(test), tokens.endOf(test));
        this.#last = position;
      }
    }
  }

  /** A star may match a position without a token. */
  skip(position: number): void {
    this.#turnTo(position);
    if (this.wantsEveryToken) this.#ends.set(position, this.#lastEnd);
  }

  finish(isOpen: boolean): void {
    this.#settle(isOpen ? Number.POSITIVE_INFINITY : this.#position + 1);
    this.#starts.clear();
    this.#ends.clear();
    this.#position = -1;
    this.#lastEnd = 0;
  }

  #turnTo(position: number): void {
    if (this.#last >= 0 && position - this.#last > this.#reach) this.#settle(position);
    this.#position = position;
    if (this.#last >= 0 || !this.wantsEveryToken) return;
    // Stars before the first word span at most this many positions.
    this.#starts.delete(position - this.#reach - 1);
    this.#ends.delete(position - this.#reach - 1);
  }

  #note(start: number, end: number, from: number, to: number): void {
    this.#starts.set(start, Math.min(from, this.#starts.get(start) ?? from));
    this.#ends.set(end, Math.max(to, this.#ends.get(end) ?? to));
    if (this.#starts.size <= this.#claimed) return;
    claimMemory(WORD_BYTES * this.#claimed, 'the words near each other');
    this.#claimed *= 2;
  }

  /** Marks the matches in the stretch. The value has positions at least up to `end`. */
  #settle(end: number): void {
    if (this.#last < 0) return;
    const words = {
      begin: 0,
      first: 0,
      end: this.wantsEveryToken ? end : Number.POSITIVE_INFINITY,
      positionsOf: (list: number): ListPositions => this.#lists[list]!,
    };
    const { starts, ends, length } = shortestOccurrences(this.#plan, words);
    for (let i = 0; i < length; i++) this.#mark(this.#startOf(starts[i]!), this.#endOf(ends[i]!));
    for (const list of this.#lists) list.length = 0;
    this.#last = -1;
    if (this.wantsEveryToken) return;
    this.#starts.clear();
    this.#ends.clear();
  }

  /** For a position without a token, returns the start of the next one. */
  #startOf(position: number): number {
    for (let at = position; at <= position + this.#reach; at++) {
      const start = this.#starts.get(at);
      if (start !== undefined) return start;
    }
    return this.#lastEnd;
  }

  #endOf(position: number): number {
    for (let at = position; at >= 0; at--) {
      const end = this.#ends.get(at);
      if (end !== undefined) return end;
    }
    return this.#lastEnd;
  }
}

const NO_LISTS: readonly number[] = [];

class PositionList implements ListPositions {
  positions = new Uint32Array(16);
  length = 0;

  push(position: number): void {
    if (this.length > 0 && this.positions[this.length - 1] === position) return;
    if (this.length === this.positions.length) {
      const longer = new Uint32Array(2 * this.length);
      longer.set(this.positions);
      this.positions = longer;
    }
    this.positions[this.length++] = position;
  }
}

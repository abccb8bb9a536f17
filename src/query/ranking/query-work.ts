/**
 * Limits the work of a query: estimates it from the plan, and refuses the query if it would take more than about
 * fifteen seconds of processor time. Counts postings and positions that are read one by one: those of phrases, of
 * separately scored lists, of scored words, and of the words of patterns that need a bitmap each. Other bitmaps and
 * unscored lists of words cost too little to count. Equal parts share one operator, which is counted once.
 *
 * The number of documents that a phrase checks depends on the other clauses, so the plan gives only an upper bound. If that is
 * too high, the query is run on a sample of the documents (sampled-work.ts). Steps are counted again during the run, which
 * stops queries that were underestimated.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import { AppError } from '../../shared/errors.ts';
import { type StepMeter, workLimits } from '../../shared/query-memory.ts';
import type { Operator, WorkSink } from '../operators/operator.ts';
import type { Scorer } from './scoring.ts';

/**
 * Returns the approximate number of steps to check documents, using at most `most` steps itself; null if there are too few
 * documents for an estimate.
 */
export type SampleSteps = (most: number, work: QueryWork) => number | null;

/** The fraction of a query's limit that a sample may take. */
const SAMPLE_PART = 1 / 20;

/** The steps of one planned query. */
export class QueryWork implements WorkSink, StepMeter {
  readonly #index: IndexReader;
  /** Operators that were added. */
  readonly #found = new Set<Operator>();
  #steps = 0;
  /** Upper bound for documents that are checked one by one. */
  #examined = 0;
  /** Steps and display text of the most expensive part, and the number of parts. */
  #most = 0;
  #part = '';
  #parts = 0;
  /** Steps taken so far, and their limit, which is 0 while unknown. */
  #taken = 0;
  #limit = 0;

  constructor(index: IndexReader) {
    this.#index = index;
  }

  forget(): void {
    this.#found.clear();
    this.#steps = 0;
    this.#examined = 0;
    this.#most = 0;
    this.#parts = 0;
    this.#taken = 0;
    this.#limit = 0;
  }

  /** Adds the scoring of this many matches. Scoring reads again everything that found them. */
  addScores(scorer: Scorer, matches: number): void {
    this.#found.clear();
    scorer.addWork(matches, this);
  }

  addDocs(operator: Operator, most = Number.POSITIVE_INFINITY): void {
    if (this.#found.has(operator)) return;
    this.#found.add(operator);
    const steps = operator.work?.(most) ?? 0;
    if (steps > 0) {
      if (operator.loadOpen === undefined) this.add(steps, operator);
      else this.addExamined(steps, operator);
    }
    const { narrows } = operator;
    const left = Math.min(most, operator.cost);
    for (const child of operator.children) {
      const isNarrowed = narrows === 'all' || (narrows === 'examined' && child.loadOpen !== undefined);
      this.addDocs(child, isNarrowed ? left : Number.POSITIVE_INFINITY);
    }
  }

  add(steps: number, part: Pick<Operator, 'name' | 'detail'>): void {
    this.#steps += steps;
    this.#name(steps, part);
  }

  addExamined(steps: number, part: Pick<Operator, 'name' | 'detail'>): void {
    this.#examined += steps;
    this.#name(steps, part);
  }

  #name(steps: number, { name, detail }: Pick<Operator, 'name' | 'detail'>): void {
    this.#parts++;
    if (steps <= this.#most) return;
    this.#most = steps;
    this.#part = detail === '' ? name : `${name} ${detail}`;
  }

  /** Throws AppError QUERY_INVALID if the query would exceed its limit. */
  refuse(sample: SampleSteps): void {
    const limit = this.#most === 0 ? Number.POSITIVE_INFINITY : this.#limitOf();
    if (this.#steps + this.#examined <= limit) return;
    let steps = this.#steps + this.#examined;
    // A sample is small enough to stay within its fraction.
    const found = this.#steps > limit ? null : sample((SAMPLE_PART * limit) / this.#examined, this);
    if (found !== null) steps = this.#steps + found;
    if (steps <= limit) return;
    throw this.#refusal(`the query would take about ${millions(steps)} million steps;`);
  }

  /** Throws AppError QUERY_INVALID if their sum exceeds the limit of the query. */
  take(steps: number): void {
    this.#taken += steps;
    if (this.#taken > this.#limit && this.#taken > this.#limitOf())
      throw this.#refusal('the query takes too many steps:');
  }

  /**
   * Counts steps for items with the words of patterns, once for each pattern that matches a word. Throws the same errors as
   * `take`.
   */
  takeMatched(steps: number): void {
    this.#taken += steps;
    if (this.#taken > this.#limit && this.#taken > this.#limitOf())
      throw this.#refusal('the words that the patterns match are in too many items:');
  }

  /** Measures the steps of some work without counting them. */
  measured(run: () => void): number {
    const [taken, limit] = [this.#taken, this.#limit];
    this.#taken = 0;
    this.#limit = Number.POSITIVE_INFINITY;
    try {
      run();
      return this.#taken;
    } finally {
      this.#taken = taken;
      this.#limit = limit;
    }
  }

  #limitOf(): number {
    if (this.#limit > 0) return this.#limit;
    const { steps, readings } = workLimits();
    let words = 0;
    for (const { tokenCount } of this.#index.fields.values()) words += tokenCount;
    this.#limit = Math.max(steps, readings * words);
    return this.#limit;
  }

  #refusal(beginning: string): AppError {
    const others = this.#parts <= 1 ? '' : ` and ${(this.#parts - 1).toLocaleString('en')} more parts`;
    const most = this.#part === '' ? '' : `: most of them for ${shortened(this.#part)}${others}`;
    return new AppError(
      'QUERY_INVALID',
      `${beginning} the limit here is ${millions(this.#limitOf())} million${most}. Use fewer of these parts or rarer words, or remove sort=relevance`,
    );
  }
}

const millions = (steps: number): string => Math.ceil(steps / 1e6).toLocaleString('en');
const SHOWN_UNITS = 80;
const shortened = (text: string): string => (text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text);

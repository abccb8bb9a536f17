/**
 * Bounds the work of a query: estimates it from the plan, and refuses the query if that would keep a processor for more than some fifteen
 * seconds. What is counted are postings and positions that are read one by one: those of phrases, of lists that are scored by themselves, and
 * of scored words. Bitmaps, and lists of words without scores, cost too little to count. Equal parts are one operator, which is counted once.
 *
 * How many documents a phrase looks at depends on what the others found, so the plan tells only the most that it can be. If that is
 * too much, the query is run on a sample of the documents (sampled-work.ts). Steps are counted again while it runs: what was estimated too low ends there.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import { AppError } from '../../shared/errors.ts';
import { type StepMeter, workLimits } from '../../shared/query-memory.ts';
import type { Operator, WorkSink } from '../operators/operator.ts';
import type { Scorer } from './scoring.ts';

/** Returns about how many steps it takes to look at documents, when it may take so many itself; null: too few documents to tell. */
export type SampleSteps = (most: number, work: QueryWork) => number | null;

/** A sample may take this part of what the query may. */
const SAMPLE_PART = 1 / 20;

/** The steps of one planned query. */
export class QueryWork implements WorkSink, StepMeter {
  readonly #index: IndexReader;
  /** Operators that were added. */
  readonly #found = new Set<Operator>();
  #steps = 0;
  /** At most, for documents that are looked at one by one. */
  #examined = 0;
  /** Steps and text of the part that takes most, and how many parts there are. */
  #most = 0;
  #part = '';
  #parts = 0;
  /** Steps that were taken so far, and how many may be; 0 is not known yet. */
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

  /** Adds the scoring of so many matches. It reads again what found them. */
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

  /** Throws AppError QUERY_INVALID if the query would take more steps than it may. */
  refuse(sample: SampleSteps): void {
    const limit = this.#most === 0 ? Number.POSITIVE_INFINITY : this.#limitOf();
    if (this.#steps + this.#examined <= limit) return;
    let steps = this.#steps + this.#examined;
    // A sample is so much smaller that it takes no more than its part.
    const found = this.#steps > limit ? null : sample((SAMPLE_PART * limit) / this.#examined, this);
    if (found !== null) steps = this.#steps + found;
    if (steps <= limit) return;
    throw this.#refusal(`the query would take about ${millions(steps)} million steps, and`);
  }

  /** Throws AppError QUERY_INVALID if that is more than the query may take. */
  take(steps: number): void {
    this.#taken += steps;
    if (this.#taken > this.#limit && this.#taken > this.#limitOf())
      throw this.#refusal('the query takes too many steps:');
  }

  /** How many steps some work takes, which do not count. */
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
      `${beginning} one may take ${millions(this.#limitOf())} million here${most}. Ask for fewer such parts at once, use rarer words, or leave out sort=relevance`,
    );
  }
}

const millions = (steps: number): string => Math.ceil(steps / 1e6).toLocaleString('en');
const SHOWN_UNITS = 80;
const shortened = (text: string): string => (text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text);

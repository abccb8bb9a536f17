/**
 * Estimates the work of a query from its plan, and refuses the query if that would keep a processor for minutes. What is counted are
 * postings and positions that are read one by one: those of phrases, of lists that are scored by themselves, and of scored words. Bitmaps,
 * and lists of words without scores, cost too little to count. Equal parts are one operator, which is counted once.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import { AppError } from '../../shared/errors.ts';
import { workLimits } from '../../shared/query-memory.ts';
import type { Operator, WorkSink } from '../operators/operator.ts';
import type { Scorer } from './scoring.ts';

/** The steps of one planned query. */
export class QueryWork implements WorkSink {
  readonly #index: IndexReader;
  /** Operators that were added. */
  readonly #found = new Set<Operator>();
  #steps = 0;
  /** Steps and text of the part that takes most, and how many parts there are. */
  #most = 0;
  #part = '';
  #parts = 0;

  constructor(index: IndexReader) {
    this.#index = index;
  }

  forget(): void {
    this.#found.clear();
    this.#steps = 0;
    this.#most = 0;
    this.#parts = 0;
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
    if (steps > 0) this.add(steps, operator);
    const { narrows } = operator;
    const left = Math.min(most, operator.cost);
    for (const child of operator.children) {
      const isNarrowed = narrows === 'all' || (narrows === 'examined' && child.loadOpen !== undefined);
      this.addDocs(child, isNarrowed ? left : Number.POSITIVE_INFINITY);
    }
  }

  add(steps: number, { name, detail }: Pick<Operator, 'name' | 'detail'>): void {
    this.#steps += steps;
    this.#parts++;
    if (steps <= this.#most) return;
    this.#most = steps;
    this.#part = detail === '' ? name : `${name} ${detail}`;
  }

  /** Throws AppError QUERY_INVALID if the query would take more steps than it may. */
  refuse(): void {
    const { steps, readings } = workLimits();
    if (this.#steps <= steps) return;
    let words = 0;
    for (const { tokenCount } of this.#index.fields.values()) words += tokenCount;
    const limit = Math.max(steps, readings * words);
    if (this.#steps <= limit) return;
    const others = this.#parts === 1 ? '' : ` and ${(this.#parts - 1).toLocaleString('en')} more parts`;
    throw new AppError(
      'QUERY_INVALID',
      `the query would take about ${millions(this.#steps)} million steps, and one may take ${millions(limit)} million here: most of them for ${shortened(this.#part)}${others}. Ask for fewer such parts at once, use rarer words, or leave out sort=relevance`,
    );
  }
}

const millions = (steps: number): string => Math.ceil(steps / 1e6).toLocaleString('en');
const SHOWN_UNITS = 80;
const shortened = (text: string): string => (text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text);

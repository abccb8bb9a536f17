/**
 * Limits and counts the work of nested NEAR in one value. Frequent words far apart make many pairs, and pairs of pairs make
 * more.
 */
import type { StepMeter } from '../../shared/query-memory.ts';
import { SPANS_MAX, type Spans, tooManySpans } from './spans.ts';

/** Maximum number of occurrences checked for pairs in one value, counted each time they follow another. */
const FOLLOWERS_MAX = 8 * SPANS_MAX;
/** Steps of a nested NEAR in a value, steps of each of its pairs, and followers per step. */
export const GROUP_STEPS = 100;
const PAIR_STEPS = 4;
const FOLLOWERS_AT_ONCE = 2;

export class SpanBudget {
  readonly #meter: StepMeter | null;
  #spans = SPANS_MAX;
  #followers = FOLLOWERS_MAX;

  /** `meter`: the meter of a query that finds documents. Null for matching in one document. */
  constructor(meter: StepMeter | null = null) {
    this.#meter = meter;
  }

  /** Begins the next value, or alternative. */
  begin(): void {
    this.#spans = SPANS_MAX;
    this.#followers = FOLLOWERS_MAX;
  }

  take(spans: Spans): Spans {
    this.#meter?.take(GROUP_STEPS + PAIR_STEPS * spans.length);
    this.#spans -= spans.length;
    if (this.#spans < 0) throw tooManySpans();
    return spans;
  }

  follow(count: number): void {
    this.#meter?.take(count / FOLLOWERS_AT_ONCE);
    this.#followers -= count;
    if (this.#followers < 0) throw tooManySpans();
  }
}

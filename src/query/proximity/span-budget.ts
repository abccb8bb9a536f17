/** Bounds what NEAR within NEAR does in one value, and counts it: pairs of frequent words far apart are many, and pairs of pairs more. */
import type { StepMeter } from '../../shared/query-memory.ts';
import { SPANS_MAX, type Spans, tooMany } from './spans.ts';

/** Occurrences that are looked at for one value to make pairs, each as often as it follows another. */
const FOLLOWERS_MAX = 8 * SPANS_MAX;
/** Steps that a NEAR within others takes in a value, those of each of its pairs, and followers in a step. */
export const GROUP_STEPS = 100;
const PAIR_STEPS = 4;
const FOLLOWERS_AT_ONCE = 2;

export class SpanBudget {
  readonly #meter: StepMeter | null;
  #spans = SPANS_MAX;
  #followers = FOLLOWERS_MAX;

  /** `meter`: of the query that looks for documents; null: of a match in one. */
  constructor(meter: StepMeter | null = null) {
    this.#meter = meter;
  }

  /** The next value, or alternative. */
  begin(): void {
    this.#spans = SPANS_MAX;
    this.#followers = FOLLOWERS_MAX;
  }

  take(spans: Spans): Spans {
    this.#meter?.take(GROUP_STEPS + PAIR_STEPS * spans.length);
    this.#spans -= spans.length;
    if (this.#spans < 0) throw tooMany();
    return spans;
  }

  follow(count: number): void {
    this.#meter?.take(count / FOLLOWERS_AT_ONCE);
    this.#followers -= count;
    if (this.#followers < 0) throw tooMany();
  }
}

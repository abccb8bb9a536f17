/**
 * Progress of writing an index. Each stage has a share in proportion to its work, weighted by measurements on long and short
 * texts. The fraction never falls.
 */

/** Amounts of work by kind. */
export interface WriteWork {
  readonly occurrences: number;
  /** Occurrences in text fields, whose frequent words are paired. */
  readonly paired: number;
  readonly values: number;
  /** Occurrences in texts that are reconstructed. */
  readonly spelled: number;
  readonly documents: number;
  /** Bytes already written. */
  readonly bytes: number;
}

export type WriteStage = 'values' | 'tree' | 'terms' | 'pairs' | 'texts' | 'sums';

/** Called regularly with the progress of a stage, 0 to 1. */
export type OnPart = (part: number) => Promise<void>;

export class WriteProgress {
  readonly #ends: Readonly<Record<WriteStage, readonly [number, number]>>;
  readonly #onFraction: (fraction: number) => Promise<void>;
  #fraction = 0;

  constructor(work: WriteWork, onFraction: (fraction: number) => Promise<void>) {
    this.#onFraction = onFraction;
    const costs: Record<WriteStage, number> = {
      values: VALUE_COST * work.values,
      tree: DOCUMENT_COST * work.documents,
      terms: TERM_COST * work.occurrences,
      pairs: PAIR_COST * work.paired,
      texts: SPELLED_COST * work.spelled,
      sums: BYTE_COST * work.bytes + work.occurrences * OCCURRENCE_BYTES * BYTE_COST,
    };
    const whole = Math.max(
      1,
      Object.values(costs).reduce((sum, cost) => sum + cost, 0),
    );
    let from = 0;
    const ends = {} as Record<WriteStage, readonly [number, number]>;
    for (const stage of work.paired > 0 ? BEFORE_PAIRS : BEFORE_TERMS) {
      ends[stage] = [from / whole, (from + costs[stage]) / whole];
      from += costs[stage];
    }
    this.#ends = ends;
  }

  stage(stage: WriteStage): OnPart {
    const [from, to] = this.#ends[stage];
    return (part) => {
      this.#fraction = Math.max(this.#fraction, from + (to - from) * Math.min(1, part));
      return this.#onFraction(this.#fraction);
    };
  }
}

/** The stages in order. The order depends on the columns that are written first. */
const BEFORE_TERMS: readonly WriteStage[] = ['values', 'tree', 'terms', 'pairs', 'texts', 'sums'];
const BEFORE_PAIRS: readonly WriteStage[] = ['terms', 'values', 'tree', 'pairs', 'texts', 'sums'];

const TERM_COST = 1;
const PAIR_COST = 1;
const VALUE_COST = 1;
const SPELLED_COST = 1;
const DOCUMENT_COST = 1;
const BYTE_COST = 0.03;
/** Approximate size of an occurrence in the index. */
const OCCURRENCE_BYTES = 2;

/** What counts a facet: it is told of documents, in any batches, and answers at the end. */

import type { FacetAnswer } from '../../search/search-answer.ts';
import { ways } from '../../shared/thresholds.ts';

export interface FacetCounter {
  /** `docs[from … to)`, each document once. */
  add(docs: Uint32Array, from: number, to: number): void;
  /** The documents of a block of a bitmap, whose words begin at `at`; missing where a list of them is wanted. */
  readonly addWords?: ((words: Uint32Array, at: number, base: number) => void) | undefined;
  finish(): Generator<void, FacetAnswer>;
}

/** Of a field that a source does not have. */
export class NoValues implements FacetCounter {
  add(): void {}

  addWords(): void {}

  // biome-ignore lint/correctness/useYield: as all counters
  *finish(): Generator<void, FacetAnswer> {
    return { items: 0, distinct: 0, sum: 0, counts: inBatches([]) };
  }
}

/** What the count of an interval, a range or a cell takes in memory, in bytes, about. */
export const COUNT_BYTES = 200;

/** Counts handed out at once. */
export const COUNTS_AT_ONCE = ways.countsAtOnce;

export async function* inBatches<T>(counts: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  for (let from = 0; from < counts.length; from += COUNTS_AT_ONCE) yield counts.slice(from, from + COUNTS_AT_ONCE);
}

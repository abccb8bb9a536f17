/** The interface of facet counters. A counter receives documents in batches of any size, and returns counts at the end. */
import type { FacetAnswer } from '../../search/search-answer.ts';
import { tuning } from '../../shared/thresholds.ts';

export interface FacetCounter {
  /** Counts `docs[from … to)`, each document once. */
  add(docs: Uint32Array, from: number, to: number): void;
  /** Counts the documents of a bitmap's block, whose first word is `at`. Absent if a counter needs a list. */
  readonly addWords?: ((words: Uint32Array, at: number, base: number) => void) | undefined;
  finish(): Generator<void, FacetAnswer>;
}

/** Counter for a field that a source does not have. */
export class NoValues implements FacetCounter {
  add(): void {}

  addWords(): void {}

  // biome-ignore lint/correctness/useYield: as all counters
  *finish(): Generator<void, FacetAnswer> {
    return { items: 0, distinct: 0, sum: 0, counts: inBatches([]) };
  }
}

/** Counts returned at once. */
export const COUNTS_AT_ONCE = tuning.countsAtOnce;

export async function* inBatches<T>(counts: Iterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  let batch: T[] = [];
  for (const count of counts) {
    if (batch.push(count) < COUNTS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

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

/** Counts handed out at once. */
export const COUNTS_AT_ONCE = ways.countsAtOnce;

export async function* inBatches<T>(counts: Iterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  let batch: T[] = [];
  for (const count of counts) {
    if (batch.push(count) < COUNTS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * A limited number of batches of loaded rows, keyed by their number. The least recently used batches are discarded, but never
 * the first.
 */
import type { Hit } from '../api/answers.ts';

const BATCHES_KEPT_MAX = 60;

interface RowBatch {
  /** Indexed by row within the batch. Unknown rows are missing. */
  readonly hits: readonly Hit[];
  /** From an older state, shown until newer rows arrive. */
  isStale: boolean;
}

export class RowBatches {
  /** In order of use. */
  readonly #batches = new Map<number, RowBatch>();

  has(number: number): boolean {
    return this.#batches.has(number);
  }

  /** Does not count as a use. */
  peek(number: number): RowBatch | undefined {
    return this.#batches.get(number);
  }

  use(number: number): RowBatch | undefined {
    const batch = this.#batches.get(number);
    if (batch?.isStale === false) this.#put(number, batch);
    return batch;
  }

  keep(number: number, hits: readonly Hit[]): void {
    this.#put(number, { hits, isStale: false });
    for (const oldest of this.#batches.keys()) {
      if (this.#batches.size <= BATCHES_KEPT_MAX) return;
      if (oldest !== 0) this.#batches.delete(oldest);
    }
  }

  #put(number: number, batch: RowBatch): void {
    this.#batches.delete(number);
    this.#batches.set(number, batch);
  }

  clear(): void {
    this.#batches.clear();
  }

  markStale(): void {
    for (const batch of this.#batches.values()) batch.isStale = true;
  }

  /** Yields the numbers of stale batches below `end`. Skips those that became fresh during the iteration. */
  *staleBefore(end: number): Generator<number> {
    for (const [number, batch] of [...this.#batches]) if (batch.isStale && number < end) yield number;
  }

  find(isWanted: (hit: Hit) => boolean): Hit | null {
    for (const { hits } of this.#batches.values()) {
      const hit = hits.find((one) => one !== undefined && isWanted(one));
      if (hit !== undefined) return hit;
    }
    return null;
  }

  change(change: (hit: Hit) => Hit): void {
    for (const [number, batch] of this.#batches) {
      this.#batches.set(number, { ...batch, hits: batch.hits.map(change) });
    }
  }
}

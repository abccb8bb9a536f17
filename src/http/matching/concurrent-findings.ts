/**
 * Reads the matches in the items of a set with all engine processes at once. It serves counts that do not depend on the order
 * of items. The parts of an item stay together.
 */
import type { HitBatch } from '../../search/combined/merged-hits.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { MATCHED_AT_ONCE } from '../limits.ts';
import { Findings, type FindingsWanted, type FoundInSource } from './findings.ts';

export class ConcurrentFindings {
  readonly #dependencies: Pick<Dependencies, 'items' | 'matching' | 'engines'>;
  readonly #wanted: FindingsWanted;
  /** Number of unreadable texts. */
  unreadable = 0;

  constructor(dependencies: Pick<Dependencies, 'items' | 'matching' | 'engines'>, wanted: FindingsWanted) {
    this.#dependencies = dependencies;
    this.#wanted = wanted;
  }

  /** Calls `take` for several items concurrently, and not again after a fault. */
  async forEach(take: (found: FoundInSource, isNewItem: boolean) => Promise<void>): Promise<void> {
    const failing = new AbortController();
    const signal = AbortSignal.any([this.#wanted.signal, failing.signal]);
    const hits = inPieces(this.#wanted.hits);
    const read = async (): Promise<void> => {
      const findings = new Findings(this.#dependencies, { ...this.#wanted, hits, signal });
      let source: ReadySource | null = null;
      let id = -1;
      try {
        for await (const one of findings.found()) {
          signal.throwIfAborted();
          const isNewItem = one.found.id !== id || one.source !== source;
          source = one.source;
          id = one.found.id;
          await take(one, isNewItem);
        }
      } catch (fault) {
        failing.abort(fault);
        throw fault;
      } finally {
        this.unreadable += findings.unreadable;
      }
    };
    const count = Math.max(1, this.#dependencies.engines?.().length ?? 1);
    // All readers must end before the caller releases memory. The first fault causes the others.
    await Promise.allSettled(Array.from({ length: count }, read));
    signal.throwIfAborted();
  }
}

/** Yields pieces of a set that several readers can share. */
async function* inPieces(hits: FindingsWanted['hits']): AsyncGenerator<readonly HitBatch<ReadySource>[]> {
  for await (const some of hits) {
    for (const batch of some) {
      for (let from = 0; from < batch.ids.length; from += MATCHED_AT_ONCE) {
        yield [{ ...batch, ids: batch.ids.slice(from, from + MATCHED_AT_ONCE) }];
      }
    }
  }
}

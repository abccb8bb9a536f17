/** Reads items of sources, from any stores. Damage found here is reported as in a search. */
import type { DamageWatch } from './damage-watch.ts';
import type { IndexedItem, StoredText, ThreadGroups } from './item-store.ts';
import type { Holders, HoldersRequest } from './related/value-holders.ts';
import type { Rows, RowsRequest } from './rows.ts';
import type { Target } from './target.ts';

export class ItemReader<T extends Target> {
  readonly #watch: DamageWatch<T>;

  constructor(watch: DamageWatch<T>) {
    this.#watch = watch;
  }

  /** Returns 1 for each id that the source has, else 0. */
  exist(target: T, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#watch.during(target, target.items.exist(target.name, ids, signal));
  }

  /** Returns records in the order of the ids, with null for an unknown id. `shown`: the required properties. Default: all. */
  records(
    target: T,
    ids: ArrayLike<number>,
    signal?: AbortSignal,
    shown: readonly string[] | null = null,
  ): Promise<readonly (IndexedItem | null)[]> {
    const refs = Array.from(ids, (id) => ({ source: target.name, id }));
    return this.#watch.during(target, target.items.records(refs, signal, shown));
  }

  /** Returns printed rows of the first few ids, under the id of the target. */
  async rows(target: T, request: Omit<RowsRequest, 'source' | 'label'>, signal?: AbortSignal): Promise<Rows> {
    const asked = { ...request, source: target.name, label: target.id };
    const { rest, ...first } = await this.#watch.during(target, target.items.rows(asked, signal));
    return { ...first, rest: rest === null ? null : this.#watch.reading(target, rest) };
  }

  familyRoots(target: T, ids: Uint32Array, signal?: AbortSignal): Promise<Uint32Array> {
    return this.#watch.during(target, target.items.familyRoots(target.name, ids, signal));
  }

  threadGroups(target: T, ids: Uint32Array, signal?: AbortSignal): Promise<ThreadGroups> {
    return this.#watch.during(target, target.items.threadGroups(target.name, ids, signal));
  }

  holders(target: T, request: Omit<HoldersRequest, 'source'>, signal?: AbortSignal): Promise<Holders> {
    return this.#watch.during(target, target.items.holders({ ...request, source: target.name }, signal));
  }

  propertyNames(target: T, signal?: AbortSignal): Promise<readonly string[]> {
    return this.#watch.during(target, target.items.propertyNames(target.name, signal));
  }

  /** Returns the text of an item whose `text` is `'stored'`. */
  async storedText(target: T, id: number, signal?: AbortSignal): Promise<StoredText> {
    const reading = target.items.storedText({ source: target.name, id }, signal);
    const { bytes, pieces } = await this.#watch.during(target, reading);
    return { bytes, pieces: this.#watch.reading(target, pieces) };
  }
}

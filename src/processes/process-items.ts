/** The item store over engine processes. Records and stored texts are read in the process that has the index open. */
import type { IndexedItem, ItemRef, ItemStore, StoredText, ThreadGroups } from '../search/item-store.ts';
import type { Holders, HoldersRequest } from '../search/related/value-holders.ts';
import type { Rows, RowsRequest } from '../search/rows.ts';
import type { EnginePool } from './engine-pool.ts';

export class ProcessItems implements ItemStore {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  async exist(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array> {
    return (await this.#pool.call([source], 'exist', { source, ids }, signal)).result;
  }

  async records(
    refs: readonly ItemRef[],
    signal?: AbortSignal,
    shown: readonly string[] | null = null,
  ): Promise<readonly (IndexedItem | null)[]> {
    if (refs.length === 0) return [];
    const sources = [...new Set(refs.map(({ source }) => source))];
    const { channel, result } = await this.#pool.call(sources, 'records', { refs, shown }, signal);
    return 'json' in result ? JSON.parse(result.json) : channel.value(result, signal);
  }

  async rows(request: RowsRequest, signal?: AbortSignal): Promise<Rows> {
    const { channel, result } = await this.#pool.call([request.source], 'rows', request, signal);
    const { rest, ...first } = result;
    return { ...first, rest: rest === null ? null : channel.parts(rest, signal) };
  }

  async familyRoots(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint32Array> {
    return (await this.#pool.call([source], 'familyRoots', { source, ids }, signal)).result;
  }

  async threadGroups(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<ThreadGroups> {
    const { channel, result } = await this.#pool.call([source], 'threadGroups', { source, ids }, signal);
    return { of: result.of, threads: await channel.value(result.threads, signal) };
  }

  async holders(request: HoldersRequest, signal?: AbortSignal): Promise<Holders> {
    return (await this.#pool.call([request.source], 'holders', request, signal)).result;
  }

  async propertyNames(source: string, signal?: AbortSignal): Promise<readonly string[]> {
    const { channel, result } = await this.#pool.call([source], 'propertyNames', source, signal);
    return channel.value(result, signal);
  }

  async storedText(ref: ItemRef, signal?: AbortSignal): Promise<StoredText> {
    const { channel, result } = await this.#pool.call([ref.source], 'storedText', ref, signal);
    return { bytes: result.bytes, pieces: channel.parts(result.pieces, signal) };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** The item store over sources whose indexes have several parts. The id of an item determines its part. */
import type { IndexedItem, ItemRef, ItemStore, StoredText, ThreadGroups } from '../../search/item-store.ts';
import type { Holders, HoldersRequest } from '../../search/related/value-holders.ts';
import type { RowBookmarks, Rows, RowsRequest } from '../../search/rows.ts';
import { joinedIds } from '../../shared/joined-arrays.ts';
import { runInSlices } from '../../shared/slices.ts';
import { dividedIds, type IndexParts, type PartOfSource, partOfId } from './index-parts.ts';

export class PartedItems implements ItemStore {
  readonly #items: ItemStore;
  readonly #parts: IndexParts;

  constructor(items: ItemStore, parts: IndexParts) {
    this.#items = items;
    this.#parts = parts;
  }

  async exist(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array> {
    const parts = this.#parts.of(source);
    if (parts === null) return this.#items.exist(source, ids, signal);
    const flags = new Uint8Array(ids.length);
    for (const { part, at, ids: own } of await runInSlices(dividedIds(parts, ids), signal)) {
      scatter(await this.#items.exist(part.name, own, signal), at, flags);
    }
    return flags;
  }

  async records(
    refs: readonly ItemRef[],
    signal?: AbortSignal,
    shown: readonly string[] | null = null,
  ): Promise<readonly (IndexedItem | null)[]> {
    if (!this.#parts.haveAny(refs)) return this.#items.records(refs, signal, shown);
    const parts = refs.map(({ source, id }) => this.#partOfId(source, id));
    const own = refs.map((ref, i) => ({ ...ref, source: parts[i]?.name ?? ref.source }));
    const records = await this.#items.records(own, signal, shown);
    return records.map((record, i) => (record === null ? null : numbered(record, parts[i]!)));
  }

  async rows(request: RowsRequest, signal?: AbortSignal): Promise<Rows> {
    const parts = this.#parts.of(request.source);
    const [first] = request.ids;
    if (parts === null || first === undefined) return this.#items.rows(request, signal);
    const part = partOfId(parts, first);
    // An answer may have fewer rows than the request, so it is cut before the first item of another part.
    const other = request.ids.findIndex((id) => partOfId(parts, id) !== part);
    const count = other < 0 ? request.ids.length : other;
    return this.#items.rows({ ...firstOf(request, count), source: part.name }, signal);
  }

  async familyRoots(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint32Array> {
    const parts = this.#parts.of(source);
    if (parts === null) return this.#items.familyRoots(source, ids, signal);
    const roots = new Uint32Array(ids.length);
    for (const { part, at, ids: own } of await runInSlices(dividedIds(parts, ids), signal)) {
      scatter(await this.#items.familyRoots(part.name, own, signal), at, roots);
    }
    return roots;
  }

  async threadGroups(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<ThreadGroups> {
    const parts = this.#parts.of(source);
    if (parts === null) return this.#items.threadGroups(source, ids, signal);
    const threads: string[] = [];
    const of = new Uint32Array(ids.length);
    for (const { part, at, ids: own } of await runInSlices(dividedIds(parts, ids), signal)) {
      const groups = await this.#items.threadGroups(part.name, own, signal);
      scatter(
        groups.of.map((thread) => (thread === 0 ? 0 : thread + threads.length)),
        at,
        of,
      );
      for (const thread of groups.threads) threads.push(thread);
    }
    return { of, threads };
  }

  async holders(request: HoldersRequest, signal?: AbortSignal): Promise<Holders> {
    const parts = this.#parts.of(request.source);
    if (parts === null) return this.#items.holders(request, signal);
    const found = new Uint8Array(request.ends.length);
    const ids: Uint32Array[] = [];
    for (const { name } of parts) {
      const holders = await this.#items.holders({ ...request, source: name }, signal);
      for (const [i, flag] of holders.found.entries()) if (flag === 1) found[i] = 1;
      ids.push(holders.ids);
    }
    return { ids: joinedIds(ids).sort(), found };
  }

  async propertyNames(source: string, signal?: AbortSignal): Promise<readonly string[]> {
    const names = new Set<string>();
    for (const part of this.#parts.namesOf(source)) {
      for (const name of await this.#items.propertyNames(part, signal)) names.add(name);
    }
    return [...names];
  }

  storedText(ref: ItemRef, signal?: AbortSignal): Promise<StoredText> {
    const part = this.#partOfId(ref.source, ref.id);
    return this.#items.storedText(part === null ? ref : { ...ref, source: part.name }, signal);
  }

  close(): Promise<void> {
    return this.#items.close();
  }

  #partOfId(source: string, id: number): PartOfSource | null {
    const parts = this.#parts.of(source);
    return parts === null ? null : partOfId(parts, id);
  }
}

/** Documents are numbered over all parts. */
function numbered(record: IndexedItem, part: PartOfSource | null): IndexedItem {
  if (part === null || record.luceneId === undefined) return record;
  return { ...record, luceneId: record.luceneId + part.documentsBefore };
}

function scatter<T extends Uint8Array | Uint32Array>(values: T, at: readonly number[], out: T): void {
  for (const [i, index] of at.entries()) out[index] = values[i]!;
}

/** Returns the request for only its first `count` items. */
function firstOf(request: RowsRequest, count: number): RowsRequest {
  const cut = (lists: RowBookmarks | null): RowBookmarks | null =>
    lists === null ? null : { ...lists, of: lists.of.subarray(0, count) };
  const { bookmarks, notes, reviewed, hashsets } = request;
  const noted = notes?.at.findIndex((i) => i >= count) ?? -1;
  return {
    ...request,
    ids: request.ids.subarray(0, count),
    bookmarks: cut(bookmarks),
    reviewed: cut(reviewed),
    hashsets: cut(hashsets),
    notes:
      notes === null || noted < 0 ? notes : { at: notes.at.subarray(0, noted), texts: notes.texts.slice(0, noted) },
  };
}

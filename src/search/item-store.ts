/** The store of items: records and texts by reference. */
import type { PartRef } from '../shared/part-ref.ts';
import type { Holders, HoldersRequest } from './related/value-holders.ts';
import type { Rows, RowsRequest } from './rows.ts';

/**
 * Records and stored texts by reference, in batches. It is separate from the engine, because an engine on a cluster knows only
 * ids, and its items are elsewhere. Every method can be cancelled by its signal.
 *
 * All throw AppError NOT_FOUND for an unknown source, INDEX_CORRUPT if its store is damaged, CANCELLED, and
 * SOURCE_UNAVAILABLE after `close`.
 */
export interface ItemStore {
  /** Returns 1 for each id that the source has, searchable or not, else 0. */
  exist(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Returns a record for each reference, in order, with null for an unknown id. `shown`: the required properties. A store may
   * omit others.
   */
  records(
    refs: readonly ItemRef[],
    signal?: AbortSignal,
    shown?: readonly string[] | null,
  ): Promise<readonly (IndexedItem | null)[]>;
  /** Returns printed rows of items. Also throws AppError CONFLICT for an unknown id. */
  rows(request: RowsRequest, signal?: AbortSignal): Promise<Rows>;
  /**
   * For each id, returns the id of its topmost ancestor that is not a container, or its own. All items of a family have the
   * same one. CONFLICT for an unknown id.
   */
  familyRoots(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint32Array>;
  /** Returns the mail threads of items. CONFLICT for an unknown id. */
  threadGroups(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<ThreadGroups>;
  /** Returns the items with one of many values. */
  holders(request: HoldersRequest, signal?: AbortSignal): Promise<Holders>;
  /** Names of the properties of the source's items, without repeats. */
  propertyNames(source: string, signal?: AbortSignal): Promise<readonly string[]>;
  /** The inline text of an item whose `text` is `'stored'`. Throws AppError NOT_FOUND if there is none. */
  storedText(ref: ItemRef, signal?: AbortSignal): Promise<StoredText>;
  close(): Promise<void>;
}

/**
 * For each item, 1 plus the index of its thread in `threads`, or 0 without a thread. Equal names in several sources are the
 * same thread.
 */
export interface ThreadGroups {
  readonly of: Uint32Array;
  readonly threads: readonly string[];
}

/** The highest id. */
export const ITEM_ID_MAX = 0x7fff_ffff;

export interface ItemRef {
  readonly source: string;
  readonly id: number;
}

export interface StoredText {
  readonly bytes: number;
  /** UTF-8 bytes in order. Can be read once. A piece may reuse the memory of the previous one. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

export interface IndexedItem {
  readonly id: number;
  /** The number of its document, if the engine numbers documents. */
  readonly luceneId?: number;
  readonly parentId: number | null;
  /** As the case spells them, including a derived `ext`. */
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
  /** `'stored'` for inline text in the index, or a reference into the case. Null if there is no text. */
  readonly text: 'stored' | PartRef | null;
  /** Whether the stored text was made from the values of a row. */
  readonly isRowText?: true;
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
}

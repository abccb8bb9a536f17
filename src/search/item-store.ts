/** The store of items: records and texts by reference. */
import type { PartRef } from '../shared/part-ref.ts';
import type { Holders, HoldersRequest } from './related/value-holders.ts';
import type { Rows, RowsRequest } from './rows.ts';

/**
 * Records and stored texts by reference, in batches. It is separate from the engine: an engine on a cluster knows
 * ids, and its items are elsewhere. Every method can be cancelled by its signal.
 *
 * All throw AppError NOT_FOUND for an unknown source, INDEX_CORRUPT if its store is damaged, CANCELLED, and
 * SOURCE_UNAVAILABLE after `close`.
 */
export interface ItemStore {
  /** For each id 1 if the source has the item, searchable or not, else 0. */
  exist(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint8Array>;
  /** One record for each reference, in order; null for an unknown id. `shown`: the required properties; a store may omit others. */
  records(
    refs: readonly ItemRef[],
    signal?: AbortSignal,
    shown?: readonly string[] | null,
  ): Promise<readonly (IndexedItem | null)[]>;
  /** Printed rows of items. Also throws AppError CONFLICT for an unknown id. */
  rows(request: RowsRequest, signal?: AbortSignal): Promise<Rows>;
  /**
   * For each id, returns the id of its topmost ancestor that is not a container, or its own. It is equal for all items of a
   * family. CONFLICT for an unknown id.
   */
  familyRoots(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<Uint32Array>;
  /** The mail threads of items. CONFLICT for an unknown id. */
  threadGroups(source: string, ids: Uint32Array, signal?: AbortSignal): Promise<ThreadGroups>;
  /** The items with one of many values. */
  holders(request: HoldersRequest, signal?: AbortSignal): Promise<Holders>;
  /** Names of the properties of the source's items, without repeats. */
  propertyNames(source: string, signal?: AbortSignal): Promise<readonly string[]>;
  /** The inline text of an item whose `text` is `'stored'`. Throws AppError NOT_FOUND if there is none. */
  storedText(ref: ItemRef, signal?: AbortSignal): Promise<StoredText>;
  close(): Promise<void>;
}

/** For each item: 1 + the index of its thread in `threads`, 0 without one. Equal names in several sources are one thread. */
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
  /** UTF-8 bytes in order. Can be read once; a piece may reuse the memory of the previous one. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

export interface IndexedItem {
  readonly id: number;
  /** The number of its document, if the engine numbers documents. */
  readonly luceneId?: number;
  readonly parentId: number | null;
  /** As the case spells them, including a derived `ext`. */
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
  /** `'stored'`: inline text in the index; a reference into the case; null: none. */
  readonly text: 'stored' | PartRef | null;
  /** Whether the stored text was made from the values of a row. */
  readonly isRowText?: true;
  readonly content: PartRef | null;
  readonly thumb: PartRef | null;
}

/** Finds the items with one of many whole values of some fields, mainly known hashes. */

export interface HoldersRequest {
  readonly source: string;
  /** Fields that the source does not have are ignored. */
  readonly fields: readonly string[];
  /** The values, folded like whole values, concatenated in UTF-8. */
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

export interface Holders {
  /** Searchable items, without repeats, in any order. */
  readonly ids: Uint32Array;
  /** By value: 1 if an item has it. */
  readonly found: Uint8Array;
}

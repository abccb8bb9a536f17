/** Finds the items that have any of many whole values in some fields. The values are mainly known hashes. */

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
  /** Indexed by value: 1 if an item has it. */
  readonly found: Uint8Array;
}

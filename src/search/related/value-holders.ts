/** Which items have one of many values of some fields, as a whole: known hashes, most of all. */

export interface HoldersRequest {
  readonly source: string;
  /** Those that the source does not have are ignored. */
  readonly fields: readonly string[];
  /** The values, folded as whole values are, one behind the other in UTF-8. */
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

export interface Holders {
  /** Searchable items, each once, in any order. */
  readonly ids: Uint32Array;
  /** By value: 1 where an item has it. */
  readonly found: Uint8Array;
}

/** Writes rows of one form from stored items of one index. It is reused, so it keeps no data of a row. */
import type { StoredItemCursor } from '../../engine/store/stored-item-cursor.ts';
import type { RowBytes } from './row-bytes.ts';

export interface RowWriter {
  /** Writes lists of names in the form of the rows. */
  nameTexts(lists: readonly (readonly string[])[]): readonly Uint8Array[];
  /** The form of an empty list. */
  readonly noNames: Uint8Array;
  write(out: RowBytes, item: StoredItemCursor, id: number, marks: RowMarks): void;
}

/** Marks of an item, in the form of the rows. */
export interface RowMarks {
  readonly bookmarks: Uint8Array;
  /** Empty if the item has none. Null if there is no column for notes. */
  readonly notes: Uint8Array | null;
  /** The reviewers. Null if there is no column for them. */
  readonly reviewed: Uint8Array | null;
  /** The hash sets that contain the item. Null if there is no column for them. */
  readonly hashsets: Uint8Array | null;
}

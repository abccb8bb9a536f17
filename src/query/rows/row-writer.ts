/** What writes rows of one form from stored items of one index. It is used for many calls, so it keeps nothing of a row. */
import type { StoredItemCursor } from '../../engine/store/stored-item-cursor.ts';
import type { RowBytes } from './row-bytes.ts';

export interface RowWriter {
  /** Lists of bookmarks in the form of the rows. */
  bookmarkTexts(lists: readonly (readonly string[])[]): readonly Uint8Array[];
  /** What stands for a list without names. */
  readonly noBookmarks: Uint8Array;
  /** `notes`: those of the item, in the form of the rows; empty: it has none; null: there is no place for them. */
  write(out: RowBytes, item: StoredItemCursor, id: number, bookmarks: Uint8Array, notes: Uint8Array | null): void;
}

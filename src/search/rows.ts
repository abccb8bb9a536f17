/**
 * Items as printed rows. Rows of millions of items are printed in the process that has the records, so that only bytes are
 * transferred. A row has the data of the item's record, dates in UTC, and the names of its bookmarks, which the index lacks.
 */
import type { CsvStyle } from '../shared/cells/table-cells.ts';

export interface RowsRequest {
  readonly source: string;
  /** The id of the source in rows. */
  readonly label: string;
  readonly ids: Uint32Array;
  readonly form: RowForm;
  /** Null if no item is in any bookmark. */
  readonly bookmarks: RowBookmarks | null;
  /** Null if rows have no column for notes. */
  readonly notes: RowNotes | null;
  /** The reviewers of items. Null if rows have no column for reviewers. */
  readonly reviewed: RowBookmarks | null;
  /** The hash sets that contain the items. Null if rows have no column for hash sets. */
  readonly hashsets: RowBookmarks | null;
}

export type RowForm =
  /** `{"source","id","parentId","properties","bookmarks","notes","reviewed","hashsets"}` and a line feed; null: all properties. */
  | { readonly kind: 'json'; readonly properties: readonly string[] | null }
  /**
   * `source,id,parentId,bookmarks`, notes, reviewers and hash sets if rows have columns for them, and a cell for each column. A column is
   * a property under any of its names; common names are resolved by the index.
   */
  | { readonly kind: 'csv'; readonly columns: RowColumns; readonly style: CsvStyle }
  /** Only notes, reviewers, hash sets and columns, as cells of a Concordance load file, each after a delimiter. */
  | { readonly kind: 'dat'; readonly columns: RowColumns }
  /** The beginning of a `row` of SpreadsheetML, with the same cells as CSV. The caller writes its end. */
  | { readonly kind: 'xlsx'; readonly columns: RowColumns }
  /**
   * For each non-empty cell the number of its column and its size in UTF-16 units, 4 bytes each, little-endian. `isGuarded`:
   * including the `'` that CSV puts before formulas.
   */
  | { readonly kind: 'survey'; readonly columns: RowColumns; readonly isGuarded: boolean };

/** The number of the bookmarks column in a survey. */
export const BOOKMARKS_COLUMN = 0xffff_ffff;
/** The number of the notes column. */
export const NOTES_COLUMN = 0xffff_fffe;
/** The number of the reviewers column. */
export const REVIEWED_COLUMN = 0xffff_fffd;
/** The number of the hash sets column. */
export const HASHSETS_COLUMN = 0xffff_fffc;

/** The properties of each column. */
export type RowColumns = readonly (readonly string[])[];

/** Distinct lists of names, and for each item the number of its list. */
export interface RowBookmarks {
  readonly lists: readonly (readonly string[])[];
  readonly of: Uint32Array;
}

/** Indexes of the items with notes in the request, ascending, and their notes in the form of the rows. */
export interface RowNotes {
  readonly at: Uint32Array;
  readonly texts: readonly string[];
}

/** Rows of the first few ids: as many as fit into a part, and at least one. */
export interface Rows {
  readonly bytes: Uint8Array;
  /** The end of each row in `bytes`. */
  readonly ends: Uint32Array;
  /** The continuation of the last row, if it is very long. Can be read once. */
  readonly rest: AsyncIterable<Uint8Array> | null;
}

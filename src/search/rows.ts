/**
 * Items as printed rows: lists of millions of them are written where the records lie, and only bytes travel. A row is what the
 * record of the item says, dates in UTC, with the names of its bookmarks, which no index knows.
 */
import type { CsvStyle } from '../shared/cells/table-cells.ts';

export interface RowsRequest {
  readonly source: string;
  /** The id of the source as rows print it. */
  readonly label: string;
  readonly ids: Uint32Array;
  readonly form: RowForm;
  /** Null: no item is in any. */
  readonly bookmarks: RowBookmarks | null;
  /** Null: rows have no place for notes. */
  readonly notes: RowNotes | null;
  /** Who reviewed the items. Null: rows have no place for that. */
  readonly reviewed: RowBookmarks | null;
}

export type RowForm =
  /** `{"source","id","parentId","properties","bookmarks","notes","reviewed"}` and a line feed; null: all properties. */
  | { readonly kind: 'json'; readonly properties: readonly string[] | null }
  /** `source,id,parentId,bookmarks`, the notes and the reviewers if there is a place for them, and a cell for each column; a column is a property under any of its names, a usual name as the index means it. */
  | { readonly kind: 'csv'; readonly columns: RowColumns; readonly style: CsvStyle }
  /** Only notes, reviewers and columns, as cells of a Concordance load file, a delimiter before each. */
  | { readonly kind: 'dat'; readonly columns: RowColumns }
  /** The beginning of a `row` of SpreadsheetML, with the same cells as CSV; its end is the caller's. */
  | { readonly kind: 'xlsx'; readonly columns: RowColumns }
  /**
   * For each cell that is not empty the number of its column and its size in UTF-16 units, 4 bytes each, little-endian. `isGuarded`: with
   * the `'` that CSV puts before formulas.
   */
  | { readonly kind: 'survey'; readonly columns: RowColumns; readonly isGuarded: boolean };

/** The number of the cell of bookmarks in a survey. */
export const BOOKMARKS_COLUMN = 0xffff_ffff;
/** That of the cell of notes. */
export const NOTES_COLUMN = 0xffff_fffe;
/** That of the cell of reviewers. */
export const REVIEWED_COLUMN = 0xffff_fffd;

/** For each column the properties that it shows. */
export type RowColumns = readonly (readonly string[])[];

/** Distinct lists of names, and for each item the number of its list. */
export interface RowBookmarks {
  readonly lists: readonly (readonly string[])[];
  readonly of: Uint32Array;
}

/** Of the items with notes their places in the request, ascending, and their notes in the form of the rows. */
export interface RowNotes {
  readonly at: Uint32Array;
  readonly texts: readonly string[];
}

/** Rows of the first of the ids, at least of one: as many as fit into a part. */
export interface Rows {
  readonly bytes: Uint8Array;
  /** Where each row ends in `bytes`. */
  readonly ends: Uint32Array;
  /** What follows on `bytes` of the last row, if that row is very long. Read once. */
  readonly rest: AsyncIterable<Uint8Array> | null;
}

/** Limits of pages made from documents. The page reports everything that is left out because of a limit. */

/** Maximum UTF-16 units of a page, not counting its pictures. */
export const PAGE_UNITS_MAX = 4 * 1024 * 1024;

/** Maximum bytes of all parts of a package that are unpacked for its page. */
export const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;

/** Maximum bytes of a part that is read before the page: styles, lists, relations, comments. */
export const SIDE_PART_BYTES_MAX = 32 * 1024 * 1024;

/** Maximum bytes of all pictures of a page, and of one picture. */
export const PICTURES_BYTES_MAX = 12 * 1024 * 1024;
export const PICTURE_BYTES_MAX = 4 * 1024 * 1024;

/** Rows, columns and sheets of a workbook that its page shows, and units of one cell. */
export const SHEET_ROWS_SHOWN = 1000;
export const SHEET_COLUMNS_SHOWN = 100;
export const SHEETS_SHOWN = 50;
export const CELL_UNITS_SHOWN = 2000;

/** Tables of a database that its page shows, and rows and columns of each. */
export const TABLES_SHOWN = 200;
export const TABLE_ROWS_SHOWN = 200;
export const TABLE_COLUMNS_SHOWN = 100;

/** Rows of a table that are read at once, and characters of all their cells. The first row is sent in any case. */
export const DATABASE_ROWS_MAX = 1000;
export const ROWS_UNITS_MAX = 4 * 1024 * 1024;

/** Slides of a presentation, and chapters of a book. */
export const SLIDES_SHOWN = 1000;
export const CHAPTERS_SHOWN = 2000;

/** Maximum repetitions of empty cells, rows and blanks in a document. */
export const REPEATS_MAX = 1000;

/** Nesting depth of elements in the page. Deeper ones add their text to the deepest. */
export const PAGE_DEPTH_MAX = 120;

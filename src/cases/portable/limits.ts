/**
 * Limits on reading a hostile portable case. Everything beyond a limit is reported as a problem of kind `limit`. Nothing is cut
 * silently.
 */

/** Maximum size of the manifest, which is read completely. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;

/** Item files of one manifest. */
export const ITEM_FILES_MAX = 100_000;

/** Lines up to this length are parsed directly. A longer one is first scanned for anything that would exhaust a parser's memory. */
export const PLAIN_LINE_BYTES_MAX = 1024 * 1024;

/** Maximum length of a string of a record, text or value. The rest is cut off. */
export const STRING_BYTES_MAX = 128 * 1024 * 1024;

/** Maximum length of a line after its strings were truncated. A longer record is skipped. */
export const LINE_BYTES_MAX = 160 * 1024 * 1024;

/** Objects, arrays and commas of one line. Each costs a parser about 50 bytes. A record with more is skipped. */
export const LINE_STRUCTURES_MAX = 8_000_000;

/** Nesting depth of one line. A valid record has a depth of four. */
export const LINE_DEPTH_MAX = 1000;

/** A batch ends after this many items, or this many bytes of their lines. */
export const BATCH_ITEMS_MAX = 256;
export const BATCH_BYTES_MAX = 4 * 1024 * 1024;

/** Dropped values of one record that are reported one by one. The rest are counted. */
export const PROBLEMS_PER_RECORD_MAX = 20;

/**
 * For reading by id: maximum number of items at a time, maximum of their bytes, and the piece size for a single longer item.
 */
export const WINDOW_ITEMS_MAX = 4096;
export const WINDOW_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Maximum number of plain item files held open to read items by id. Items of further files are copied, like those of compressed
 * files.
 */
export const HELD_ITEM_FILES_MAX = 64;

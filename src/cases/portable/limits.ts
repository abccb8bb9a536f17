/**
 * How much of a hostile portable case is read at once. Whatever exceeds one of these is reported as a problem of kind
 * `limit`: nothing is cut silently.
 */

/** Maximum size of the manifest, which is read as a whole. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;

/** Item files that one manifest may name. */
export const ITEM_FILES_MAX = 100_000;

/** Lines up to this length are parsed directly; a longer one is first scanned for what would exhaust a parser's memory. */
export const PLAIN_LINE_BYTES_MAX = 1024 * 1024;

/** Maximum length of a string of a record, text or value: the rest is cut off. */
export const STRING_BYTES_MAX = 128 * 1024 * 1024;

/** Maximum length of a line, after its strings were cut. A longer record is skipped. */
export const LINE_BYTES_MAX = 160 * 1024 * 1024;

/** Objects, arrays and commas of one line: each costs a parser some 50 bytes. A record with more is skipped. */
export const LINE_STRUCTURES_MAX = 8_000_000;

/** Nesting of one line. A record is four deep. */
export const LINE_DEPTH_MAX = 1000;

/** A batch ends after this many items, or this many bytes of their lines. */
export const BATCH_ITEMS_MAX = 256;
export const BATCH_BYTES_MAX = 4 * 1024 * 1024;

/** Dropped values of one record that are reported one by one; the rest is reported as a number. */
export const PROBLEMS_PER_RECORD_MAX = 20;

/** Where items are read by id: how many at a time, with how many bytes; one that is longer is read by itself, in pieces of so many bytes. */
export const WINDOW_ITEMS_MAX = 4096;
export const WINDOW_BYTES_MAX = 4 * 1024 * 1024;

/** Plain item files that are held open to read items by id; the items of further ones are copied, as those of compressed ones are. */
export const HELD_ITEM_FILES_MAX = 64;

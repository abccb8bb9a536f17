/**
 * How much of a hostile portable case is read at once. Whatever exceeds one of these is reported as a problem of kind
 * `limit`: nothing is cut silently.
 */

/** Maximum size of the manifest, which is read as a whole. */
export const manifestBytesMax = 16 * 1024 * 1024;

/** Item files that one manifest may name. */
export const itemFilesMax = 100_000;

/** Lines up to this length are parsed directly; a longer one is first scanned for what would exhaust a parser's memory. */
export const plainLineBytesMax = 1024 * 1024;

/** Maximum length of a string of a record, text or value: the rest is cut off. */
export const stringBytesMax = 128 * 1024 * 1024;

/** Maximum length of a line, after its strings were cut. A longer record is skipped. */
export const lineBytesMax = 160 * 1024 * 1024;

/** Objects, arrays and commas of one line: each costs a parser some 50 bytes. A record with more is skipped. */
export const lineStructuresMax = 8_000_000;

/** Nesting of one line. A record is four deep. */
export const lineDepthMax = 1000;

/** A batch ends after this many items, or this many bytes of their lines. */
export const batchItemsMax = 256;
export const batchBytesMax = 4 * 1024 * 1024;

/** Dropped values of one record that are reported one by one; the rest is reported as a number. */
export const problemsPerRecordMax = 20;

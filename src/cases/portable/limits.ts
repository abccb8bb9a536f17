/**
 * How much of a hostile portable case is read at once. What one of these cuts is told as a problem of kind `limit`:
 * nothing is cut in silence.
 */

/** The manifest is read whole. */
export const manifestBytesMax = 16 * 1024 * 1024;

/** Item files that one manifest may name. */
export const itemFilesMax = 100_000;

/** Lines up to here are parsed as they stand; a longer one is scanned first for what would make a parser run out of memory. */
export const plainLineBytesMax = 1024 * 1024;

/** A string of a record, a text or a value: what lies beyond is cut off. */
export const stringBytesMax = 128 * 1024 * 1024;

/** A line, after its strings were cut. A longer record is skipped. */
export const lineBytesMax = 160 * 1024 * 1024;

/** Objects, arrays and commas of one line: each costs a parser some 50 bytes. A record with more is skipped. */
export const lineStructuresMax = 8_000_000;

/** Nesting of one line. A record is four deep. */
export const lineDepthMax = 1000;

/** A batch of items ends at so many items, or after so many bytes of their lines. */
export const batchItemsMax = 256;
export const batchBytesMax = 4 * 1024 * 1024;

/** Dropped values of one record that are told one by one; the rest is told as a number. */
export const problemsPerRecordMax = 20;

/**
 * How much of a hostile case is read at once. What one of these cuts is told as a problem of kind `limit`: nothing is
 * cut in silence.
 */

/** The manifest is read whole. */
export const manifestBytesMax = 16 * 1024 * 1024;

/** Item files that one manifest may name. */
export const itemFilesMax = 100_000;

/** Bytes taken from a plain item file at once. */
export const readBytes = 1024 * 1024;

/**
 * Compressed bytes given to the decompressor at once. All that they hold is in memory at the same time, and deflate
 * makes at most about 1032 bytes of one: so 66 MiB for the worst bomb.
 */
export const inflateInputBytes = 64 * 1024;

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

/** Files of the case held open for reading parts, and folders whose real path is remembered. */
export const openFilesMax = 64;
export const knownFoldersMax = 4096;

/** Names in messages are cut here. */
export const shownNameUnitsMax = 200;

/** A picture beyond one of these gets no thumbnail. The pixels of one row at a time are in memory for most formats. */
export const pictureBytesMax = 128 * 1024 * 1024;
export const picturePixelsMax = 100_000_000;
export const pictureSecondsMax = 10;

/** Thumbnails made at the same time, and requests that wait for their turn before the next is sent away. */
export const thumbnailJobsMax = 2;
export const thumbnailQueueMax = 256;

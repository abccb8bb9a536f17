/** Limits on reading, keeping open and displaying the files of a hostile case, in any format. */

/** Bytes read from a plain item file at a time. */
export const READ_BYTES = 1024 * 1024;

/**
 * Compressed bytes per call of the decompressor. All their output is in memory at once. Deflate expands a byte to at most about
 * 1032, so this is 66 MiB for the first piece of the worst bomb. Later pieces are small enough to become `INFLATED_BYTES_MAX`.
 */
export const INFLATE_INPUT_BYTES = 64 * 1024;
export const INFLATED_BYTES_MAX = 8 * 1024 * 1024;
export const INFLATE_INPUT_BYTES_MIN = 4 * 1024;

/**
 * Content of up to this size from a program or archive is read completely, so that a fault is noticed before the answer begins.
 */
export const SMALL_CONTENT_BYTES_MAX = 1024 * 1024;

/** Maximum number of files of the case that are kept open for reading parts, and of folders whose real path is cached. */
export const OPEN_FILES_MAX = 64;
export const KNOWN_FOLDERS_MAX = 4096;

/** Names in messages are truncated to this length. */
export const SHOWN_NAME_UNITS_MAX = 200;

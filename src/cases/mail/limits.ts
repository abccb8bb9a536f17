/** Limits on reading hostile mail. Everything beyond a limit is reported with its file and line. */

/** Bytes of a file that are read at a time. */
export const READ_BYTES = 1024 * 1024;

/**
 * Bytes of a line that are examined. Only header fields, boundaries and `From ` lines matter. The rest of a longer line is
 * body.
 */
export const LINE_BYTES_MAX = 64 * 1024;

/** Bytes of the headers of a mail and of all its parts. Later fields are left out. */
export const HEADER_BYTES_MAX = 1024 * 1024;

/** Units of one header field after unfolding. A longer one is cut. */
export const FIELD_UNITS_MAX = 256 * 1024;

/** Parts of a mail, including those of attached mails. Later ones are not items. */
export const PARTS_MAX = 10_000;

/** Nesting depth of parts. Deeper parts count as content of the part at this depth. */
export const DEPTH_MAX = 100;

/** Characters of a boundary. A longer boundary separates nothing. */
export const BOUNDARY_UNITS_MAX = 1000;

/** Units of the name of an attachment, and of a path. Longer ones are cut. */
export const NAME_UNITS_MAX = 1000;
export const PATH_UNITS_MAX = 8192;

/** Maximum number of decoded bytes of one part that become text. */
export const TEXT_BYTES_MAX = 16 * 1024 * 1024;

/** Units of the text of one item. */
export const TEXT_UNITS_MAX = 32 * 1024 * 1024;

/** Maximum number of files of a source, depth of folders, and number of names that are read to detect mail. */
export const FILES_MAX = 500_000;
export const FOLDER_DEPTH_MAX = 32;
export const DETECT_NAMES_MAX = 10_000;

/** A batch ends after this many items, or this many units of text. */
export const BATCH_ITEMS_MAX = 256;
export const BATCH_UNITS_MAX = 4 * 1024 * 1024;

/** All item ids are less than this. */
export const IDS_MAX = 2 ** 31 - 1;

/**
 * How much of a hostile load file is read at once, kept and tried. Whatever exceeds one of these is reported as a problem
 * of kind `limit`, with its line: nothing is cut silently.
 */

/** Bytes of a load file that are decoded at a time: with more, rows grow old before they are used, and cost the garbage collector. */
export const CHUNK_BYTES = 128 * 1024;

/** Bytes of a text in another encoding than UTF-8 that are decoded at a time. */
export const TEXT_PIECE_BYTES = 64 * 1024;

/** Bytes, from the first that is not ASCII, by which UTF-8 and windows-1252 are told apart. */
export const ENCODING_SAMPLE_BYTES = 1024 * 1024;

/** Units of one value: the rest is cut off. */
export const VALUE_UNITS_MAX = 32 * 1024 * 1024;

/** Units of all values of a row. A row with more is skipped. */
export const ROW_UNITS_MAX = 64 * 1024 * 1024;

/** Columns of a load file; values of further ones are left out. */
export const COLUMNS_MAX = 10_000;

/** Units of the name of a column. */
export const COLUMN_NAME_UNITS_MAX = 1000;

/** The last line that a mapping can call the header: it must be among the first bytes that are decoded. */
export const HEADER_ROW_MAX = 1000;

/** Rows that open a quote which never closes: after each, reading goes on with the next line; after the last, it ends. */
export const UNCLOSED_QUOTES_MAX = 20;

/** A batch ends after this many rows, or this many units of them. */
export const BATCH_ROWS_MAX = 256;
export const BATCH_UNITS_MAX = 4 * 1024 * 1024;

/** Document ids that are kept to find parents and images, 20 bytes each or less than twice that. */
export const KEYS_MAX = 6_000_000;

/** Bytes of the paths of first pages that an image list may bring. */
export const IMAGE_PATH_BYTES_MAX = 256 * 1024 * 1024;

/** Names of files of all folders that are remembered to find a path in other letter case; a larger folder is not listed. */
export const FOLDER_NAMES_MAX = 500_000;

/** Faults of XML that are passed over; after the last, reading ends. */
export const XML_FAULTS_MAX = 1000;

/** Units of one name, attribute or piece of text of XML before the parser hands it on or refuses it. */
export const XML_TOKEN_UNITS_MAX = 4 * 1024 * 1024;

/** Elements inside elements. */
export const XML_DEPTH_MAX = 100;

/** Attributes of one element. */
export const XML_ATTRIBUTES_MAX = 1000;

/** Values of one document of XML. A document with more is cut. */
export const DOCUMENT_VALUES_MAX = 20_000;

/** Files of a report whose path is remembered for attachments that name them by their id, and models inside of models that are rows. */
export const REPORT_FILES_MAX = 1_000_000;
/** Places in the evidence that a report names for its models: further ones are left out. */
export const REPORT_SOURCES_MAX = 1_000_000;
export const REPORT_ROWS_OPEN_MAX = 30;

/** Bytes of the file that says how a load file is to be understood. */
export const MAPPING_BYTES_MAX = 1024 * 1024;

/** Problems of one row that are reported one by one; the rest is reported as a number. */
export const ROW_PROBLEMS_MAX = 20;

/** Rows with the same fault in their family that are reported one by one; the rest is reported as a number. */
export const FAULTY_ROWS_MAX = 20;

/** An id of an item is less than this. */
export const ROWS_MAX = 2 ** 31 - 1;

/**
 * An archive: bytes of its tables when they are unpacked, how many times larger a table may become from a size on, and bytes of a workbook
 * that is compressed in it, which is in memory then.
 */
export const ARCHIVE_FILES_BYTES_MAX = 64 * 1024 * 1024 * 1024;
export const ARCHIVE_RATIO_MAX = 200;
export const ARCHIVE_RATIO_BYTES_MIN = 256 * 1024 * 1024;
export const ARCHIVE_SEEKABLE_BYTES_MAX = 64 * 1024 * 1024;

/** Tables of one case. A folder with more is no case. */
export const TABLES_MAX = 1000;

/** Folders below a case that are searched for tables, and names in them. */
export const TABLE_FOLDERS_DEPTH_MAX = 8;
export const TABLE_FOLDER_NAMES_MAX = 200_000;

/** Files of one kind that are not read and that no row names: so many are reported by name. */
export const UNREAD_FILES_SHOWN_MAX = 20;

/** Bytes of a file by which it is seen whether it is a table. */
export const TABLE_HEAD_BYTES = 4096;

/** Units of one object of JSON. A longer one is skipped. */
export const JSON_ROW_UNITS_MAX = 16 * 1024 * 1024;

/** Objects and arrays inside of each other: what is deeper than the first is one value, and what is deeper than the second is skipped. */
export const JSON_DEPTH_MAX = 20;
export const JSON_NESTING_MAX = 1000;

/** Values of one object of JSON. Further ones are left out. */
export const ROW_VALUES_MAX = 20_000;

/** Objects of JSON at fault: after the last, reading ends. */
export const JSON_FAULTS_MAX = 100_000;

/** Units that are read again, in all, because an object before them does not end. */
export const JSON_RESCANNED_UNITS_MAX = 256 * 1024 * 1024;

/** Parts of a workbook, and sheets. */
export const PACKAGE_PARTS_MAX = 20_000;
export const SHEETS_MAX = 1000;

/** Bytes of a part of a workbook that is not a sheet or the list of texts, and of a sheet, when they are inflated. */
export const XML_PART_BYTES_MAX = 64 * 1024 * 1024;
export const SHEET_BYTES_MAX = 8 * 1024 * 1024 * 1024;

/** Texts that the cells of a workbook share, and their units: all of them are in memory. */
export const SHARED_TEXTS_MAX = 4_000_000;
export const SHARED_TEXT_UNITS_MAX = 64 * 1024 * 1024;

/** Cells of a sheet with an address that they lead to. */
export const SHEET_LINKS_MAX = 200_000;

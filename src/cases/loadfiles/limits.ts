/**
 * Limits on reading a hostile load file. Everything beyond a limit is reported as a problem of kind `limit`, with its line.
 * Nothing is cut silently.
 */

/**
 * Bytes of a load file decoded at a time. With larger pieces, rows would stay in memory longer before they are used, which
 * burdens the garbage collector.
 */
export const CHUNK_BYTES = 32 * 1024;

/** Number of bytes decoded at a time, for a text in an encoding other than UTF-8. */
export const TEXT_PIECE_BYTES = 64 * 1024;

/** Number of bytes, from the first one that is not ASCII, that decide between UTF-8 and windows-1252. */
export const ENCODING_SAMPLE_BYTES = 1024 * 1024;

/** Units of one value. The rest is cut off. */
export const VALUE_UNITS_MAX = 32 * 1024 * 1024;

/** Units of all values of a row. A longer row is skipped. */
export const ROW_UNITS_MAX = 64 * 1024 * 1024;

/** Columns of a load file. Values of further columns are left out. */
export const COLUMNS_MAX = 10_000;

/** Units of the name of a column. */
export const COLUMN_NAME_UNITS_MAX = 1000;

/** The last line that a mapping can declare as the header. It must be within the first decoded bytes. */
export const HEADER_ROW_MAX = 1000;

/** Maximum number of rows with an unclosed quote. After each, reading continues with the next line. After the last, it ends. */
export const UNCLOSED_QUOTES_MAX = 20;

/** A batch ends after this many rows, or this many units of them. */
export const BATCH_ROWS_MAX = 32;
export const BATCH_UNITS_MAX = 4 * 1024 * 1024;

/** Document ids that are stored to find parents and images, 20 to 40 bytes each. */
export const KEYS_MAX = 6_000_000;

/** Maximum bytes of the paths of first pages in an image list. */
export const IMAGE_PATH_BYTES_MAX = 256 * 1024 * 1024;

/** Cached file names of all folders, to find paths in other letter case. Larger folders are not listed. */
export const FOLDER_NAMES_MAX = 500_000;

/** Faults of XML that are skipped. After the last, reading ends. */
export const XML_FAULTS_MAX = 1000;

/** Units of one name, attribute or piece of text of XML before the parser passes it on or refuses it. */
export const XML_TOKEN_UNITS_MAX = 4 * 1024 * 1024;

/** Nesting depth of elements. */
export const XML_DEPTH_MAX = 100;

/** Attributes of one element. */
export const XML_ATTRIBUTES_MAX = 1000;

/** Values of one XML document. Further ones are cut. */
export const DOCUMENT_VALUES_MAX = 20_000;

/** Files of a report with cached paths, for attachments that name them by id, and nested models that are rows. */
export const REPORT_FILES_MAX = 1_000_000;
/** Maximum number of locations in the evidence that a report names for its models. Further locations are left out. */
export const REPORT_SOURCES_MAX = 1_000_000;
export const REPORT_ROWS_OPEN_MAX = 30;

/** Bytes of the mapping file of a load file. */
export const MAPPING_BYTES_MAX = 1024 * 1024;

/** Problems of one row that are reported one by one. The rest are counted. */
export const ROW_PROBLEMS_MAX = 20;

/** Rows with the same fault in their family that are reported one by one. The rest are counted. */
export const FAULTY_ROWS_MAX = 20;

/** All item ids are less than this. */
export const ROWS_MAX = 2 ** 31 - 1;

/**
 * Limits of an archive: unpacked bytes of its tables, their maximum compression ratio from a size on, and bytes of a compressed
 * workbook, which is held in memory.
 */
export const ARCHIVE_FILES_BYTES_MAX = 64 * 1024 * 1024 * 1024;
export const ARCHIVE_RATIO_MAX = 200;
export const ARCHIVE_RATIO_BYTES_MIN = 256 * 1024 * 1024;
export const ARCHIVE_SEEKABLE_BYTES_MAX = 64 * 1024 * 1024;

/** Tables of one case. A folder with more is not a case. */
export const TABLES_MAX = 1000;

/** Depth of folders below a case that are searched for tables, and names in them. */
export const TABLE_FOLDERS_DEPTH_MAX = 8;
export const TABLE_FOLDER_NAMES_MAX = 200_000;

/** Unread and unreferenced files of one kind that are reported by name. */
export const UNREAD_FILES_SHOWN_MAX = 20;

/** Bytes of a file that decide whether it is a table. */
export const TABLE_HEAD_BYTES = 4096;

/** Units of one JSON object. A longer one is skipped. */
export const JSON_ROW_UNITS_MAX = 16 * 1024 * 1024;

/** Nesting depths of JSON. Anything deeper than the first becomes one value. Objects deeper than the second are skipped. */
export const JSON_DEPTH_MAX = 20;
export const JSON_NESTING_MAX = 1000;

/** Values of one JSON object. Further ones are left out. */
export const ROW_VALUES_MAX = 20_000;

/** Faulty JSON objects. After the last, reading ends. */
export const JSON_FAULTS_MAX = 100_000;

/** Maximum number of UTF-16 units that are read twice, in the whole file, because an object did not end. */
export const JSON_RESCANNED_UNITS_MAX = 256 * 1024 * 1024;

/** Parts of a workbook, and sheets. */
export const PACKAGE_PARTS_MAX = 20_000;
export const SHEETS_MAX = 1000;

/** Inflated bytes of a part of a workbook other than a sheet or the list of texts, and of a sheet. */
export const XML_PART_BYTES_MAX = 64 * 1024 * 1024;
export const SHEET_BYTES_MAX = 8 * 1024 * 1024 * 1024;

/** Maximum number of texts that cells of a workbook share, and of their units. All of them are in memory. */
export const SHARED_TEXTS_MAX = 4_000_000;
export const SHARED_TEXT_UNITS_MAX = 64 * 1024 * 1024;

/** Cells of a sheet with links. */
export const SHEET_LINKS_MAX = 200_000;

/** The list of artifacts of a LAVA export. */
export const LAVA_MANIFEST_BYTES_MAX = 64 * 1024 * 1024;
/** Columns of an artifact. SQLite returns up to 2,000 columns, and each cell takes four of them. */
export const LAVA_COLUMNS_MAX = 400;
/** Rows of an artifact that are requested at a time. */
export const LAVA_PAGE_ROWS = 256;

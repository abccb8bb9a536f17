/**
 * Limits on reading a hostile Lucene index. Anything beyond a limit makes the index unreadable, with a message that names the
 * file. Only values of a document are cut, and the document records how much is missing.
 */
import { PROPERTIES_UNITS_MAX } from '../bounded-properties.ts';

/**
 * Maximum size of a file that is read completely: the commit, segment infos, field infos, live documents, directories of
 * compound files.
 */
export const WHOLE_FILE_BYTES_MAX = 256 * 1024 * 1024;

/** Segments of a commit. Lucene keeps a few dozen. */
export const SEGMENTS_MAX = 10_000;

/** Maximum number of earlier commits whose files are looked up. IPED keeps one. */
export const OLDER_COMMITS_MAX = 8;

/** Fields of one segment. */
export const FIELDS_MAX = 1_000_000;

/** Entries of a map or set in a file that describes a segment: diagnostics, attributes, file names. */
export const MAP_ENTRIES_MAX = 10_000;

/** Documents of one chunk of stored fields. Lucene ends a chunk after 1024. */
export const CHUNK_DOCUMENTS_MAX = 4096;

/** Decompressed bytes of the documents of one chunk. A large document has its own chunk. */
export const CHUNK_BYTES_MAX = 256 * 1024 * 1024;

/**
 * A segment may have this many more documents than its stored fields have bytes, because an empty document takes less than a
 * byte.
 */
export const EMPTY_DOCUMENTS_MAX = 65_536;

/** Values of the documents of a batch, except those of the last document. */
export const BATCH_VALUES_MAX = 65_536;

/** Bytes of the documents of a batch as stored in a chunk, except those of the last document. */
export const BATCH_BYTES_MAX = 16 * 1024 * 1024;

/** Values of one document. */
export const DOCUMENT_VALUES_MAX = 4_000_000;

/** Values of one document that are read, each a few hundred bytes in memory. The rest are counted. */
export const READ_VALUES_MAX = 500_000;

/**
 * Maximum number of UTF-16 units of one document's texts that become strings. The rest are counted. No caller keeps more of an
 * item.
 */
export const DOCUMENT_TEXT_UNITS_MAX = PROPERTIES_UNITS_MAX;

/** The memory of a larger decompressed chunk is freed while its documents are used. */
export const KEPT_CHUNK_BYTES_MAX = 4 * 1024 * 1024;

/** Bytes read from a file at a time, and buffered for each file that is read sequentially. */
export const WINDOW_BYTES = 128 * 1024;

/** Bytes between two turns of the event loop while checksums are computed. */
export const CHECKSUM_BYTES_PER_TURN = 4 * 1024 * 1024;

/** Names of files in a message. */
export const SHOWN_FILES_MAX = 5;

/** Bytes of a term: Lucene's own limit. */
export const TERM_BYTES_MAX = 32_766;

/** Bytes of a window over the term dictionary. It is read in random order, so most of a large window would not be used. */
export const TREE_WINDOW_BYTES = 16 * 1024;

/** Bytes of a window over the files of postings. Each field that is read has two windows. */
export const LIST_WINDOW_BYTES = 64 * 1024;

/** Number of occurrences of a term passed on at a time. Equal to the constant in `src/lucene/assembly/lucene-lists.ts`. */
export const OCCURRENCES_PER_READ = 4096;

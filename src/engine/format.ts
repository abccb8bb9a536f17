/**
 * Names and numbers of the index format, docs/index-format.md. No other file spells a database name or a constant.
 *
 * An index generation is one LMDB environment, written once and never changed. It contains streams of bytes: each stream
 * is a database whose keys are chunk numbers and whose values are {@link CHUNK_BYTES} bytes of the stream and their
 * checksums, so that no byte is used before its checksum is verified.
 */
import type { CaseOrigin } from '../schema/case-origin.ts';
import type { Analysis, FieldType } from '../schema/field-types.ts';
import type { UsualNames } from '../schema/usual-names.ts';
import { format } from '../shared/thresholds.ts';

/**
 * | version | change |
 * |---|---|
 * | 1 | first |
 * | 2 | positions without frequencies, prefixes and suffixes separate; dictionary: shorter, bounds of buckets, pairs |
 * | 3 | skips in postings of many positions |
 * | 4 | columns of whole values |
 * | 5 | the tree of the items, and their coordinates |
 * | 6 | pairs of frequent words |
 * | 7 | items and texts in compressed frames, numbers in steps |
 * | 8 | offsets of items and texts stored beside them; no parents in the tree if no item has one |
 * | 9 | smaller frames of texts; frames with checksums of their own |
 * | 10 | chunks of two pages |
 * | 11 | the lists of a term next to each other; a checksum for each sector of a chunk |
 * | 12 | which dates have no time of day |
 * | 13 | trigrams in the dictionary, beside bigrams |
 */
export const FORMAT_VERSION = format.version;
/**
 * Raised when a build writes different bytes that old readers still understand. An index of another writer version is built
 * again, because `index verify --deep` compares bytes.
 */
export const WRITER_VERSION = 13;

/** LMDB's page size. */
export const PAGE_BYTES = 4096;
/** The payload of a chunk. With its checksums and the 24-byte header of an LMDB page it fills two pages. */
export const CHUNK_BYTES = format.chunkBytes;
/** Each sector of a chunk has its own checksum. */
export const SECTOR_BYTES = format.sectorBytes;
/** Bytes that are compressed together. Reading an item or a part of a text expands a frame. */
export const ITEM_FRAME_BYTES = format.itemFrameBytes;
export const TEXT_FRAME_BYTES = format.textFrameBytes;
/** Frame size by stream, for streams that are stored in frames. */
export const FRAME_BYTES = { items: ITEM_FRAME_BYTES, texts: TEXT_FRAME_BYTES } as const;
export type FramedName = keyof typeof FRAME_BYTES;

/** The streams of bytes, each a database of this name. */
export const STREAMS = [
  'terms', // buckets of the term dictionary
  'terms-index', // bound and length of every dictionary bucket, and the pairs of code points in it, by field
  'postings', // of every term: documents, frequencies and score bounds, positions
  'columns', // doc values: item ids, numbers, dates, field lengths
  'items', // stored items, in frames
  'texts', // inline texts, in frames
  'values', // distinct values of fields as the case spells them
  'tree', // parents and children of items
] as const;
export type StreamName = (typeof STREAMS)[number];

/** The database of values outside the streams: `header`, `fields`, `names` and `columns`. */
export const META = 'meta';

/**
 * Minimum number of tokens of texts that are reconstructed together from terms. The first of these texts begins a
 * frame.
 */
export const STRETCH_TOKENS = format.stretchTokens;
/** Terms in a bucket of the dictionary. */
export const TERMS_PER_BUCKET = format.termsPerBucket;
/** Spellings in a group of a column of whole values. */
export const SPELLINGS_PER_GROUP = format.spellingsPerGroup;
/** Lists of up to this many documents store their frequencies with the documents, without blocks. */
export const SHORT_LIST_MAX = format.shortListMax;
/** A term of one document with up to this many positions is stored completely in the dictionary. */
export const INLINE_POSITIONS_MAX = format.inlinePositionsMax;
/** Terms in at least this many documents, and in at least a {@link PAIRED_PART}th of the field's tokens, make pairs with each other. */
export const PAIRED_MIN = format.pairedMin;
export const PAIRED_PART = format.pairedPart;
/** Separates the two terms of a pair. Less than any byte that a term from a text can have. */
export const PAIR_MARK = ' ';
/** Positions between two values of one property. */
export const VALUE_GAP = 100;
/**
 * In documents with several values, the empty term of a field marks the position at which each value but the first begins.
 * Together with the field's length this gives the extent of every value, which `"* jpg"` needs. No query matches it. In a field
 * of analysis `exact` it means the empty value, and values have no extent.
 */
export const VALUE_MARK = '';

/** A range of a stream. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** Bytes that a stream holds in compressed frames of {@link FRAME_BYTES}. */
export interface FramedBytes {
  /** Number of bytes before compression. */
  readonly bytes: number;
  /** u40 offset of every frame in the same stream, then the end of the last frame. Stored after the frames. */
  readonly offsets: Extent;
}

export interface IndexHeader {
  readonly formatVersion: number;
  readonly writerVersion: number;
  readonly program: string;
  readonly caseFingerprint: string;
  /** The format of the case, which determines the meaning of part references. */
  readonly caseFormat: { readonly name: string; readonly version: number };
  /** `ANALYSIS_VERSION` of the program that wrote the index. Other versions may tokenize and fold differently. */
  readonly analysisVersion: string;
  /** Facts about a case that brings its terms; missing if this program analyzed its text. */
  readonly origin?: CaseOrigin;
  /** Additional names of properties from the case. Missing if there are none. */
  readonly aliases?: UsualNames;
  /** True if another engine has the words of texts. Missing if they are in this index. */
  readonly isItemStore?: boolean;
  readonly isComplete: boolean;
  readonly problemCount: number;
  readonly documentCount: number;
  readonly searchableCount: number;
  readonly textCount: number;
  readonly streamBytes: Readonly<Record<StreamName, number>>;
  readonly frames: Readonly<Record<FramedName, FramedBytes>>;
  /** Documents that a search can hit, as a posting list. */
  readonly searchable: ListLocation;
  /** u32 item id of every document. */
  readonly ids: Extent;
  /** u32 documents in order of item id, or null if documents are already in that order. */
  readonly idOrder: Extent | null;
  /** u32 number of every document in the index that the case brought; missing if it brought none. */
  readonly originNumbers?: Extent;
  /** In `items`: u40 offset of every document's record in the uncompressed content, then the end of the last one. */
  readonly itemOffsets: Extent;
  /** In `texts`: {document u32, offset u40, length u40} ascending by document. */
  readonly textPlaces: Extent;
  readonly tree: TreeHeader;
  /** Geographic coordinates: {document u32, latitude f64, longitude f64} ascending by document. */
  readonly coordinates: Extent;
}

/** The tree of the items, by document: all of its extents are in `tree`. */
export interface TreeHeader {
  /** u32 document of the parent plus one; 0 if it has no known parent. Empty, like `childStarts`, if no document has one. */
  readonly parents: Extent;
  /** A byte of bits for each document: src/schema/item-kinds.ts. */
  readonly kinds: Extent;
  /** u32 beginning of each document's children in `children`; then that of the top level; then the end. */
  readonly childStarts: Extent;
  /** u32 documents: folders first, then by folded name, then by id. Children that the case orders are sorted by id alone. */
  readonly children: Extent;
}

/** Location and length of a posting list. */
export interface ListLocation {
  readonly docFreq: number;
  readonly postings: Extent;
}

/** The extents of a term dictionary. */
export interface DictionaryHeader {
  readonly termCount: number;
  /** Number of terms in the dictionary, and of buckets of {@link TERMS_PER_BUCKET}. */
  readonly termsIndex: Extent;
  /** The pairs of code points by bucket, or null if they are not stored: see bucket-grams. */
  readonly grams: Extent | null;
  /** The offset of the first bucket in `terms`, and the number of buckets. The names of these members are part of the format. */
  readonly firstBlock: number;
  readonly blockCount: number;
}

export interface FieldHeader extends DictionaryHeader {
  readonly name: string;
  readonly type: FieldType;
  readonly analysis: Analysis;
  /** Searchable documents that have the field, and the sum of their lengths in positions. */
  readonly exists: ListLocation;
  readonly tokenCount: number;
  /** Whether tokens share a position: pieces of long words, and words that were divided at the end of a line. */
  readonly hasSharedPositions: boolean;
  /** Words of over 255 units, which were cut into pieces. */
  readonly longWords: number;
  /** The pairs of its frequent terms, with the documents in which the second term follows the first; null if it has none. */
  readonly pairs: DictionaryHeader | null;
  /** Varint field length of every document in `exists`, in order; null if every length is 1. */
  readonly lengths: Extent | null;
  readonly numbers: NumberColumn | null;
  /** Distinct values: {length varint, UTF-8, items varint}; null if there are too many to keep. */
  readonly values: Extent | null;
  readonly valueCount: number;
}

/** Numbers or instants of a field in ascending order, and their documents in the same order. */
export interface NumberColumn {
  readonly count: number;
  /** Numbers, or milliseconds since 1970: f64, or u32 according to {@link NumberSteps}. */
  readonly values: Extent;
  readonly steps: NumberSteps | null;
  /** f64: errors of rounding the values to f64. Null if there were none. */
  readonly residuals: Extent | null;
  /** u32. Null if the documents are 0, 1, 2 …. */
  readonly docs: Extent | null;
  /**
   * For dates: a bit for each point, in u32 words. It is set if the date has no time of day, so that it means its day, month or
   * year in every time zone. Null if no bit is set.
   */
  readonly bare: Extent | null;
  /** Whether no document has two values. */
  readonly isSingleValued: boolean;
}

/** Integers that are close together. Each is `first` plus a multiple of `width`. */
export interface NumberSteps {
  readonly first: number;
  readonly width: number;
}

/**
 * The whole values of a field and its aliases, for sorting and counting: each spelling once, by folded value, with its
 * documents. doc-values.ts derives the values by document in memory.
 */
export interface ValueColumn {
  /** The first of the aliases. */
  readonly name: string;
  /** Why the column is empty; null if it is not. */
  readonly refusal: 'long' | null;
  /** Documents that have a value. */
  readonly docCount: number;
  readonly spellingCount: number;
  /** Number of distinct folded values. */
  readonly valueCount: number;
  /** Whether no document has two spellings. */
  readonly isSingleValued: boolean;
  /** Groups of {@link SPELLINGS_PER_GROUP}, front-coded UTF-8. */
  readonly spellings: Extent;
  /** Documents of each spelling. */
  readonly docs: Extent;
  /** Offsets of each group in `spellings` and in `docs`, two u40. */
  readonly groups: Extent;
  /** A bit for every spelling, set if it is the first of its folded value; null if all are. */
  readonly firsts: Extent | null;
}

/** The highest position. */
export const POSITION_MAX = 2 ** 31 - 2;

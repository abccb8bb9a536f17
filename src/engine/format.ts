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
 * | 2 | positions without frequencies, prefixes and suffixes apart; dictionary: shorter, bounds of buckets, pairs |
 * | 3 | skips in postings of many positions |
 * | 4 | columns of whole values |
 * | 5 | the tree of the items, and their places |
 * | 6 | pairs of frequent words |
 * | 7 | items and texts in compressed frames, numbers in steps |
 * | 8 | where items and texts are lies with them; no parents in the tree where no item has one |
 * | 9 | smaller frames of texts; frames with checksums of their own |
 * | 10 | chunks of two pages |
 * | 11 | the lists of a term side by side; a checksum for each sector of a chunk |
 * | 12 | which dates have no time of day |
 */
export const FORMAT_VERSION = format.version;
/**
 * Raised when a build writes different bytes that old readers still understand: an index of another writer is built
 * again, because `index verify --deep` compares bytes.
 */
export const WRITER_VERSION = 12;

/** LMDB's page size. */
export const PAGE_BYTES = 4096;
/** The payload of a chunk: with its checksums and the header of a page of LMDB, 24 bytes, it fills two pages. */
export const CHUNK_BYTES = format.chunkBytes;
/** Each such sector of it has a checksum of its own. */
export const SECTOR_BYTES = format.sectorBytes;
/** Bytes that are compressed together: whoever wants an item or a part of a text expands so many. */
export const ITEM_FRAME_BYTES = format.itemFrameBytes;
export const TEXT_FRAME_BYTES = format.textFrameBytes;
/** By the stream whose content is in frames. */
export const FRAME_BYTES = { items: ITEM_FRAME_BYTES, texts: TEXT_FRAME_BYTES } as const;
export type FramedName = keyof typeof FRAME_BYTES;

/** The streams of bytes, each a database of this name. */
export const STREAMS = [
  'terms', // buckets of the term dictionary
  'terms-index', // bound and length of every dictionary bucket, and which pairs of code points it has, by field
  'postings', // of every term: documents, frequencies and score bounds, positions
  'columns', // doc values: item ids, numbers, dates, field lengths
  'items', // stored items, in frames
  'texts', // inline texts, in frames
  'values', // distinct values of fields as the case spells them
  'tree', // parents and children of items
] as const;
export type StreamName = (typeof STREAMS)[number];

/** The database of the values that are not streams: `header`, `fields`, `names` and `columns`. */
export const META = 'meta';

/** Tokens, at least, of texts that are put together at once from terms: the first of them begins with a frame. */
export const STRETCH_TOKENS = format.stretchTokens;
/** Terms in a bucket of the dictionary. */
export const TERMS_PER_BUCKET = format.termsPerBucket;
/** Spellings in a group of a column of whole values. */
export const SPELLINGS_PER_GROUP = format.spellingsPerGroup;
/** Lists of up to this many documents store frequencies with the documents and have no blocks. */
export const SHORT_LIST_MAX = format.shortListMax;
/** A term of one document with up to this many positions is stored completely in the dictionary. */
export const INLINE_POSITIONS_MAX = format.inlinePositionsMax;
/** Terms in so many documents, and in as many as a {@link PAIRED_PART}th of the field's tokens, make pairs with each other. */
export const PAIRED_MIN = format.pairedMin;
export const PAIRED_PART = format.pairedPart;
/** What stands between the two terms of a pair: less than any byte of a term that was cut from a text. */
export const PAIR_MARK = ' ';
/** Positions between two values of one property. */
export const VALUE_GAP = 100;
/**
 * The empty term of a field marks, in documents with several values, the position at which each value but the first
 * begins. With the field's length it gives the extent of every value, which `"* jpg"` needs. No query
 * matches it. In a field of analysis `exact` it stands for the empty value, and values have no extent.
 */
export const VALUE_MARK = '';

/** A range of a stream. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/** Bytes that a stream holds in compressed frames of {@link FRAME_BYTES}. */
export interface FramedBytes {
  /** How many they are before they are compressed. */
  readonly bytes: number;
  /** u40 offset of every frame in the same stream, and the end of the last; behind the frames. */
  readonly offsets: Extent;
}

export interface IndexHeader {
  readonly formatVersion: number;
  readonly writerVersion: number;
  readonly program: string;
  readonly caseFingerprint: string;
  /** The format of the case: what part references of stored items mean. */
  readonly caseFormat: { readonly name: string; readonly version: number };
  /** `ANALYSIS_VERSION` of the program that wrote it: another one may cut and fold differently. */
  readonly analysisVersion: string;
  /** What a case that brings its terms says about them; missing: this program analyzed its text. */
  readonly origin?: CaseOrigin;
  /** Names that the case gives to its properties besides their own; missing: none. */
  readonly aliases?: UsualNames;
  /** Whether the words of texts are in another engine; missing: they are here. */
  readonly isItemStore?: boolean;
  readonly isComplete: boolean;
  readonly problemCount: number;
  readonly documentCount: number;
  readonly searchableCount: number;
  readonly textCount: number;
  readonly streamBytes: Readonly<Record<StreamName, number>>;
  readonly frames: Readonly<Record<FramedName, FramedBytes>>;
  /** Documents that a search can hit, a posting list. */
  readonly searchable: ListLocation;
  /** u32 item id of every document. */
  readonly ids: Extent;
  /** u32 documents in order of item id, or null where documents are in that order already. */
  readonly idOrder: Extent | null;
  /** u32 number of every document in the index that the case brought; missing: documents have no number but ours. */
  readonly originNumbers?: Extent;
  /** In `items`: u40 offset in what it holds of every document's record, and the end of the last. */
  readonly itemOffsets: Extent;
  /** In `texts`: {document u32, offset u40, length u40} ascending by document. */
  readonly textPlaces: Extent;
  readonly tree: TreeHeader;
  /** Geographic places: {document u32, latitude f64, longitude f64} ascending by document. */
  readonly coordinates: Extent;
}

/** The tree of the items, by document: all of its extents are in `tree`. */
export interface TreeHeader {
  /** u32 document of the parent plus one; 0: it has none that is known. Empty like `childStarts` where that is so of all. */
  readonly parents: Extent;
  /** A byte of bits: src/schema/item-kinds.ts. */
  readonly kinds: Extent;
  /** u32 where the children of each document begin in `children`; then those of the top; then the end. */
  readonly childStarts: Extent;
  /** u32 documents: folders first, then by folded name, then by id; below an item whose children have an order by id alone. */
  readonly children: Extent;
}

/** Where a posting list is, and how long it is. */
export interface ListLocation {
  readonly docFreq: number;
  readonly postings: Extent;
}

/** Where a term dictionary is. */
export interface DictionaryHeader {
  readonly termCount: number;
  /** Number of terms in the dictionary, and of buckets of {@link TERMS_PER_BUCKET}. */
  readonly termsIndex: Extent;
  /** Which buckets have which pairs of code points, or null if that is not stored: see bucket-grams. */
  readonly grams: Extent | null;
  /** Where the first bucket is in `terms`, and how many there are; the index has the members by these names. */
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
  /** The pairs of its frequent terms, with the documents in which the second follows the first; null if it has none. */
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
  /** Numbers, or milliseconds since 1970: f64, or u32 as {@link NumberSteps} says. */
  readonly values: Extent;
  readonly steps: NumberSteps | null;
  /** f64 of what rounding to f64 left over, or null if nothing was. */
  readonly residuals: Extent | null;
  /** u32; null: the documents from 0 on. */
  readonly docs: Extent | null;
  /**
   * Of dates: a bit for each point, in words u32, whether it has no time of day and so is its day, month or year in every time
   * zone; null: none is.
   */
  readonly bare: Extent | null;
  /** Whether no document has two values. */
  readonly isSingleValued: boolean;
}

/** Integers that are not far apart: each is `first` plus so many times `width`. */
export interface NumberSteps {
  readonly first: number;
  readonly width: number;
}

/**
 * The whole values of a field and its aliases, for sorting and counting: each spelling once, by folded value, with its documents.
 * What is needed by document is made from that in memory (doc-values.ts).
 */
export interface ValueColumn {
  /** The first of the aliases. */
  readonly name: string;
  /** Why there is nothing in it; null: there is. */
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
  /** Where each group begins in `spellings` and in `docs`, two u40. */
  readonly groups: Extent;
  /** A bit for every spelling: whether it is the first of its folded value; null: each is. */
  readonly firsts: Extent | null;
}

/** The highest position. */
export const POSITION_MAX = 2 ** 31 - 2;

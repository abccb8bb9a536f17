/**
 * Names and numbers of the index format, docs/index-format.md. No other file spells a database name or a constant.
 *
 * An index generation is one LMDB environment, written once and never changed. What it holds are streams of bytes:
 * each stream is a database whose keys are chunk numbers and whose values are {@link CHUNK_BYTES} bytes of the stream
 * and their CRC-32, so that no byte is used before its checksum held.
 */

import type { Analysis, FieldType } from '../schema/field-types.ts';
import { format } from '../shared/thresholds.ts';

/**
 * | version | change |
 * |---|---|
 * | 1 | first |
 * | 2 | positions without frequencies, prefixes and suffixes apart; dictionary: shorter, bounds of blocks, pairs |
 * | 3 | skips in postings of many positions |
 */
export const FORMAT_VERSION = format.version;
/**
 * Raised with any change of what a build writes that old readers still understand: an index of another writer is built
 * anew, because `index verify --deep` compares bytes.
 */
export const WRITER_VERSION = 4;

/** LMDB's page size. */
export const PAGE_BYTES = 4096;
/** The payload of a chunk: with its checksum and the header of a page of LMDB, 24 bytes, it fills four pages. */
export const CHUNK_BYTES = format.chunkBytes;

/** The streams of bytes, each a database of this name. */
export const STREAMS = [
  'terms', // blocks of the term dictionary
  'terms-index', // the bound and the place of every dictionary block, and what pairs of code points it has, by field
  'postings', // documents of every term
  'frequencies', // term frequencies and score bounds of long lists
  'positions',
  'columns', // doc values: item ids, numbers, dates, field lengths, places of items
  'items', // stored items
  'texts', // inline texts
  'values', // distinct values of fields as the case spells them
] as const;
export type StreamName = (typeof STREAMS)[number];

/** The database of the two values that are no streams: `header` and `fields`. */
export const META = 'meta';

/** Terms in a block of the dictionary. */
export const TERMS_PER_BLOCK = format.termsPerBlock;
/** Lists of up to this many documents hold their frequencies among the documents and know no blocks. */
export const SHORT_LIST_MAX = format.shortListMax;
/** A term of one document with up to this many positions stands in the dictionary whole. */
export const INLINE_POSITIONS_MAX = format.inlinePositionsMax;
/** Positions between two values of one property. */
export const VALUE_GAP = 100;
/**
 * The empty term of a field marks, in documents with several values, the position at which each value but the first
 * begins. With the field's length it gives the extent of every value, which `"* jpg"` asks for. No query matches it.
 */
export const VALUE_MARK = '';

/** A place in a stream. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
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
  readonly isComplete: boolean;
  readonly problemCount: number;
  readonly documentCount: number;
  readonly searchableCount: number;
  readonly textCount: number;
  readonly streamBytes: Readonly<Record<StreamName, number>>;
  /** Documents that a search can hit, a posting list. */
  readonly searchable: ListPlace;
  /** u32 item id of every document. */
  readonly ids: Extent;
  /** u32 documents in order of item id, or null where documents are in that order already. */
  readonly idOrder: Extent | null;
  /** u40 offset in `items` of every document's record, and the end of the last. */
  readonly itemOffsets: Extent;
  /** Inline texts: {document u32, offset u40, length u40} ascending by document. */
  readonly textPlaces: Extent;
}

/** Where a posting list lies, and how long it is. */
export interface ListPlace {
  readonly docFreq: number;
  readonly postings: Extent;
}

export interface FieldHeader {
  readonly name: string;
  readonly type: FieldType;
  readonly analysis: Analysis;
  /** Searchable documents that have the field, and the sum of their lengths in tokens. */
  readonly exists: ListPlace;
  readonly tokenCount: number;
  readonly termCount: number;
  /** Terms that stand in the dictionary, blocks of {@link TERMS_PER_BLOCK}. */
  readonly termsIndex: Extent;
  /** Which blocks have which pairs of code points, or null where nothing is kept of them: see block-grams. */
  readonly grams: Extent | null;
  /** Where the first block lies in `terms`. */
  readonly firstBlock: number;
  readonly blockCount: number;
  /** Varint field length of every document in `exists`, in order; null where every length is 1. */
  readonly lengths: Extent | null;
  readonly numbers: NumberColumn | null;
  /** Distinct values: {length varint, UTF-8, items varint}; null where there are too many to keep. */
  readonly values: Extent | null;
  readonly valueCount: number;
}

/** Numbers or instants of a field in ascending order, and the documents that hold them in the same order. */
export interface NumberColumn {
  readonly count: number;
  /** f64 values: numbers, or milliseconds since 1970. */
  readonly values: Extent;
  /** f64 of what rounding to f64 left over, or null where nothing was. */
  readonly residuals: Extent | null;
  readonly docs: Extent;
  /** Whether no document holds two values. */
  readonly isSingleValued: boolean;
}

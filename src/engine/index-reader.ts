/** Reads one index: fields, dictionaries, posting lists, columns, stored items. Every search uses it. */
import { analyzerOfIndex, EXACT_ANALYZER } from '../analysis/analyzer-of-index.ts';
import type { QueryAnalyzer } from '../analysis/query-analyzer.ts';
import { ByteReader, readU32, readU40 } from '../codec/byte-reader.ts';
import { aliasesOf } from '../schema/field-aliases.ts';
import { type Analysis, analysisOf } from '../schema/field-types.ts';
import { meantBy } from '../schema/usual-names.ts';
import { AppError } from '../shared/errors.ts';
import { tuning } from '../shared/thresholds.ts';
import { DictionaryReader } from './dictionary/dictionary-reader.ts';
import { type Extent, type FieldHeader, FORMAT_VERSION, type IndexHeader, type ValueColumn } from './format.ts';
import { PairsReader } from './pairs/pairs-reader.ts';
import { averageLength } from './postings/bm25.ts';
import { BLOCK_SIZE, BLOCK_WORDS } from './postings/doc-block.ts';
import { type DocumentLengths, type Norms, normsOf, readLengths } from './postings/document-lengths.ts';
import { PostingList } from './postings/posting-list-reader.ts';
import { type DocRange, NONE_STRUCK, StruckDocuments } from './postings/struck-documents.ts';
import type { TermInfo } from './postings/term-info.ts';
import { rankOfId } from './rank-of-id.ts';
import type { FrameReader } from './store/frames/frame-reader.ts';
import { checkTreePages } from './store/page-checksums.ts';
import { StoreReader } from './store/store-reader.ts';
import { decodeItem, type StoredItem } from './store/stored-item.ts';
import type { StoredItemCursor } from './store/stored-item-cursor.ts';
import type { StreamReader } from './store/stream-reader.ts';
import { TreeReader } from './structure/tree-reader.ts';
import { TextExtents } from './text-extents.ts';
import { WholeStatistics } from './whole-statistics.ts';

/** One finished generation, open for reading. A good place to start reading. */
export class IndexReader {
  readonly header: IndexHeader;
  readonly fields: ReadonlyMap<string, FieldHeader>;
  /** Columns of whole values, keyed by the first name of their field. */
  readonly valueColumns: ReadonlyMap<string, ValueColumn>;
  /** The analyzer that made the terms of the index, except for exact values. Queries must use it. */
  readonly analyzer: QueryAnalyzer;
  /** Separate readers of one stream for documents, frequencies and positions. */
  readonly postings: StreamReader;
  readonly frequencies: StreamReader;
  readonly positions: StreamReader;
  readonly columns: StreamReader;
  /** Stored items, and inline texts. */
  readonly items: FrameReader;
  readonly texts: FrameReader;
  readonly #store: StoreReader;
  readonly #itemStream: StreamReader;
  readonly #textStream: StreamReader;
  readonly #textExtents: TextExtents;
  readonly #names: readonly string[];
  readonly #dictionaries = new Map<string, DictionaryReader>();
  readonly #pairs = new Map<string, PairsReader | null>();
  readonly #lengths = new Map<string, DocumentLengths>();
  readonly #norms = new Map<string, Norms>();
  readonly #lists = new Map<TermInfo, PostingList>();
  readonly tree: TreeReader;
  #struck = NONE_STRUCK;
  #statistics: WholeStatistics;
  #parts: readonly IndexReader[] = [this];
  #searchable: PostingList | null = null;
  #ids: Uint32Array | null = null;
  #idOrder: IdOrder | null = null;

  private constructor(store: StoreReader) {
    this.#store = store;
    this.header = store.meta('header') as IndexHeader;
    if (this.header.formatVersion !== FORMAT_VERSION) {
      throw new AppError(
        'INDEX_FORMAT',
        `the index has format ${this.header.formatVersion}, this program reads ${FORMAT_VERSION}; rebuild it with \`case-access index build\``,
      );
    }
    this.fields = new Map((store.meta('fields') as FieldHeader[]).map((field) => [field.name, field]));
    this.valueColumns = new Map((store.meta('columns') as ValueColumn[]).map((column) => [column.name, column]));
    this.#statistics = new WholeStatistics([this]);
    this.analyzer = analyzerOfIndex(this.header.origin?.analysis);
    this.#names = store.meta('names') as string[];
    this.bitmapWords = Math.ceil(this.header.documentCount / BLOCK_SIZE) * BLOCK_WORDS;
    this.postings = store.stream('postings');
    this.frequencies = store.newReader('postings');
    this.positions = store.newReader('postings');
    this.columns = store.stream('columns');
    this.#itemStream = store.stream('items');
    this.#textStream = store.stream('texts');
    this.items = store.framed('items', this.header.frames.items);
    this.texts = store.framed('texts', this.header.frames.texts);
    this.#textExtents = new TextExtents(this.#textStream, this.header.textPlaces, this.documentCount);
    this.tree = new TreeReader(store.stream('tree'), this.header.tree, this.header.documentCount);
  }

  /** Opens a generation's directory. Throws INDEX_CORRUPT, INDEX_FORMAT or INDEX_MISSING. */
  static async open(directory: string): Promise<IndexReader> {
    checkTreePages(directory);
    const store = StoreReader.open(directory);
    try {
      return new IndexReader(store);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  /** Hides documents from searches and from the item store. Call it before the first request. */
  strike(ranges: readonly DocRange[]): void {
    this.#struck = new StruckDocuments(ranges, this.bitmapWords);
  }

  /** The documents that the case no longer has. Lists and columns still have them. */
  get struck(): StruckDocuments {
    return this.#struck;
  }

  /** Number of documents that are not struck, and of those that a search can hit. */
  get itemCount(): number {
    return this.documentCount - this.#struck.count;
  }

  get searchableCount(): number {
    return this.header.searchableCount - (this.#struck.count === 0 ? 0 : this.#struck.countIn(this.searchable()));
  }

  /** Number of items that have a field. */
  itemsWith(field: FieldHeader): number {
    return field.exists.docFreq - (this.#struck.count === 0 ? 0 : this.#struck.countIn(this.exists(field)));
  }

  /** Makes the parts of an index score like one index of all their items. Call it before the first request. */
  static join(parts: readonly IndexReader[]): void {
    const statistics = new WholeStatistics(parts);
    for (const part of parts) {
      part.#statistics = statistics;
      part.#parts = parts;
    }
  }

  /** Facts about all parts of the index that this part belongs to. */
  get statistics(): WholeStatistics {
    return this.#statistics;
  }

  /** All parts of the whole index, this one included. */
  get parts(): readonly IndexReader[] {
    return this.#parts;
  }

  /** Identifies the source of the index and how it was made. Indexing the same case again with the same program gives the same identity. */
  get identity(): string {
    const { caseFingerprint, formatVersion, writerVersion, analysisVersion, problemCount } = this.header;
    const struck = this.#struck.ranges.map((range) => range.join('-'));
    return [caseFingerprint, formatVersion, writerVersion, analysisVersion, problemCount, ...struck].join(' ');
  }

  /** Names of properties, by their number in stored items. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Number of documents, and of 32-bit words in a bitmap over them, rounded up to whole blocks. */
  get documentCount(): number {
    return this.header.documentCount;
  }

  readonly bitmapWords: number;

  stream(name: 'terms' | 'terms-index' | 'texts' | 'items' | 'values' | 'tree'): StreamReader {
    return this.#store.stream(name);
  }

  /**
   * Returns the analysis of a field: from its header in any part of the index, or from the rule for its name if no item
   * has the field. So the index does not affect whether a query is valid and has terms.
   */
  analysisOf(name: string): Analysis {
    return this.#statistics.analysisOf(name) ?? analysisOf(name);
  }

  /** Returns the field that a name means in this index: the field of that name, or its first known alias. */
  ownName(name: string): string {
    const all = this.#statistics;
    if (all.hasField(name)) return name;
    if (aliasesOf(name).some((alias) => all.hasField(alias))) return name;
    return meantBy(name, this.header.aliases).find((own) => all.hasField(own)) ?? name;
  }

  /** Returns the analyzer that turns words of a query into terms of a field. */
  analyzerOf(name: string): QueryAnalyzer {
    return this.#statistics.analysisOf(name) === 'exact' ? EXACT_ANALYZER : this.analyzer;
  }

  dictionary(field: FieldHeader): DictionaryReader {
    let dictionary = this.#dictionaries.get(field.name);
    if (dictionary === undefined) {
      dictionary = new DictionaryReader(field, this.#store.stream('terms'), this.#store.stream('terms-index'));
      this.#dictionaries.set(field.name, dictionary);
    }
    return dictionary;
  }

  /** Returns the pairs of frequent words of a field, or null if it has none. */
  pairs(field: FieldHeader): PairsReader | null {
    let pairs = this.#pairs.get(field.name);
    if (pairs === undefined) {
      const [terms, index] = [this.#store.stream('terms'), this.#store.stream('terms-index')];
      pairs = field.pairs === null ? null : new PairsReader(field, new DictionaryReader(field.pairs, terms, index));
      this.#pairs.set(field.name, pairs);
    }
    return pairs;
  }

  /** Returns the posting list of a term. Recently used lists stay open, with their documents in the store's cache. */
  list(info: TermInfo): PostingList {
    let list = this.#lists.get(info);
    if (list === undefined) {
      list = PostingList.ofTerm(this.postings, info, this.bitmapWords / BLOCK_WORDS);
      if (this.#lists.size >= LISTS_KEPT) this.#lists.clear();
      this.#lists.set(info, list);
    }
    return list;
  }

  /** Returns the list of documents that a search can hit. */
  searchable(): PostingList {
    this.#searchable ??= PostingList.ofLocation(this.postings, this.header.searchable, this.bitmapWords / BLOCK_WORDS);
    return this.#searchable;
  }

  /** Returns the documents that have a field. */
  exists(field: FieldHeader): PostingList {
    return PostingList.ofLocation(this.postings, field.exists, this.bitmapWords / BLOCK_WORDS);
  }

  /**
   * Returns the item id of every document. If ids are consecutive, they follow from the first and the last, because
   * none occurs twice. No other page is read then.
   */
  get ids(): Uint32Array {
    this.#ids ??= this.#consecutiveIds() ?? this.storedIds();
    return this.#ids;
  }

  /** Reads the column of ids. */
  storedIds(): Uint32Array {
    return this.#u32Column(this.header.ids);
  }

  #consecutiveIds(): Uint32Array | null {
    const { ids, idOrder, documentCount } = this.header;
    if (idOrder !== null || documentCount === 0) return null;
    const first = this.#u32Column({ offset: ids.offset, length: 4 })[0]!;
    const last = this.#u32Column({ offset: ids.offset + 4 * (documentCount - 1), length: 4 })[0]!;
    if (last - first !== documentCount - 1) return null;
    const all = new Uint32Array(documentCount);
    for (let doc = 0; doc < documentCount; doc++) all[doc] = first + doc;
    return all;
  }

  /** Returns the documents in order of item id, or null if they are already in that order. */
  get idOrder(): IdOrder | null {
    if (this.header.idOrder === null) return null;
    if (this.#idOrder === null) {
      const docs = this.#u32Column(this.header.idOrder);
      const ranks = new Uint32Array(docs.length);
      for (let rank = 0; rank < docs.length; rank++) ranks[docs[rank]!] = rank;
      const { ids } = this;
      this.#idOrder = { docs, ranks, ids: docs.map((doc) => ids[doc]!) };
    }
    return this.#idOrder;
  }

  /** Returns the document of an item id, or -1 if there is none or it is struck. */
  docOf(id: number): number {
    const doc = this.anyDocOf(id);
    return this.#struck.count > 0 && this.#struck.has(doc) ? -1 : doc;
  }

  /** Returns the document of an item id whether or not it is struck, or -1. */
  anyDocOf(id: number): number {
    const order = this.idOrder;
    const ids = order?.ids ?? this.ids;
    // If ids are consecutive, the document follows from the id.
    const near = id - (ids[0] ?? 0);
    if (ids[near] === id) return order === null ? near : order.docs[near]!;
    const rank = rankOfId(id, ids);
    if (ids[rank] !== id) return -1;
    return order === null ? rank : order.docs[rank]!;
  }

  /** Returns the number of a document in the index that the case brought, or else the document itself. */
  originNumber(doc: number): number {
    const { originNumbers } = this.header;
    if (originNumbers === undefined) return doc;
    this.columns.fetch(originNumbers.offset + doc * 4, 4);
    return readU32(this.columns.bytes, this.columns.start);
  }

  /** Returns `originNumber` of every document. */
  originNumbers(): Uint32Array {
    const { originNumbers } = this.header;
    return originNumbers === undefined
      ? Uint32Array.from({ length: this.documentCount }, (_, doc) => doc)
      : this.#u32Column(originNumbers);
  }

  /** Returns the stored item of a document. */
  item(doc: number): StoredItem {
    const { items, length } = this.#fetchItem(doc);
    return decodeItem(items.bytes.subarray(items.start, items.start + length), this.#names);
  }

  /** Sets a cursor to the stored item of a document. */
  walkItem(doc: number, cursor: StoredItemCursor): void {
    const { items, length } = this.#fetchItem(doc);
    cursor.begin(items.bytes, items.start, items.start + length);
  }

  #fetchItem(doc: number): { readonly items: FrameReader; readonly length: number } {
    const { items } = this;
    const stream = this.#itemStream;
    stream.fetch(this.header.itemOffsets.offset + doc * 5, 10);
    const start = readU40(stream.bytes, stream.start);
    const length = readU40(stream.bytes, stream.start + 5) - start;
    items.fetch(start, length);
    return { items, length };
  }

  /** Returns the extent of a document's record in `items`. */
  itemExtent(doc: number): Extent {
    const stream = this.#itemStream;
    stream.fetch(this.header.itemOffsets.offset + doc * 5, 10);
    const offset = readU40(stream.bytes, stream.start);
    return { offset, length: readU40(stream.bytes, stream.start + 5) - offset };
  }

  /** Returns the extent of a document's inline text in `texts`, or null. */
  textExtent(doc: number): Extent | null {
    return this.#textExtents.extentOf(doc);
  }

  /** Returns the length in tokens of a field by document, which is 0 for documents without it. */
  lengths(field: FieldHeader): DocumentLengths {
    let lengths = this.#lengths.get(field.name);
    if (lengths !== undefined) return lengths;
    let reader: ByteReader | null = null;
    if (field.lengths !== null) {
      reader = new ByteReader(this.#columnBytes(field.lengths), 0, field.lengths.length);
    }
    lengths = readLengths(this.exists(field), reader, this.documentCount);
    if (this.#lengths.size >= LENGTHS_KEPT) this.#lengths.delete(this.#lengths.keys().next().value!);
    this.#lengths.set(field.name, lengths);
    return lengths;
  }

  /** Returns the length-dependent part of BM25 by document. */
  norms(field: FieldHeader): Norms {
    let norms = this.#norms.get(field.name);
    if (norms !== undefined) return norms;
    norms = normsOf(this.lengths(field), this.#statistics.averageLength(field.name));
    if (this.#norms.size >= LENGTHS_KEPT) this.#norms.delete(this.#norms.keys().next().value!);
    this.#norms.set(field.name, norms);
    return norms;
  }

  /**
   * Returns the number of documents in all parts of the index with a term that {@link DictionaryReader.find} found in this part.
   */
  docFreqOf(field: FieldHeader, term: string, info: TermInfo): number {
    return this.#statistics.isAsBuilt ? info.docFreq : this.#statistics.docFreqOf(field.name, term, info);
  }

  /**
   * Returns the highest quotient of a score by the bound that the build of this part stored for it, at least 1. The
   * build knew only the average length in this part. If texts of all parts are longer on average, long texts score
   * higher than it assumed.
   */
  boundFactor(field: FieldHeader): number {
    if (this.#statistics.isAsBuilt) return 1;
    const own = averageLength(field.exists.docFreq, field.tokenCount);
    return Math.max(1, this.#statistics.averageLength(field.name) / own);
  }

  /**
   * Returns the distinct values of a field with the number of items that have each, or null if the index does not store
   * them.
   */
  values(field: FieldHeader): { value: string; items: number }[] | null {
    if (field.values === null) return null;
    const stream = this.#store.stream('values');
    stream.fetch(field.values.offset, field.values.length);
    const reader = new ByteReader(stream.bytes, stream.start, stream.start + field.values.length);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const values: { value: string; items: number }[] = [];
    for (let i = 0; i < field.valueCount; i++) {
      const length = reader.varint();
      const value = decoder.decode(reader.bytes.subarray(reader.offset, reader.offset + length));
      reader.offset += length;
      values.push({ value, items: reader.varint() });
    }
    return values;
  }

  #u32Column(extent: Extent): Uint32Array {
    return new Uint32Array(this.#columnBytes(extent).buffer, 0, extent.length / 4);
  }

  /** Copies a part of `columns` without caching it, because caching it would evict everything else. */
  #columnBytes({ offset, length }: Extent): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    if (length > 0) this.columns.copy(offset, length, bytes, 0, 'expanded');
    return bytes;
  }
}

/** Posting lists kept open. */
const LISTS_KEPT = tuning.listsKept;

/** Fields whose lengths are kept in memory. */
const LENGTHS_KEPT = tuning.lengthsKept;

export interface IdOrder {
  /** Documents in order of item id. */
  readonly docs: Uint32Array;
  /** The rank of each document in this order. */
  readonly ranks: Uint32Array;
  /** The ids in this order. */
  readonly ids: Uint32Array;
}

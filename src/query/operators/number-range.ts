/** Leaf operator: documents with a number or date in an interval, from the points of a field. */
import {
  copyDocs,
  dropDocs,
  type MarkedPoints,
  markedDocs,
  uniteDocs,
} from '../../engine/columns/number-column-reader.ts';
import type { FieldHeader, NumberColumn } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { BLOCK_WORDS } from '../../engine/postings/doc-block.ts';
import { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import { type BlockSet, SPARSE_MAX } from './block-set.ts';
import { DocBitmap } from './doc-bitmap.ts';
import { type ListShape, UNKNOWN_SHAPE } from './list-shape.ts';
import type { MadeBitmap, Operator } from './operator.ts';
import { TermOperator } from './term.ts';

/** If the points are fewer than this fraction of the words of a bitmap, an ascending list is made instead. */
const WORDS_PER_POINT = tuning.wordsPerPoint;

/** Points of a column: `from` to `to`, plus the marked points of other ranges. */
export interface ChosenPoints {
  readonly from: number;
  readonly to: number;
  readonly marked: readonly MarkedPoints[];
  /** Total number of points. */
  readonly count: number;
}

/**
 * Documents with a number in an interval. The column is sorted by value, so they are consecutive points. The documents
 * are read on first use. If every document has a single value, counting does not read them.
 */
export class NumberRange implements Operator {
  readonly name: string;
  readonly children: readonly Operator[] = [];
  readonly isNothing = false;
  readonly relevance = null;
  readonly cost: number;
  readonly exactCount: number | null;
  readonly #index: IndexReader;
  readonly #field: FieldHeader;
  readonly #column: NumberColumn;
  readonly #points: ChosenPoints;
  readonly #source: () => string;
  /** Whether its documents are a list instead of a bitmap. */
  readonly #isFew: boolean;
  #docs: Operator | null = null;

  /**
   * `source` is the display form of the interval. Claims the memory of the documents, so that a query with too many ranges is
   * refused before any is read.
   */
  constructor(
    index: IndexReader,
    field: FieldHeader,
    column: NumberColumn,
    points: ChosenPoints,
    source: () => string,
  ) {
    this.name = field.type === 'date' ? 'date range' : 'number range';
    this.cost = points.count;
    this.exactCount = column.isSingleValued ? points.count : null;
    this.#index = index;
    this.#field = field;
    this.#column = column;
    this.#points = points;
    this.#source = source;
    // A list must fit in a sparse set even if all its points are in one block.
    this.#isFew = this.cost <= SPARSE_MAX && this.cost * WORDS_PER_POINT < index.bitmapWords;
    claimMemory(4 * (this.#isFew ? this.cost : index.bitmapWords), 'the documents of a range');
  }

  get detail(): string {
    return `${this.#field.name}:${this.#source()}`;
  }

  listShape(): ListShape {
    return UNKNOWN_SHAPE;
  }

  nextBlock(from: number): number {
    return this.#read().nextBlock(from);
  }

  load(block: number, out: BlockSet): void {
    this.#read().load(block, out);
  }

  retain(block: number, set: BlockSet): void {
    this.#read().retain(block, set);
  }

  remove(block: number, set: BlockSet): void {
    this.#read().remove(block, set);
  }

  unite(block: number, words: Uint32Array, first: number): void {
    this.#read().unite(block, words, first);
  }

  madeBitmap(): MadeBitmap | null {
    return this.#read().madeBitmap?.() ?? null;
  }

  #read(): Operator {
    this.#docs ??= this.#isFew ? this.#asList() : this.#asBitmap();
    return this.#docs;
  }

  #asList(): Operator {
    const { columns } = this.#index;
    const { from, to, marked, count } = this.#points;
    const docs = new Uint32Array(count);
    docs.set(copyDocs(columns, this.#column, from, to));
    let at = to - from;
    for (const one of marked) {
      const own = markedDocs(columns, this.#column, one);
      docs.set(own, at);
      at += own.length;
    }
    docs.sort();
    let distinct = 0;
    for (let i = 0; i < docs.length; i++) if (i === 0 || docs[i] !== docs[i - 1]) docs[distinct++] = docs[i]!;
    return new TermOperator(PostingList.ofDocs(docs.subarray(0, distinct)), this.name, '');
  }

  /**
   * Used for most of a column in which every document of the field has one number: starts with all documents and
   * removes the rest.
   */
  #asBitmap(): Operator {
    const index = this.#index;
    const column = this.#column;
    const words = new Uint32Array(index.bitmapWords);
    const isOneEach = column.isSingleValued && column.count === this.#field.exists.docFreq;
    const { from, to, marked } = this.#points;
    if (!isOneEach || marked.length > 0 || this.cost * 2 < column.count) {
      uniteDocs(index.columns, column, from, to, words);
      for (const one of marked) {
        for (const doc of markedDocs(index.columns, column, one)) words[doc >>> 5]! |= 1 << (doc & 31);
      }
    } else {
      const all = index.exists(this.#field);
      for (let n = 0; n < all.blocks.length; n++) all.uniteBlock(n, words, all.blocks[n]! * BLOCK_WORDS);
      dropDocs(index.columns, column, 0, from, words);
      dropDocs(index.columns, column, to, column.count, words);
    }
    return new DocBitmap(words, this.name, '', this.exactCount);
  }
}

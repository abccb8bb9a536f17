/** Leaf operator: the documents of a posting list. */
import type { FieldHeader } from '../../engine/format.ts';
import { BITMAP, bitmapWords, GAPS } from '../../engine/postings/doc-block.ts';
import type { PostingList } from '../../engine/postings/posting-list-reader.ts';
import { tuning } from '../../shared/thresholds.ts';
import { BlockSet } from './block-set.ts';
import { keep } from './kernel-lists.ts';
import { type ListShape, shapeOfList } from './list-shape.ts';
import { NO_BLOCK, type Operator } from './operator.ts';
import type { Relevance } from './relevance.ts';

/** The documents of one posting list. */
export class TermOperator implements Operator {
  readonly name: string;
  readonly detail: string;
  readonly children: readonly Operator[] = [];
  readonly isNothing = false;
  readonly cost: number;
  readonly exactCount: number;
  readonly relevance: Relevance | null;
  readonly list: PostingList;
  #at = 0;

  /** `field` is the field of the term, if it is scored as a term. `docFreqs` is as in its relevance. */
  constructor(
    list: PostingList,
    name: string,
    detail: string,
    field: FieldHeader | null = null,
    docFreqs: readonly number[] = [list.docFreq],
  ) {
    this.relevance = field === null ? null : { kind: 'list', field, list, docFreqs };
    this.list = list;
    this.name = name;
    this.detail = detail;
    this.cost = list.docFreq;
    this.exactCount = list.docFreq;
  }

  listShape(): ListShape {
    return shapeOfList(this.list);
  }

  nextBlock(from: number): number {
    this.#seek(from);
    return this.#at < this.list.blocks.length ? this.list.blocks[this.#at]! : NO_BLOCK;
  }

  load(block: number, out: BlockSet): void {
    const n = this.#find(block);
    if (n < 0) {
      out.clear();
      return;
    }
    const { list } = this;
    if (list.shortDocs !== null || list.formOf(n) === GAPS) {
      out.isSparse = true;
      out.length = list.decodeBlock(n, out.docs);
    } else list.uniteBlock(n, out.beginDense());
  }

  unite(block: number, words: Uint32Array, first: number): void {
    const n = this.#find(block);
    if (n >= 0) this.list.uniteBlock(n, words, first);
  }

  retain(block: number, set: BlockSet): void {
    const n = this.#find(block);
    if (n < 0) set.clear();
    else if (this.#isLong(n) && set.isSparse) this.#lookUp(n, set, 1);
    else if (this.#isLong(n) && this.list.formOf(n) === BITMAP) this.#retainBitmap(n, set);
    else {
      const loaded = BlockSet.take();
      this.load(block, loaded);
      set.intersect(loaded);
      loaded.release();
    }
  }

  remove(block: number, set: BlockSet): void {
    const n = this.#find(block);
    if (n < 0) return;
    if (this.#isLong(n) && set.isSparse) this.#lookUp(n, set, 0);
    else {
      const loaded = BlockSet.take();
      this.load(block, loaded);
      set.subtract(loaded);
      loaded.release();
    }
  }

  /** Whether a block has so many documents that a bitmap for lookups pays off. */
  #isLong(n: number): boolean {
    return this.list.shortDocs === null && this.list.counts[n]! >= LOOKED_UP_MIN;
  }

  #lookUp(n: number, set: BlockSet, wanted: 0 | 1): void {
    set.length = keep(this.list, n, set.docs, set.length, wanted);
  }

  /** Combines the stored bytes without making a bitmap first. */
  #retainBitmap(n: number, set: BlockSet): void {
    const { list } = this;
    list.fetchBlock(n);
    const own = bitmapWords(list.bytes, list.start, list.end);
    const { words } = set;
    for (let i = 0; i < own.length; i++) words[i]! &= own[i]!;
    words.fill(0, own.length);
  }

  #find(block: number): number {
    this.#seek(block);
    return this.list.blocks[this.#at] === block ? this.#at : -1;
  }

  #seek(block: number): void {
    const { blocks } = this.list;
    if (this.#at > 0 && blocks[this.#at - 1]! >= block) this.#at = 0;
    while (this.#at < blocks.length && blocks[this.#at]! < block) this.#at++;
  }
}

/** A block with fewer documents is merged with a set. */
const LOOKED_UP_MIN = tuning.lookedUpMin;

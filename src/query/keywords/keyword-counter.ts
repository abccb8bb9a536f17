/**
 * Counts the documents of many queries, one query after the other. For each document it keeps two bits: whether any
 * query found it, and whether several did. It also records the first query that found it. A document that several
 * queries have found needs no further work, unless it has a family. So one bit is enough to skip most documents of a
 * long list, and the bits of a million documents fit in the processor's caches.
 */
import { bitsIn, lowestBit } from '../../codec/bits.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import { type FamilySizes, isContainer } from './family-sizes.ts';

const DOCS_PER_SLICE = tuning.columnDocs;

export class KeywordCounter {
  readonly items: Uint32Array;
  readonly itemsWithFamily: Uint32Array;
  /**
   * Bitmaps: documents that any query found; documents that several found; and documents that need a check when a query finds
   * them.
   */
  readonly #found: Int32Array;
  readonly #several: Int32Array;
  readonly #open: Int32Array;
  /** Indexed by found document: the first query that found it. */
  readonly #finders: Uint32Array;
  readonly #families: FamilySizes;
  /** A bitmap of the documents that count; null: all. */
  readonly #within: Uint32Array | null;
  readonly #alone: number[] = [];

  constructor(index: IndexReader, queryCount: number, families: FamilySizes, within: Uint32Array | null) {
    const words = Math.ceil(index.documentCount / 32);
    claimMemory(12 * words + 4 * index.documentCount + 12 * queryCount, 'the report');
    this.items = new Uint32Array(queryCount);
    this.itemsWithFamily = new Uint32Array(queryCount);
    this.#found = new Int32Array(words);
    this.#several = new Int32Array(words);
    this.#open = new Int32Array(words).fill(-1);
    this.#finders = new Uint32Array(index.documentCount);
    this.#families = families;
    this.#within = within;
  }

  /** Adds documents of a query without repeats. Call `end` after the last of them. */
  add(query: number, docs: Uint16Array | Uint32Array, count: number, base: number): void {
    const open = this.#open;
    let items = count;
    for (let i = 0; i < count; i++) {
      const doc = base + docs[i]!;
      if ((open[doc >>> 5]! & (1 << (doc & 31))) !== 0) items -= this.#look(query, doc);
    }
    this.items[query]! += items;
    this.itemsWithFamily[query]! += items;
  }

  /** Handles a document of a query that may need more than a count. Returns 1 if it does not count. */
  #look(query: number, doc: number): 0 | 1 {
    const word = doc >>> 5;
    const bit = 1 << (doc & 31);
    const within = this.#within;
    if (within !== null && (within[word]! & bit) === 0) return 1;
    const isRelated = (this.#families.related[word]! & bit) !== 0;
    if ((this.#found[word]! & bit) === 0) {
      this.#found[word]! |= bit;
      this.#finders[doc] = query;
    } else {
      this.#several[word]! |= bit;
      if (!isRelated) this.#open[word]! &= ~bit;
    }
    if (isRelated) this.#addRelated(query, doc);
    return 0;
  }

  /** Like `add`, for a bitmap of documents from `base` on, a multiple of 32. */
  addBitmap(query: number, words: Uint32Array, base: number): void {
    const within = this.#within;
    const { related } = this.#families;
    let items = 0;
    for (let i = 0, word = base >>> 5; i < words.length; i++, word++) {
      if (words[i] === 0) continue;
      const found = within === null ? words[i]! | 0 : words[i]! & within[word]!;
      const known = this.#found[word]!;
      const again = known & found;
      items += bitsIn(found);
      this.#found[word] = known | found;
      this.#several[word]! |= again;
      this.#open[word]! &= ~again | related[word]!;
      for (let left = found & ~known; left !== 0; left &= left - 1) {
        this.#finders[word * 32 + lowestBit(left)] = query;
      }
      for (let left = found & related[word]!; left !== 0; left &= left - 1) {
        this.#addRelated(query, word * 32 + lowestBit(left));
      }
    }
    this.items[query]! += items;
    this.itemsWithFamily[query]! += items;
  }

  /** Counts the family of a document in place of the document itself. */
  #addRelated(query: number, doc: number): void {
    const { tops, sizes, met, kinds } = this.#families;
    this.itemsWithFamily[query]!--;
    if (isContainer(kinds, doc)) {
      this.#alone.push(doc);
      return;
    }
    const top = tops[doc]!;
    if (met[top] === query + 1) return;
    met[top] = query + 1;
    this.itemsWithFamily[query]! += sizes[top]!;
  }

  /** Containers count as single items, unless they are within a counted family. */
  end(query: number): void {
    const { tops, met } = this.#families;
    for (const doc of this.#alone) {
      const top = tops[doc]!;
      if (top === doc || met[top] !== query + 1) this.itemsWithFamily[query]!++;
    }
    this.#alone.length = 0;
  }

  /** Call this after all queries. */
  *totals(): Generator<void, { readonly unique: Uint32Array; readonly total: number }> {
    const unique = new Uint32Array(this.items.length);
    let total = 0;
    for (let word = 0; word < this.#found.length; word++) {
      if ((word * 32) % DOCS_PER_SLICE === 0) yield;
      const found = this.#found[word]!;
      total += bitsIn(found);
      for (let left = found & ~this.#several[word]!; left !== 0; left &= left - 1) {
        unique[this.#finders[word * 32 + lowestBit(left)]!]!++;
      }
    }
    return { unique, total };
  }

  /** Returns the ids of the items that any query found, ascending. There are `total`. */
  *foundIds({ ids, idOrder }: Pick<IndexReader, 'ids' | 'idOrder'>, total: number): Generator<void, Uint32Array> {
    claimMemory(4 * total, 'the items of the report');
    const found = new Uint32Array(total);
    const documents = this.#finders.length;
    let count = 0;
    for (let rank = 0; rank < documents; rank++) {
      if (rank % DOCS_PER_SLICE === 0) yield;
      const doc = idOrder === null ? rank : idOrder.docs[rank]!;
      if ((this.#found[doc >>> 5]! & (1 << (doc & 31))) !== 0) found[count++] = ids[doc]!;
    }
    return found;
  }
}

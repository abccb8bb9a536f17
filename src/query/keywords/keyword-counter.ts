/**
 * Counts the documents of many queries, one query after the other: for each document it is kept which query found it first, and whether
 * another one found it, too.
 */
import type { IndexReader } from '../../engine/index-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { ways } from '../../shared/thresholds.ts';
import type { FamilySizes } from './family-sizes.ts';

/** By document: 0, the number of the only query plus one, or this. */
const SEVERAL = 0xffff_ffff;
const DOCS_PER_SLICE = ways.columnDocs;

export class KeywordCounter {
  readonly items: Uint32Array;
  readonly itemsWithFamily: Uint32Array;
  readonly #finders: Uint32Array;
  readonly #families: FamilySizes;
  /** A bitmap of the documents that count; null: all of them. */
  readonly #within: Uint32Array | null;
  readonly #alone: number[] = [];

  constructor(index: IndexReader, queryCount: number, families: FamilySizes, within: Uint32Array | null) {
    claimMemory(4 * index.documentCount + 12 * queryCount, 'the report');
    this.items = new Uint32Array(queryCount);
    this.itemsWithFamily = new Uint32Array(queryCount);
    this.#finders = new Uint32Array(index.documentCount);
    this.#families = families;
    this.#within = within;
  }

  /** Adds documents of a query; `end` comes behind the last of them. */
  add(query: number, docs: Uint16Array | Uint32Array, count: number, base: number): void {
    const finders = this.#finders;
    const within = this.#within;
    const { tops, sizes, met, isContainer } = this.#families;
    const finder = query + 1;
    let items = 0;
    let withFamily = 0;
    for (let i = 0; i < count; i++) {
      const doc = base + docs[i]!;
      if (within !== null && (within[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      items++;
      const known = finders[doc]!;
      if (known === 0) finders[doc] = finder;
      else if (known !== finder) finders[doc] = SEVERAL;
      if (isContainer[doc] === 1) this.#alone.push(doc);
      else {
        const top = tops[doc]!;
        if (met[top] === finder) continue;
        met[top] = finder;
        withFamily += sizes[top]!;
      }
    }
    this.items[query]! += items;
    this.itemsWithFamily[query]! += withFamily;
  }

  /** Containers stand alone, unless they are within a family that was counted. */
  end(query: number): void {
    const { tops, met } = this.#families;
    for (const doc of this.#alone) {
      const top = tops[doc]!;
      if (top === doc || met[top] !== query + 1) this.itemsWithFamily[query]!++;
    }
    this.#alone.length = 0;
  }

  /** When all queries have been counted. */
  *totals(): Generator<void, { readonly unique: Uint32Array; readonly total: number }> {
    const unique = new Uint32Array(this.items.length);
    const finders = this.#finders;
    let total = 0;
    for (let doc = 0; doc < finders.length; doc++) {
      if (doc % DOCS_PER_SLICE === 0) yield;
      const finder = finders[doc]!;
      if (finder === 0) continue;
      total++;
      if (finder !== SEVERAL) unique[finder - 1]!++;
    }
    return { unique, total };
  }

  /** The ids of the items that any query found, ascending; `total` of them. */
  *foundIds({ ids, idOrder }: Pick<IndexReader, 'ids' | 'idOrder'>, total: number): Generator<void, Uint32Array> {
    claimMemory(4 * total, 'the items of the report');
    const found = new Uint32Array(total);
    const finders = this.#finders;
    let count = 0;
    for (let rank = 0; rank < finders.length; rank++) {
      if (rank % DOCS_PER_SLICE === 0) yield;
      const doc = idOrder === null ? rank : idOrder.docs[rank]!;
      if (finders[doc] !== 0) found[count++] = ids[doc]!;
    }
    return found;
  }
}

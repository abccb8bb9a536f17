/**
 * Counts the documents of many queries, one query after the other. What is kept of a document are bits: whether any query found it, and
 * whether several did. Which query it was is written once, when the first one finds it: a document that half of all queries
 * find costs the others no more than its bits, and these are small enough to stay in the caches of the processor.
 */
import { bitsIn } from '../../codec/bits.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { ways } from '../../shared/thresholds.ts';
import type { FamilySizes } from './family-sizes.ts';

const DOCS_PER_SLICE = ways.columnDocs;

/** The bits of 32 documents are four words, one behind the other: whether any query found them, … */
const CELL_SHIFT = 2;
/** … whether several did, … */
const SEVERAL = 1;
/** … whether more must be known of their families than that they are an item more, … */
const RELATED = 2;
/** … and whether they count at all. */
const WITHIN = 3;

export class KeywordCounter {
  readonly items: Uint32Array;
  readonly itemsWithFamily: Uint32Array;
  readonly #bits: Int32Array;
  /** By document that was found: the query that found it first. */
  readonly #finders: Uint32Array;
  readonly #families: FamilySizes;
  readonly #alone: number[] = [];

  /** `within`: a bitmap of the documents that count; null: all of them. */
  constructor(index: IndexReader, queryCount: number, families: FamilySizes, within: Uint32Array | null) {
    const cells = Math.ceil(index.documentCount / 32);
    claimMemory(16 * cells + 4 * index.documentCount + 12 * queryCount, 'the report');
    this.items = new Uint32Array(queryCount);
    this.itemsWithFamily = new Uint32Array(queryCount);
    this.#finders = new Uint32Array(index.documentCount);
    this.#families = families;
    this.#bits = new Int32Array(cells << CELL_SHIFT);
    const { related } = families;
    for (let cell = 0, at = 0; cell < cells; cell++, at += 1 << CELL_SHIFT) {
      this.#bits[at + RELATED] = related[cell]!;
      this.#bits[at + WITHIN] = within === null ? -1 : within[cell]!;
    }
  }

  /** Adds documents of a query, each of them once; `end` comes behind the last of them. */
  add(query: number, docs: Uint16Array | Uint32Array, count: number, base: number): void {
    const bits = this.#bits;
    const finders = this.#finders;
    let items = 0;
    let unrelated = 0;
    for (let i = 0; i < count; i++) {
      const doc = base + docs[i]!;
      const bit = 1 << (doc & 31);
      const at = (doc >>> 5) << CELL_SHIFT;
      if ((bits[at + WITHIN]! & bit) === 0) continue;
      items++;
      const known = bits[at]!;
      if ((known & bit) !== 0) bits[at + SEVERAL]! |= bit;
      else {
        bits[at] = known | bit;
        finders[doc] = query;
      }
      if ((bits[at + RELATED]! & bit) === 0) unrelated++;
      else this.#addRelated(query, doc);
    }
    this.items[query]! += items;
    this.itemsWithFamily[query]! += unrelated;
  }

  /** The same of a bitmap of documents from `base` on, a multiple of 32. */
  addBitmap(query: number, words: Uint32Array, base: number): void {
    const bits = this.#bits;
    let items = 0;
    let unrelated = 0;
    for (let word = 0, at = (base >>> 5) << CELL_SHIFT; word < words.length; word++, at += 1 << CELL_SHIFT) {
      if (words[word] === 0) continue;
      const found = words[word]! & bits[at + WITHIN]!;
      if (found === 0) continue;
      const known = bits[at]!;
      const related = found & bits[at + RELATED]!;
      const first = base + word * 32;
      items += bitsIn(found);
      unrelated += bitsIn(found & ~related);
      bits[at] = known | found;
      bits[at + SEVERAL]! |= known & found;
      for (let left = found & ~known; left !== 0; left &= left - 1) this.#finders[first + lowestBit(left)] = query;
      for (let left = related; left !== 0; left &= left - 1) this.#addRelated(query, first + lowestBit(left));
    }
    this.items[query]! += items;
    this.itemsWithFamily[query]! += unrelated;
  }

  #addRelated(query: number, doc: number): void {
    const { tops, sizes, met, isContainer } = this.#families;
    if (isContainer[doc] === 1) {
      this.#alone.push(doc);
      return;
    }
    const top = tops[doc]!;
    if (met[top] === query + 1) return;
    met[top] = query + 1;
    this.itemsWithFamily[query]! += sizes[top]!;
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
    const bits = this.#bits;
    let total = 0;
    for (let at = 0, first = 0; at < bits.length; at += 1 << CELL_SHIFT, first += 32) {
      if (first % DOCS_PER_SLICE === 0) yield;
      total += bitsIn(bits[at]!);
      for (let left = bits[at]! & ~bits[at + SEVERAL]!; left !== 0; left &= left - 1) {
        unique[this.#finders[first + lowestBit(left)]!]!++;
      }
    }
    return { unique, total };
  }

  /** The ids of the items that any query found, ascending; `total` of them. */
  *foundIds({ ids, idOrder }: Pick<IndexReader, 'ids' | 'idOrder'>, total: number): Generator<void, Uint32Array> {
    claimMemory(4 * total, 'the items of the report');
    const found = new Uint32Array(total);
    const bits = this.#bits;
    const documents = this.#finders.length;
    let count = 0;
    for (let rank = 0; rank < documents; rank++) {
      if (rank % DOCS_PER_SLICE === 0) yield;
      const doc = idOrder === null ? rank : idOrder.docs[rank]!;
      if ((bits[(doc >>> 5) << CELL_SHIFT]! & (1 << (doc & 31))) !== 0) found[count++] = ids[doc]!;
    }
    return found;
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

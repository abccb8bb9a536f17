/**
 * Reads the tree of an index. Lookups of single documents read the index itself, a page of children at a time. Scans of
 * many documents use arrays in memory, which `load` makes.
 */
import { readU32 } from '../../codec/byte-reader.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { CHUNK_BYTES, type Extent, type TreeHeader } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';

export class TreeReader {
  /**
   * The number that the top level has in place of a parent. The top level consists of the documents without a known
   * parent.
   */
  readonly top: number;
  readonly #stream: StreamReader;
  readonly #header: TreeHeader;
  /** Whether all documents are at the top level. */
  readonly #isFlat: boolean;

  constructor(stream: StreamReader, header: TreeHeader, documentCount: number) {
    this.#stream = stream;
    this.#header = header;
    this.#isFlat = header.childStarts.length === 0;
    this.top = documentCount;
  }

  /** Returns the document of the parent, or -1. */
  parentOf(doc: number): number {
    return this.#isFlat ? -1 : this.#number(this.#header.parents, doc) - 1;
  }

  /** Bits of src/schema/item-kinds.ts. */
  kindOf(doc: number): number {
    this.#stream.fetch(this.#header.kinds.offset + doc, 1);
    return this.#stream.bytes[this.#stream.start]!;
  }

  childCount(doc: number): number {
    return this.#startOf(doc + 1) - this.#startOf(doc);
  }

  /** Returns at most `limit` children in order, from an index on. */
  children(doc: number, from: number, limit: number): Uint32Array {
    const start = this.#startOf(doc);
    const count = Math.max(0, Math.min(limit, this.childCount(doc) - from));
    this.#stream.fetch(this.#header.children.offset + (start + from) * 4, count * 4);
    const { bytes, start: at } = this.#stream;
    return Uint32Array.from({ length: count }, (_, i) => readU32(bytes, at + i * 4));
  }

  #startOf(doc: number): number {
    if (this.#isFlat) return doc <= this.top ? 0 : this.top;
    return this.#number(this.#header.childStarts, doc);
  }

  #number({ offset }: Extent, index: number): number {
    this.#stream.fetch(offset + index * 4, 4);
    return readU32(this.#stream.bytes, this.#stream.start);
  }

  /** Returns the whole tree in memory. */
  *load(): Generator<void, LoadedTree> {
    const { parents, kinds, childStarts, children } = this.#header;
    const bytes = kinds.length + children.length + 4 * (this.top + this.top + 2);
    claimMemory(bytes, 'the tree of items');
    return {
      parents: this.#isFlat ? new Uint32Array(this.top) : new Uint32Array(yield* this.#bytesOf(parents)),
      kinds: new Uint8Array(yield* this.#bytesOf(kinds)),
      childStarts: this.#isFlat ? flatStarts(this.top) : new Uint32Array(yield* this.#bytesOf(childStarts)),
      children: new Uint32Array(yield* this.#bytesOf(children)),
      bytes,
    };
  }

  *#bytesOf({ offset, length }: Extent): Generator<void, ArrayBuffer> {
    const all = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const count = Math.min(length - at, CHUNK_BYTES - ((offset + at) % CHUNK_BYTES));
      this.#stream.fetch(offset + at, count);
      all.set(this.#stream.bytes.subarray(this.#stream.start, this.#stream.start + count), at);
      at += count;
      yield;
    }
    return all.buffer;
  }
}

/** Returns the child starts for a tree whose documents are all at the top level. */
export function flatStarts(documentCount: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(documentCount + 2);
  starts[documentCount + 1] = documentCount;
  return starts;
}

/** The arrays of {@link TreeHeader}. */
export interface LoadedTree {
  readonly parents: Uint32Array;
  readonly kinds: Uint8Array;
  readonly childStarts: Uint32Array;
  readonly children: Uint32Array;
  readonly bytes: number;
}

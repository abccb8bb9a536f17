/**
 * Locations of the inline texts of documents: an entry for each document with a text, in order. A search for the next document
 * looks at the next entry first.
 */
import { readU32, readU40 } from '../codec/byte-reader.ts';
import type { Extent } from './format.ts';
import type { StreamReader } from './store/stream-reader.ts';

/** Bytes of an entry: document, offset of its text, and length. */
const ENTRY_BYTES = 14;

export class TextExtents {
  readonly #stream: StreamReader;
  readonly #offset: number;
  readonly #count: number;
  readonly #documents: number;
  /** The entry after the last one found. */
  #next = 0;

  constructor(stream: StreamReader, { offset, length }: Extent, documents: number) {
    this.#stream = stream;
    this.#offset = offset;
    this.#count = length / ENTRY_BYTES;
    this.#documents = documents;
  }

  /** Returns the extent of a document's text, or null if it has none. */
  extentOf(doc: number): Extent | null {
    if (this.#next < this.#count && this.#docAt(this.#next) === doc) return this.#extentAt(this.#next);
    // The number of texts before a document is at most the number of documents before it. It is least if all documents
    // without a text come first.
    let low = Math.max(0, doc - (this.#documents - this.#count));
    let high = Math.min(this.#count, doc + 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#docAt(middle);
      if (found === doc) return this.#extentAt(middle);
      if (found < doc) low = middle + 1;
      else high = middle;
    }
    return null;
  }

  #docAt(entry: number): number {
    const stream = this.#stream;
    stream.fetch(this.#offset + entry * ENTRY_BYTES, ENTRY_BYTES);
    return readU32(stream.bytes, stream.start);
  }

  /** Returns the extent of the entry that was examined last. */
  #extentAt(entry: number): Extent {
    const { bytes, start } = this.#stream;
    this.#next = entry + 1;
    return { offset: readU40(bytes, start + 4), length: readU40(bytes, start + 9) };
  }
}

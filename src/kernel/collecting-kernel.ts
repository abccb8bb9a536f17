/**
 * Divides the occurrences of terms among stretches of documents, compiled to WebAssembly from assembly/collecting.ts, and the memory
 * that it works in: a page of words and one of bytes for each stretch, which the caller takes when they are full.
 */
import { code } from './collecting-code.ts';
import { type GrowingMemory, growTo, LAYOUT_START, startCode } from './wasm-memory.ts';

interface Code {
  readonly memory: GrowingMemory;
  lay(
    documents: number,
    docs: number,
    positions: number,
    term: number,
    records: number,
    stretches: number,
    pages: number,
    pageBytes: number,
  ): void;
  beginTerm(number: number, length: number): void;
  take(from: number, to: number): number;
}

/** Occurrences that are taken at a time. */
const OCCURRENCES = 4096;
const TERM_BYTES = 1 << 16;
/** Fewer are copied one by one. */
const FEW = 24;
const RECORD_WORDS = 4;
const STRETCH_WORDS = 8;

/** What a stretch has so far. */
export interface CollectedWords {
  readonly terms: number;
  readonly termBytes: number;
  /** What its pages have that are not full. */
  readonly words: Uint8Array;
  readonly bytes: Uint8Array;
}

export class CollectingKernel {
  readonly #code: Code;
  readonly #docs: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #term: Uint8Array;
  readonly #records: Uint32Array;
  readonly #stretches: Uint32Array;
  readonly #pages: Uint8Array;
  readonly #pagesAt: number;
  readonly #pageBytes: number;

  /**
   * `stretchOf` has the stretch of each document, or a negative number; `firsts` their first documents. `onPage` gets pages that are
   * full: of words, or of bytes of terms. Throws RangeError where it does not fit into the memory that there is.
   */
  constructor(
    stretchOf: Int32Array,
    firsts: readonly number[],
    pageBytes: number,
    onPage: (stretch: number, isOfBytes: boolean, page: Uint8Array) => void,
  ) {
    const page = (stretch: number, isOfBytes: number): void => {
      const at = (2 * stretch + isOfBytes) * pageBytes;
      onPage(stretch, isOfBytes === 1, this.#pages.subarray(at, at + pageBytes));
    };
    this.#code = startCode<Code>(code, { collecting: { endPage: page } });
    const docs = LAYOUT_START;
    const positions = docs + 4 * OCCURRENCES;
    const term = positions + 4 * OCCURRENCES;
    const records = term + TERM_BYTES;
    const stretches = records + 4 * RECORD_WORDS * stretchOf.length;
    const pages = stretches + 4 * STRETCH_WORDS * firsts.length;
    const end = pages + 2 * pageBytes * firsts.length;
    const { memory } = this.#code;
    growTo(memory, end);
    const { buffer } = memory;
    this.#docs = new Uint32Array(buffer, docs, OCCURRENCES);
    this.#positions = new Uint32Array(buffer, positions, OCCURRENCES);
    this.#term = new Uint8Array(buffer, term, TERM_BYTES);
    this.#records = new Uint32Array(buffer, records, RECORD_WORDS * stretchOf.length);
    this.#stretches = new Uint32Array(buffer, stretches, STRETCH_WORDS * firsts.length);
    this.#pages = new Uint8Array(buffer, pages, 2 * pageBytes * firsts.length);
    this.#pagesAt = pages;
    this.#pageBytes = pageBytes;
    this.#code.lay(stretchOf.length, docs, positions, term, records, stretches, pages, pageBytes);
    for (const [doc, stretch] of stretchOf.entries()) {
      this.#records[RECORD_WORDS * doc] = stretch;
      if (stretch >= 0) this.#records[RECORD_WORDS * doc + 1] = firsts[stretch]!;
    }
    for (const stretch of firsts.keys()) {
      this.#stretches[STRETCH_WORDS * stretch] = pages + 2 * stretch * pageBytes;
      this.#stretches[STRETCH_WORDS * stretch + 1] = pages + (2 * stretch + 1) * pageBytes;
    }
  }

  /** The current term is `bytes[start … end)`, which is not empty, and the `number`-th, from 1. */
  beginTerm(number: number, bytes: Uint8Array, start: number, end: number): void {
    const term = this.#term;
    for (let i = start, to = 0; i < end; i++, to++) term[to] = bytes[i]!;
    this.#code.beginTerm(number, end - start);
  }

  /** Takes occurrences `[from … to)` of the current term; returns where it stopped: at `to`, or at a document without a stretch. */
  take(docs: Uint32Array, positions: Uint32Array, from: number, to: number): number {
    const ownDocs = this.#docs;
    const ownPositions = this.#positions;
    for (let i = from; i < to; ) {
      const count = Math.min(OCCURRENCES, to - i);
      if (count < FEW) {
        for (let n = 0; n < count; n++) {
          ownDocs[n] = docs[i + n]!;
          ownPositions[n] = positions[i + n]!;
        }
      } else {
        ownDocs.set(docs.subarray(i, i + count));
        ownPositions.set(positions.subarray(i, i + count));
      }
      const taken = this.#code.take(0, count);
      i += taken;
      if (taken < count) return i;
    }
    return to;
  }

  /** Tokens of a document, and positions up to its last. */
  countOf(doc: number): number {
    return this.#records[RECORD_WORDS * doc + 2]!;
  }

  widthOf(doc: number): number {
    return this.#records[RECORD_WORDS * doc + 3]!;
  }

  collected(stretch: number): CollectedWords {
    const own = STRETCH_WORDS * stretch;
    const end = (kind: number): Uint8Array => {
      const page = 2 * stretch * this.#pageBytes + kind * this.#pageBytes;
      return this.#pages.slice(page, this.#stretches[own + kind]! - this.#pagesAt);
    };
    return { terms: this.#stretches[own + 3]!, termBytes: this.#stretches[own + 4]!, words: end(0), bytes: end(1) };
  }
}

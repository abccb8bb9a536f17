/**
 * Distributes the occurrences of terms to stretches of documents. It is compiled to WebAssembly from
 * assembly/collecting.ts. It works in the memory in which Lucene lists are decoded, so that these need not be copied.
 * Each stretch has a page of words and a page of bytes in this memory. The caller takes full pages.
 */
import { startCode } from '../../kernel/wasm-memory.ts';
import { listMemory } from '../../lucene/lucene-lists.ts';
import { code } from './collecting-code.ts';

interface Code extends CollectingCode {
  lay(documents: number, records: number, stretches: number, pages: number, pageBytes: number): void;
}

/** The code that takes terms in place. */
export interface CollectingCode {
  beginTerm(number: number, term: number, length: number): void;
  take(docs: number, docsEnd: number, positions: number): number;
}

/** Number of occurrences copied at a time, if they are in another memory. */
const OCCURRENCES = 4096;
const TERM_BYTES = 1 << 16;
const RECORD_WORDS = 4;
const STRETCH_WORDS = 8;

/** The data collected for a stretch so far. */
export interface CollectedWords {
  readonly termBytes: number;
  /** The contents of its incomplete page of words. */
  readonly words: Uint8Array;
  readonly bytes: Uint8Array;
}

/** The memory layout, as offsets. */
interface Layout {
  readonly start: number;
  readonly bytes: number;
  readonly docs: number;
  readonly positions: number;
  readonly term: number;
  readonly records: number;
  readonly recordWords: number;
  readonly stretches: number;
  readonly stretchWords: number;
  readonly pages: number;
}

export class CollectingKernel {
  readonly code: CollectingCode;
  readonly #layout: Layout;
  readonly #pageBytes: number;
  #buffer: ArrayBuffer = new ArrayBuffer(0);
  #docs = new Uint32Array(0);
  #positions = new Uint32Array(0);
  #term = new Uint8Array(0);
  #records = new Uint32Array(0);
  #stretches = new Uint32Array(0);

  /**
   * `stretchOf`: the stretch of each document, or a negative number. `firsts`: the first document of each stretch.
   * `pageBytes`: a power of two. `onPage` receives full pages of words, or of bytes of terms. Throws RangeError if
   * memory is exhausted.
   */
  constructor(
    stretchOf: Int32Array,
    firsts: readonly number[],
    pageBytes: number,
    onPage: (stretch: number, isOfBytes: boolean, page: Uint8Array) => void,
  ) {
    const endPage = (stretch: number, isOfBytes: number): void => {
      const at = this.#layout.pages + (2 * stretch + isOfBytes) * pageBytes;
      onPage(stretch, isOfBytes === 1, new Uint8Array(listMemory.buffer, at, pageBytes));
    };
    const started = startCode<Code>(code, { collecting: { endPage }, env: { memory: listMemory.code.memory } });
    this.#pageBytes = pageBytes;
    this.#layout = layoutOf(RECORD_WORDS * stretchOf.length, STRETCH_WORDS * firsts.length, firsts.length, pageBytes);
    const { records, stretches, pages } = this.#layout;
    this.code = started;
    this.#renew();
    started.lay(stretchOf.length, records, stretches, pages, pageBytes);
    for (const [doc, stretch] of stretchOf.entries()) {
      this.#records[RECORD_WORDS * doc] = stretch;
      if (stretch >= 0) this.#records[RECORD_WORDS * doc + 1] = firsts[stretch]!;
    }
    for (const stretch of firsts.keys()) {
      this.#stretches[STRETCH_WORDS * stretch] = pages + 2 * stretch * pageBytes;
      this.#stretches[STRETCH_WORDS * stretch + 1] = pages + (2 * stretch + 1) * pageBytes;
    }
  }

  /** Creates the views, at the start and whenever memory has grown. */
  #renew(): void {
    const { docs, positions, term, records, recordWords, stretches, stretchWords } = this.#layout;
    const { buffer } = listMemory;
    this.#buffer = buffer;
    this.#docs = new Uint32Array(buffer, docs, OCCURRENCES);
    this.#positions = new Uint32Array(buffer, positions, OCCURRENCES);
    this.#term = new Uint8Array(buffer, term, TERM_BYTES);
    this.#records = new Uint32Array(buffer, records, recordWords);
    this.#stretches = new Uint32Array(buffer, stretches, stretchWords);
  }

  /** Sets the current term, the non-empty `bytes[start … end)`. `number` counts from 1. */
  beginTerm(number: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.#buffer !== listMemory.buffer) this.#renew();
    const term = this.#term;
    for (let i = start, to = 0; i < end; i++, to++) term[to] = bytes[i]!;
    this.code.beginTerm(number, this.#layout.term, end - start);
  }

  /**
   * Takes occurrences `[from … to)` of the current term. Returns the index at which it stopped: `to`, or that of a
   * document without a stretch.
   */
  take(docs: Uint32Array, positions: Uint32Array, from: number, to: number): number {
    if (docs.buffer === listMemory.buffer && positions.buffer === listMemory.buffer) {
      const at = docs.byteOffset;
      return (this.code.take(at + 4 * from, at + 4 * to, positions.byteOffset + 4 * from) - at) / 4;
    }
    if (this.#buffer !== listMemory.buffer) this.#renew();
    const at = this.#layout.docs;
    for (let i = from; i < to; ) {
      const count = Math.min(OCCURRENCES, to - i);
      this.#docs.set(docs.subarray(i, i + count));
      this.#positions.set(positions.subarray(i, i + count));
      const taken = (this.code.take(at, at + 4 * count, this.#layout.positions) - at) / 4;
      i += taken;
      if (taken < count) return i;
    }
    return to;
  }

  /** Returns the number of tokens of a document, and of positions up to its last one. */
  countOf(doc: number): number {
    return this.#records[RECORD_WORDS * doc + 2]!;
  }

  widthOf(doc: number): number {
    return this.#records[RECORD_WORDS * doc + 3]!;
  }

  collected(stretch: number): CollectedWords {
    if (this.#buffer !== listMemory.buffer) this.#renew();
    const own = STRETCH_WORDS * stretch;
    const end = (kind: number): Uint8Array => {
      const page = this.#layout.pages + (2 * stretch + kind) * this.#pageBytes;
      return new Uint8Array(listMemory.buffer, page, this.#stretches[own + kind]! - page).slice();
    };
    return { termBytes: this.#stretches[own + 3]!, words: end(0), bytes: end(1) };
  }

  /** Releases its memory. Must be the last call. */
  close(): void {
    listMemory.giveBack(this.#layout.start, this.#layout.bytes);
  }
}

function layoutOf(recordWords: number, stretchWords: number, stretchCount: number, pageBytes: number): Layout {
  const before = 8 * OCCURRENCES + TERM_BYTES + 4 * (recordWords + stretchWords);
  const bytes = before + (2 * stretchCount + 1) * pageBytes;
  const start = listMemory.take(bytes);
  const docs = start;
  const positions = docs + 4 * OCCURRENCES;
  const term = positions + 4 * OCCURRENCES;
  const records = term + TERM_BYTES;
  const stretches = records + 4 * recordWords;
  const pages = Math.ceil((stretches + 4 * stretchWords) / pageBytes) * pageBytes;
  return { start, bytes, docs, positions, term, records, recordWords, stretches, stretchWords, pages };
}

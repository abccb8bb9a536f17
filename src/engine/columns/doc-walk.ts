/**
 * The documents of a column in the order of its values, from either end, for callers that need only the first ones. A document
 * with several values occurs once for each.
 */
import { lengthened } from '../../shared/longer-arrays.ts';
import { claimMemory } from '../../shared/query-memory.ts';
import { type NumberColumn, SPELLINGS_PER_GROUP } from '../format.ts';
import type { StreamReader } from '../store/stream-reader.ts';
import { copyDocs } from './number-column-reader.ts';
import type { SpellingDocuments, ValueColumnReader } from './values/value-column-reader.ts';

export interface DocWalk {
  /** Returns up to `count` next documents, or null at the end. May return none while a long list is being read. */
  next(count: number): Uint32Array | null;
}

export class PointWalk implements DocWalk {
  readonly #stream: StreamReader;
  readonly #column: NumberColumn;
  readonly #isDescending: boolean;
  #walked = 0;

  constructor(stream: StreamReader, column: NumberColumn, isDescending: boolean) {
    this.#stream = stream;
    this.#column = column;
    this.#isDescending = isDescending;
  }

  next(count: number): Uint32Array | null {
    const { count: all } = this.#column;
    if (this.#walked === all) return null;
    const from = this.#walked;
    const to = Math.min(all, from + count);
    this.#walked = to;
    return this.#isDescending
      ? copyDocs(this.#stream, this.#column, all - to, all - from).reverse()
      : copyDocs(this.#stream, this.#column, from, to);
  }
}

export class SpellingWalk implements DocWalk {
  readonly #documents: SpellingDocuments;
  #left: number;
  #isWithin = false;

  constructor(reader: ValueColumnReader) {
    this.#documents = reader.documents();
    this.#left = reader.column.spellingCount;
  }

  next(count: number): Uint32Array | null {
    const docs = new Uint32Array(count);
    const read = this.read(docs, 0);
    return read === 0 ? null : docs.subarray(0, read);
  }

  /** Fills `docs` from `at` and returns the end. `docs` is filled completely unless no documents are left. */
  read(docs: Uint32Array, at: number): number {
    while (at < docs.length) {
      let doc = this.#isWithin ? this.#documents.next() : -1;
      if (doc < 0) {
        if (this.#left === 0) break;
        this.#left--;
        doc = this.#documents.first();
      }
      this.#isWithin = true;
      docs[at++] = doc;
    }
    return at;
  }
}

/**
 * Walks from the last spelling to the first. Reads the documents of a group of spellings forwards, then returns them
 * backwards.
 */
export class BackwardSpellingWalk implements DocWalk {
  readonly #reader: ValueColumnReader;
  #group: number;
  #documents: SpellingDocuments | null = null;
  /** Spellings of the group that are still unread. */
  #left = 0;
  #docs = new Uint32Array(SPELLINGS_PER_GROUP);
  #count = 0;

  constructor(reader: ValueColumnReader) {
    this.#reader = reader;
    this.#group = Math.ceil(reader.column.spellingCount / SPELLINGS_PER_GROUP);
  }

  next(count: number): Uint32Array | null {
    if (this.#documents === null && this.#count === 0) {
      if (this.#group === 0) return null;
      this.#group--;
      this.#documents = this.#reader.documents(this.#group);
      const first = this.#group * SPELLINGS_PER_GROUP;
      this.#left = Math.min(SPELLINGS_PER_GROUP, this.#reader.column.spellingCount - first);
      this.#read(this.#documents.first());
      this.#left--;
    }
    const documents = this.#documents;
    if (documents !== null) {
      for (let n = 0; n < count; n++) {
        const doc = documents.next();
        if (doc >= 0) this.#read(doc);
        else if (this.#left-- > 0) this.#read(documents.first());
        else {
          this.#documents = null;
          break;
        }
      }
      if (this.#documents !== null) return new Uint32Array(0);
    }
    const from = Math.max(0, this.#count - count);
    const last = this.#docs.slice(from, this.#count).reverse();
    this.#count = from;
    return last;
  }

  #read(doc: number): void {
    if (this.#count === this.#docs.length) {
      claimMemory(8 * this.#count, 'the documents of a value');
      this.#docs = lengthened(this.#docs, 2 * this.#count);
    }
    this.#docs[this.#count++] = doc;
  }
}

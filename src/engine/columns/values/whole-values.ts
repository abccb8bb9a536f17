/** The whole values of a field in memory: spellings by document. The spellings themselves stay in the index. */
import { leastPassing } from '../../../shared/sorting/binary-search.ts';
import type { ValueColumn } from '../../format.ts';
import type { StreamReader } from '../../store/stream-reader.ts';
import { bytesOf, type DocValues, type OrdinalCursor, severalValues, singleValues } from '../doc-values.ts';
import { BackwardSpellingWalk, type DocWalk, SpellingWalk } from '../doc-walk.ts';
import { type SpellingDocuments, ValueColumnReader } from './value-column-reader.ts';
import { foldedOf } from './value-run.ts';

export class WholeValues {
  readonly docs: DocValues;
  readonly spellingCount: number;
  /** Number of distinct folded values. */
  readonly valueCount: number;
  /** The value of each spelling, ascending; null if it equals the spelling's number. */
  readonly values: Uint32Array | null;
  readonly #reader: ValueColumnReader;
  #firsts: Uint32Array | null = null;

  constructor(docs: DocValues, values: Uint32Array | null, reader: ValueColumnReader) {
    this.docs = docs;
    this.values = values;
    this.#reader = reader;
    this.spellingCount = reader.column.spellingCount;
    this.valueCount = reader.column.valueCount;
  }

  get bytes(): number {
    return bytesOf(this.docs) + (this.values === null ? 0 : this.values.byteLength + 4 * this.valueCount);
  }

  spelling(number: number): string {
    return this.#reader.spelling(number);
  }

  /** Returns the first spelling of a value. Its other spellings follow, up to the first of the next value. */
  firstSpelling(value: number): number {
    const { values } = this;
    if (values === null || value === this.valueCount) return value === this.valueCount ? this.spellingCount : value;
    if (this.#firsts === null) {
      const firsts = new Uint32Array(this.valueCount);
      for (let n = values.length - 1; n >= 0; n--) firsts[values[n]!] = n;
      this.#firsts = firsts;
    }
    return this.#firsts[value]!;
  }

  folded(value: number): string {
    return foldedOf(this.spelling(this.firstSpelling(value)));
  }

  /** Returns the documents in the order of their values. */
  walk(isDescending: boolean): DocWalk {
    return isDescending ? new BackwardSpellingWalk(this.#reader) : new SpellingWalk(this.#reader);
  }

  /** Returns the first value that is not less than a folded text, by code point; `valueCount` if there is none. */
  firstFrom(text: string): number {
    const wanted = Buffer.from(text);
    return leastPassing(this.valueCount, (n) => Buffer.compare(Buffer.from(this.folded(n)), wanted) >= 0);
  }
}

export function* loadWholeValues(
  stream: StreamReader,
  column: ValueColumn,
  documentCount: number,
): Generator<void, WholeValues> {
  const reader = new ValueColumnReader(stream, column);
  const open = (): OrdinalCursor => new SpellingCursor(reader.documents(), column.spellingCount);
  const docs = column.isSingleValued
    ? yield* singleValues(documentCount, open())
    : yield* severalValues(documentCount, open);
  return new WholeValues(docs, reader.values(), reader);
}

class SpellingCursor implements OrdinalCursor {
  readonly #documents: SpellingDocuments;
  readonly #count: number;
  ordinal = -1;
  doc = -1;

  constructor(documents: SpellingDocuments, count: number) {
    this.#documents = documents;
    this.#count = count;
  }

  next(): boolean {
    this.doc = this.ordinal < 0 ? -1 : this.#documents.next();
    if (this.doc >= 0) return true;
    if (++this.ordinal >= this.#count) return false;
    this.doc = this.#documents.first();
    return true;
  }
}

/** The whole values of all fields of a build: collected item by item, and written as columns at its end. */
import { join } from 'node:path';
import { ByteWriter } from '../../codec/byte-writer.ts';
import type { Analysis } from '../../schema/field-types.ts';
import { type Extent, SPELLINGS_PER_GROUP, type ValueColumn } from '../format.ts';
import { appendPages } from '../store/append-pages.ts';
import { PagedBytes, type PageFile } from '../store/page-file.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import {
  type ColumnRefusal,
  columnOf,
  hasAnyLength,
  LONG_VALUE_UNITS,
  LONG_VALUES_MAX,
  VALUE_UNITS_MAX,
} from './column-rule.ts';
import { writePacked } from './packed-text.ts';
import { type ValueCursor, type ValueLimits, ValueLog } from './value-log.ts';
import type { Bytes } from './value-run.ts';
import type { ValueCrew } from './value-sorting.ts';

interface ColumnState {
  readonly name: string;
  readonly number: number;
  refusal: ColumnRefusal | null;
  longValues: number;
  docCount: number;
  occurrences: number;
  lastDoc: number;
  isSingleValued: boolean;
}

export class ColumnValues {
  readonly #columns: ColumnState[] = [];
  readonly #byField = new Map<string, ColumnState | null>();
  readonly #log: ValueLog;
  #sorted: ValueCursor | null = null;

  /** Temporary files lie in `directory`, which the caller removes. */
  constructor(directory: string, limits?: ValueLimits) {
    this.#log = new ValueLog(join(directory, 'values'), limits);
  }

  /** Lets threads sort, until they have finished. */
  useCrew(crew: ValueCrew): void {
    this.#log.useCrew(crew);
  }

  /** All values of a field of a document, in ascending order of documents. */
  add(field: string, analysis: Analysis, doc: number, values: readonly string[]): void {
    let column = this.#byField.get(field);
    if (column === undefined) {
      column = this.#columnOf(field);
      this.#byField.set(field, column);
    }
    if (column === null || column.refusal !== null) return;
    if (!hasAnyLength(analysis) && this.#isTooLong(column, values)) {
      column.refusal = 'long';
      return;
    }
    for (let i = 0; i < values.length; i++) {
      if (!this.#log.add(column.number, doc, values[i]!)) continue;
      column.occurrences++;
      if (column.lastDoc === doc) column.isSingleValued = false;
      else {
        column.lastDoc = doc;
        column.docCount++;
      }
    }
  }

  #columnOf(field: string): ColumnState | null {
    const name = columnOf(field);
    if (name === null) return null;
    const known = this.#byField.get(name);
    if (known !== undefined) return known;
    const column: ColumnState = {
      name,
      number: this.#columns.length,
      refusal: null,
      longValues: 0,
      docCount: 0,
      occurrences: 0,
      lastDoc: -1,
      isSingleValued: true,
    };
    this.#columns.push(column);
    this.#byField.set(name, column);
    return column;
  }

  #isTooLong(column: ColumnState, values: readonly string[]): boolean {
    for (let i = 0; i < values.length; i++) {
      const { length } = values[i]!;
      if (length > VALUE_UNITS_MAX) return true;
      if (length > LONG_VALUE_UNITS && ++column.longValues > LONG_VALUES_MAX) return true;
    }
    return false;
  }

  /** Sorts what memory holds ahead of `write`, unless a thread still sorts; nothing may be added after that. */
  sort(): void {
    if (!this.#log.isGiven) this.#sorted ??= this.#log.sorted();
  }

  /** Values of documents that columns will have. */
  get occurrences(): number {
    return this.#columns.reduce((sum, { refusal, occurrences }) => sum + (refusal === null ? occurrences : 0), 0);
  }

  /** Appends all columns to a stream. `onPart` is called now and then with how far it is, 0 to 1. */
  async write(
    stream: StreamWriter,
    pages: PageFile,
    onPart: (part: number) => Promise<void>,
  ): Promise<readonly ValueColumn[]> {
    const cursor = this.#sorted ?? this.#log.sorted();
    const written: ValueColumn[] = [];
    const all = Math.max(1, this.occurrences);
    let before = 0;
    let isThere = cursor.next();
    for (const column of this.#columns) {
      const { name, number, refusal, isSingleValued } = column;
      const docCount = refusal === null ? column.docCount : 0;
      const writer = new ColumnWriter(stream, pages);
      for (let n = 1; isThere && cursor.column === number; isThere = cursor.next(), n++) {
        if (refusal === null) writer.add(cursor);
        if (n % VALUES_PER_PAUSE === 0) await onPart((before + writer.occurrences) / all);
      }
      before += writer.occurrences;
      written.push({ name, refusal, docCount, isSingleValued: refusal !== null || isSingleValued, ...writer.finish() });
    }
    return written;
  }

  close(): void {
    this.#log.close();
  }
}

const VALUES_PER_PAUSE = 1 << 14;
const PIECE_BYTES = 1 << 16;

/** Writes one column: spellings as they come, everything else behind them. */
class ColumnWriter {
  readonly #stream: StreamWriter;
  readonly #start: number;
  readonly #out = new ByteWriter();
  readonly #docs: PagedBytes;
  readonly #groups: PagedBytes;
  readonly #firsts: PagedBytes;
  #firstBits = 0;
  /** Documents of all values so far. */
  occurrences = 0;
  #spellingCount = 0;
  #valueCount = 0;
  readonly #folded: Bytes = { bytes: new Uint8Array(64), length: -1 };
  readonly #spelling: Bytes = { bytes: new Uint8Array(64), length: 0 };

  constructor(stream: StreamWriter, pages: PageFile) {
    this.#stream = stream;
    this.#start = stream.length;
    this.#docs = new PagedBytes(pages);
    this.#groups = new PagedBytes(pages);
    this.#firsts = new PagedBytes(pages);
  }

  add(cursor: ValueCursor): void {
    const isFirst = !equals(this.#folded, cursor.folded);
    if (isFirst) {
      this.#valueCount++;
      keep(this.#folded, cursor.folded);
    }
    this.#addFirst(isFirst);
    const n = this.#spellingCount++;
    if (n % SPELLINGS_PER_GROUP === 0) {
      this.#groups.u40(this.#stream.length + this.#out.length - this.#start);
      this.#groups.u40(this.#docs.length);
      this.#spelling.length = 0;
    }
    const { bytes, length } = cursor.spelling;
    const shared = sharedBytes(this.#spelling, cursor.spelling);
    this.#out.varint(shared);
    writePacked(this.#out, bytes, shared, length);
    keep(this.#spelling, cursor.spelling);
    if (this.#out.length >= PIECE_BYTES) this.#flush();
    this.#addDocs(cursor);
  }

  /** One bit a spelling: whether it is the first of its value. */
  #addFirst(isFirst: boolean): void {
    const bit = this.#spellingCount & 7;
    if (isFirst) this.#firstBits |= 1 << bit;
    if (bit === 7) this.#endFirsts();
  }

  #endFirsts(): void {
    this.#firsts.copy(Uint8Array.of(this.#firstBits), 0, 1);
    this.#firstBits = 0;
  }

  #addDocs(cursor: ValueCursor): void {
    const first = cursor.nextDoc();
    let doc = cursor.nextDoc();
    this.#docs.varint(2 * first + (doc < 0 ? 1 : 0));
    this.occurrences++;
    if (doc < 0) return;
    for (let before = first; doc >= 0; before = doc, doc = cursor.nextDoc()) {
      this.#docs.varint(doc - before);
      this.occurrences++;
    }
    this.#docs.varint(0);
  }

  finish(): Pick<ValueColumn, 'spellingCount' | 'valueCount' | 'spellings' | 'docs' | 'groups' | 'firsts'> {
    this.#flush();
    const spellings: Extent = { offset: this.#start, length: this.#stream.length - this.#start };
    const isOneToOne = this.#spellingCount === this.#valueCount;
    if ((this.#spellingCount & 7) !== 0) this.#endFirsts();
    return {
      spellingCount: this.#spellingCount,
      valueCount: this.#valueCount,
      spellings,
      docs: appendPages(this.#stream, this.#docs),
      groups: appendPages(this.#stream, this.#groups),
      firsts: isOneToOne ? null : appendPages(this.#stream, this.#firsts),
    };
  }

  #flush(): void {
    this.#stream.append(this.#out.bytes, 0, this.#out.length);
    this.#out.clear();
  }
}

/** So few bytes are copied one by one. */
const FEW = 64;

function keep(to: Bytes, from: Bytes): void {
  if (to.bytes.length < from.length) to.bytes = new Uint8Array(from.length * 2);
  const { bytes, length } = from;
  if (length > FEW) to.bytes.set(bytes.subarray(0, length));
  else for (let i = 0; i < length; i++) to.bytes[i] = bytes[i]!;
  to.length = length;
}

function sharedBytes(a: Bytes, b: Bytes): number {
  const most = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < most && a.bytes[shared] === b.bytes[shared]) shared++;
  return shared;
}

function equals(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && sharedBytes(a, b) === a.length;
}

/** Collects the whole values of all fields of a build item by item, and writes them as columns at the end. */
import { join } from 'node:path';
import type { Analysis } from '../../../schema/field-types.ts';
import type { Extent, ValueColumn } from '../../format.ts';
import { appendPages } from '../../store/append-pages.ts';
import { PagedBytes, type PageFile } from '../../store/page-file.ts';
import type { RecordKernel } from '../../store/records/record-kernel.ts';
import type { StreamWriter } from '../../store/stream-writer.ts';
import {
  type ColumnRefusal,
  columnOf,
  hasAnyLength,
  isCounted,
  LONG_VALUE_UNITS,
  LONG_VALUES_MAX,
  VALUE_UNITS_MAX,
} from '../column-rule.ts';
import type { ColumnParts } from './merged-values.ts';
import { type ValueLimits, ValueLog } from './value-log.ts';
import type { ValueThreadPool } from './value-sorting.ts';

/** A column while its values are collected. */
export interface ValuesOfColumn {
  readonly name: string;
  readonly number: number;
  refusal: ColumnRefusal | null;
  longValues: number;
  docCount: number;
  /** Number of values, counting repeats within a document. */
  occurrences: number;
  lastDoc: number;
}

export class ColumnValues {
  readonly #columns: ValuesOfColumn[] = [];
  readonly #byField = new Map<string, ValuesOfColumn | null>();
  readonly #refused = new Set<string>();
  readonly #log: ValueLog;
  /** Number of columns that were refused. */
  refusals = 0;

  /** Temporary files are in `directory`, which the caller removes. */
  constructor(directory: string, limits?: ValueLimits) {
    this.#log = new ValueLog(join(directory, 'values'), limits);
  }

  /** Uses threads for sorting until they end. */
  useThreadPool(pool: ValueThreadPool): void {
    this.#log.useThreadPool(pool);
  }

  /** Refuses columns before the first value, because values of earlier items of the case were too long. */
  refuse(names: Iterable<string>): void {
    for (const name of names) this.#refused.add(name);
  }

  /** The number of long values of each column that has some and is not refused. */
  get longValues(): readonly (readonly [column: string, count: number])[] {
    return this.#columns.flatMap(({ name, refusal, longValues }) =>
      refusal === null && longValues > 0 ? [[name, longValues] as const] : [],
    );
  }

  /** Adds all values of a field of a document. Documents must ascend. */
  add(field: string, analysis: Analysis, doc: number, values: readonly string[]): void {
    const column = this.columnFor(field, analysis);
    if (column === null) return;
    if (this.#isTooLong(column, values) && !hasAnyLength(analysis)) {
      column.refusal = 'long';
      this.refusals++;
      return;
    }
    for (let i = 0; i < values.length; i++) this.#log.add(column.number, doc, values[i]!);
    this.count(column, doc, values.length);
  }

  /** Returns the column of a field, or null if it has none or it was refused. */
  columnFor(field: string, analysis: Analysis): ValuesOfColumn | null {
    let column = this.#byField.get(field);
    if (column === undefined) {
      column = this.#columnOf(field, analysis);
      this.#byField.set(field, column);
    }
    return column === null || column.refusal !== null ? null : column;
  }

  /** Adds the values of a document from its record, without `count`. Returns false if the record was not taken. */
  takeRecord(doc: number, record: RecordKernel): boolean {
    return this.#log.takeRecord(doc, record);
  }

  /** Counts values that were added for a document. */
  count(column: ValuesOfColumn, doc: number, values: number): void {
    column.occurrences += values;
    if (values === 0 || column.lastDoc === doc) return;
    column.lastDoc = doc;
    column.docCount++;
  }

  /** Returns the number of documents by distinct value of a counted field, in order of occurrence; null if too many. */
  countsOf(field: string): ReadonlyMap<string, number> | null {
    this.#log.sortLast();
    const column = this.#byField.get(field) ?? null;
    return column === null ? NO_COUNTS : this.#log.counts.of(column.number);
  }

  #columnOf(field: string, analysis: Analysis): ValuesOfColumn | null {
    const name = columnOf(field);
    if (name === null) return null;
    const known = this.#byField.get(name);
    if (known !== undefined) return known;
    const column: ValuesOfColumn = {
      name,
      number: this.#columns.length,
      refusal: this.#refused.has(name) ? 'long' : null,
      longValues: 0,
      docCount: 0,
      occurrences: 0,
      lastDoc: -1,
    };
    this.#columns.push(column);
    this.#byField.set(name, column);
    if (isCounted(field, analysis) && column.refusal === null) this.#log.counts.open(column.number);
    return column;
  }

  #isTooLong(column: ValuesOfColumn, values: readonly string[]): boolean {
    for (let i = 0; i < values.length; i++) {
      const { length } = values[i]!;
      if (length <= LONG_VALUE_UNITS) continue;
      this.#log.counts.drop(column.number);
      if (length > VALUE_UNITS_MAX || ++column.longValues > LONG_VALUES_MAX) return true;
    }
    return false;
  }

  /** Call this after the last value, so that a thread can sort the remaining ones. */
  end(): void {
    this.#log.end();
  }

  /** Upper bound on the number of values in columns. */
  get occurrences(): number {
    return this.#columns.reduce((sum, { refusal, occurrences }) => sum + (refusal === null ? occurrences : 0), 0);
  }

  /** Appends all columns to a stream. Calls `onPart` regularly with the progress, 0 to 1. */
  async write(
    stream: StreamWriter,
    pages: PageFile,
    onPart: (part: number) => Promise<void>,
  ): Promise<readonly ValueColumn[]> {
    const sorted = this.#log.sorted();
    const written: ValueColumn[] = [];
    const all = Math.max(1, this.occurrences);
    let before = 0;
    for (const { name, number, refusal, ...column } of this.#columns) {
      const isKept = refusal === null;
      const writer = new ColumnWriter(stream, pages);
      sorted.beginColumn();
      while (sorted.writeColumn(number, isKept ? writer : null))
        await onPart((before + sorted.counts.occurrences) / all);
      before += sorted.counts.occurrences;
      const docCount = isKept ? column.docCount : 0;
      const isSingleValued = !isKept || sorted.counts.occurrences === docCount;
      written.push({ name, refusal, docCount, isSingleValued, ...writer.finish(sorted.counts) });
    }
    return written;
  }

  close(): void {
    this.#log.close();
  }
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Writes one column. Writes spellings immediately, and buffers everything else until after them. */
class ColumnWriter implements ColumnParts {
  readonly #stream: StreamWriter;
  readonly #start: number;
  readonly #docs: PagedBytes;
  readonly #groups: PagedBytes;
  readonly #firsts: PagedBytes;

  constructor(stream: StreamWriter, pages: PageFile) {
    this.#stream = stream;
    this.#start = stream.length;
    this.#docs = new PagedBytes(pages);
    this.#groups = new PagedBytes(pages);
    this.#firsts = new PagedBytes(pages);
  }

  spellings(bytes: Uint8Array): void {
    this.#stream.append(bytes);
  }

  docs(bytes: Uint8Array): void {
    this.#docs.copy(bytes, 0, bytes.length);
  }

  groups(bytes: Uint8Array): void {
    this.#groups.copy(bytes, 0, bytes.length);
  }

  firsts(bytes: Uint8Array): void {
    this.#firsts.copy(bytes, 0, bytes.length);
  }

  finish({ spellings, values }: { readonly spellings: number; readonly values: number }): WrittenColumn {
    const written: Extent = { offset: this.#start, length: this.#stream.length - this.#start };
    return {
      spellingCount: spellings,
      valueCount: values,
      spellings: written,
      docs: appendPages(this.#stream, this.#docs),
      groups: appendPages(this.#stream, this.#groups),
      firsts: spellings === values ? null : appendPages(this.#stream, this.#firsts),
    };
  }
}

type WrittenColumn = Pick<ValueColumn, 'spellingCount' | 'valueCount' | 'spellings' | 'docs' | 'groups' | 'firsts'>;

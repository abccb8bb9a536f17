/**
 * External sort of the whole values of all columns: collected document by document, returned in order of column, folded value,
 * spelling and document. Values that do not fit in memory are in sorted runs in one file.
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { tuning } from '../../../shared/thresholds.ts';
import { SPELLINGS_PER_GROUP } from '../../format.ts';
import { readFully } from '../../store/page-file.ts';
import type { RecordKernel } from '../../store/records/record-kernel.ts';
import { ColumnCounts } from './column-counts.ts';
import { LoggedValues } from './logged-values.ts';
import { MergedValues, type ValueRun } from './merged-values.ts';
import { ALPHABETS } from './packed-text.ts';
import { type SortedValues, ValueSorter, type ValueThreadPool } from './value-sorting.ts';

/** Limits on values in memory. A run is written when they are reached. */
export interface ValueLimits {
  readonly occurrences: number;
  /** Maximum bytes of the log, not counting values that repeat the last value of their column. */
  readonly bytes: number;
}

export const VALUE_LIMITS: ValueLimits = { occurrences: tuning.columnOccurrences, bytes: tuning.columnBytes };

export class ValueLog {
  readonly #path: string;
  readonly #limits: ValueLimits;
  readonly #logged = new LoggedValues();
  #sorter: ValueSorter | null = null;
  #doc = -1;
  #file: number | null = null;
  #reading = -1;
  #written = 0;
  /** In order of documents. */
  readonly #runs: Run[] = [];
  #pool: ValueThreadPool | null = null;
  /** Runs that threads are sorting. */
  #given = 0;
  /** Counts of distinct values, for the columns that the caller opens. Complete after `sortLast`. */
  readonly counts = new ColumnCounts();
  /** The values in memory, once they are sorted. */
  #last: SortedValues | null = null;
  /** Memory of logs for reuse. */
  readonly #free: ArrayBuffer[] = [];

  /** The folder of `path` is created on demand. */
  constructor(path: string, limits: ValueLimits = VALUE_LIMITS) {
    this.#path = path;
    this.#limits = limits;
  }

  /** Lets threads sort full logs. */
  useThreadPool(pool: ValueThreadPool): void {
    this.#pool = pool;
  }

  /** Adds a value of a document, in ascending order of documents. */
  add(column: number, doc: number, value: string): void {
    if (doc !== this.#doc) this.#beginDocument(doc);
    this.#logged.add(column, doc, value);
  }

  /** Adds the values of a document from its record. Returns false if the record was not taken. */
  takeRecord(doc: number, record: RecordKernel): boolean {
    if (doc !== this.#doc) this.#beginDocument(doc);
    return this.#logged.takeRecord(doc, record);
  }

  /** Ends a full run between documents, so that all values of a document are in the same run. */
  #beginDocument(doc: number): void {
    const { occurrences, length } = this.#logged;
    if (occurrences >= this.#limits.occurrences || length >= this.#limits.bytes) this.#endRun();
    this.#doc = doc;
  }

  /** Call this after the last value, so that a thread can sort the remaining values, too. */
  end(): void {
    if (this.#logged.occurrences > 0 && this.#canGive) this.#endRun();
  }

  /** Sorts the values in memory, after the last one was added. All threads must have returned their runs. */
  sortLast(): SortedValues {
    if (this.#given > 0) throw new Error('a thread still has values of the build');
    if (this.#last !== null) return this.#last;
    this.#last = this.#sort(this.#logged.take(null));
    this.counts.add(this.#runs.length, this.#last.counts);
    // Terms are written after the columns, and need the memory.
    this.#sorter = null;
    this.#free.length = 0;
    return this.#last;
  }

  /** Returns all values in order. Call it once, after all threads have returned their runs. */
  sorted(): MergedValues {
    const last = this.sortLast();
    if (this.#file !== null) this.#reading = openSync(this.#path, 'r');
    const runs = [...this.#runs.map((run) => this.#readerOf(run)), readerOf(last)];
    return new MergedValues(
      runs,
      { spellingsPerGroup: SPELLINGS_PER_GROUP, alphabets: ALPHABETS },
      tuning.columnReadBytes,
    );
  }

  #readerOf({ from, to, longest }: Run): ValueRun {
    let at = from;
    const read = (into: Uint8Array): void => {
      readFully(this.#reading, into, at);
      at += into.length;
    };
    return { bytes: to - from, longest, read };
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    if (this.#reading >= 0) closeSync(this.#reading);
    this.#file = null;
    this.#reading = -1;
  }

  #endRun(): void {
    const number = this.#runs.push({ from: 0, to: 0, longest: 0 }) - 1;
    const log = this.#logged.take(this.#free.pop() ?? null);
    if (this.#canGive) {
      this.#given++;
      this.#pool!.sortValues({ log, counted: this.counts.columns }, (sorted) => {
        this.#given--;
        this.#takeRun(number, sorted);
      });
    } else this.#takeRun(number, this.#sort(log));
  }

  #sort(log: Uint8Array<ArrayBuffer>): SortedValues {
    this.#sorter ??= new ValueSorter();
    return this.#sorter.sort({ log, counted: this.counts.columns });
  }

  /** Limits the runs in threads, and so their memory. */
  get #canGive(): boolean {
    return this.#pool?.takesValues === true && this.#given < GIVEN_MAX;
  }

  #takeRun(number: number, { run: bytes, longest, counts, log }: SortedValues): void {
    const run = this.#runs[number]!;
    this.counts.add(number, counts);
    run.from = this.#written;
    run.longest = longest;
    this.#append(bytes);
    run.to = this.#written;
    this.#free.push(log.buffer);
  }

  #append(bytes: Uint8Array): void {
    if (this.#file === null) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#path, 'wx');
    }
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at);
    this.#written += bytes.length;
  }
}

/** The extent of a run in the file, and the length of its longest value. */
interface Run {
  from: number;
  to: number;
  longest: number;
}

/** Maximum number of runs in threads. Each takes memory for its log and its result. */
const GIVEN_MAX = 2;

function readerOf({ run, longest }: SortedValues): ValueRun {
  let at = 0;
  const read = (into: Uint8Array): void => {
    into.set(run.subarray(at, at + into.length));
    at += into.length;
  };
  return { bytes: run.length, longest, read };
}

/**
 * External sort of the whole values of all columns: collected document by document, returned in order of column, folded value,
 * spelling and document. What does not fit in memory is in sorted runs in one file.
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ByteWriter } from '../../codec/byte-writer.ts';
import { compareBytes } from '../../codec/compare-bytes.ts';
import { lengthened } from '../../shared/longer-arrays.ts';
import { ways } from '../../shared/thresholds.ts';
import type { VarintSource } from '../store/varint-input.ts';
import { Heap } from './heap.ts';
import { HeldTexts, type TextsInMemory } from './held-texts.ts';
import { type Bytes, type HeldValues, ValueRunReader, writeValueRun } from './value-run.ts';
import type { ValueCrew } from './value-sorting.ts';

/** Values in order. `next` moves to the first or next one, `nextDoc` gives its documents, which ascend, and then -1. */
export interface ValueCursor {
  next(): boolean;
  nextDoc(): number;
  readonly column: number;
  /** UTF-8. */
  readonly folded: Bytes;
  readonly spelling: Bytes;
}

/** What memory holds of a distinct value besides its units, in bytes. */
const VALUE_BYTES = 64;

/** What memory holds before it is written as a run. */
export interface ValueLimits {
  readonly occurrences: number;
  /** Of distinct values. */
  readonly bytes: number;
}

export const VALUE_LIMITS: ValueLimits = { occurrences: ways.columnOccurrences, bytes: ways.columnBytes };

export class ValueLog {
  readonly #path: string;
  readonly #limits: ValueLimits;
  /** The distinct values in memory. */
  #texts = new HeldTexts();
  /** The last document of each, plus one; 0 is none. */
  #lastDocs: Uint32Array = new Uint32Array(16);
  /** The last value of each column, and its number: many items in a row have the same. */
  #lastNumbers: number[] = [];
  #lastValues: string[] = [];
  #bytes = 0;
  #values = new Uint32Array(16);
  #docs = new Uint32Array(16);
  #occurrences = 0;
  #doc = -1;
  #file: number | null = null;
  #written = 0;
  /** In order of documents. */
  readonly #runs: Run[] = [];
  #crew: ValueCrew | null = null;
  #isGiven = false;
  /** Memory of values that came back. */
  #free: HeldValues | null = null;

  /** The folder of `path` is made when needed. */
  constructor(path: string, limits: ValueLimits = VALUE_LIMITS) {
    this.#path = path;
    this.#limits = limits;
  }

  /** Whether a thread has values that did not come back. */
  get isGiven(): boolean {
    return this.#isGiven;
  }

  /** Lets threads sort what memory holds no more. */
  useCrew(crew: ValueCrew): void {
    this.#crew = crew;
  }

  /** Adds a value of a document, in ascending order of documents. False if the document has it already. */
  add(column: number, doc: number, value: string): boolean {
    if (doc !== this.#doc) {
      // Between documents: all values of one are in the same run.
      if (this.#occurrences >= this.#limits.occurrences || this.#bytes >= this.#limits.bytes) this.#writeRun();
      this.#doc = doc;
    }
    const number = this.#numberOf(column, value);
    if (this.#lastDocs[number] === doc + 1) return false;
    this.#lastDocs[number] = doc + 1;
    const n = this.#occurrences++;
    if (n === this.#values.length) this.#grow();
    this.#values[n] = number;
    this.#docs[n] = doc;
    return true;
  }

  #numberOf(column: number, value: string): number {
    while (this.#lastNumbers.length <= column) {
      this.#lastNumbers.push(-1);
      this.#lastValues.push('');
    }
    if (this.#lastNumbers[column]! >= 0 && this.#lastValues[column] === value) return this.#lastNumbers[column]!;
    const { count } = this.#texts;
    const number = this.#texts.numberOf(column, value);
    if (number === count) {
      if (number === this.#lastDocs.length) this.#lastDocs = lengthened(this.#lastDocs, 2 * number);
      this.#lastDocs[number] = 0;
      this.#bytes += VALUE_BYTES + 2 * value.length;
    }
    this.#lastNumbers[column] = number;
    this.#lastValues[column] = value;
    return number;
  }

  /** All values in order; nothing may be added after that, and threads have given back what they got. */
  sorted(): ValueCursor {
    if (this.#isGiven) throw new Error('a thread still has values of the build');
    this.#free = null;
    const out = new ByteWriter(1 << 12);
    writeValueRun(this.#held(), out, () => undefined);
    this.#clear();
    // The terms come after the columns, and take memory themselves.
    this.#texts = new HeldTexts();
    this.#lastDocs = new Uint32Array(0);
    this.#values = new Uint32Array(0);
    this.#docs = this.#values;
    const file = this.#file === null ? -1 : openSync(this.#path, 'r');
    const runs: VarintSource[] = this.#runs.map(({ from, to }) => ({ file, from, to }));
    this.#reading = file;
    return new MergedValues([...runs, { bytes: out.bytes.subarray(0, out.length) }]);
  }

  #reading = -1;

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    if (this.#reading >= 0) closeSync(this.#reading);
    this.#file = null;
    this.#reading = -1;
  }

  #held(): HeldValues {
    const { count, bytes, starts, columns, strings } = this.#texts;
    const texts: TextsInMemory = { count, bytes, starts, columns, strings };
    return { texts, occurrences: this.#occurrences, values: this.#values, docs: this.#docs };
  }

  #clear(): void {
    this.#texts.clear();
    this.#lastNumbers = [];
    this.#lastValues = [];
    this.#bytes = 0;
    this.#occurrences = 0;
  }

  #grow(): void {
    this.#values = lengthened(this.#values, this.#values.length * 2);
    this.#docs = lengthened(this.#docs, this.#docs.length * 2);
  }

  #writeRun(): void {
    const run: Run = { from: 0, to: 0 };
    this.#runs.push(run);
    if (!this.#isGiven && this.#giveAway(run)) return;
    const out = new ByteWriter(WRITE_BYTES * 2);
    run.from = this.#written;
    writeValueRun(this.#held(), out, () => {
      if (out.length < WRITE_BYTES) return;
      this.#append(out.bytes, out.length);
      out.clear();
    });
    this.#append(out.bytes, out.length);
    run.to = this.#written;
    this.#clear();
  }

  /** To a thread, which has one run at a time: there is memory for two. */
  #giveAway(run: Run): boolean {
    const isTaken = this.#crew?.sortValues(this.#held(), (sorted) => {
      run.from = this.#written;
      this.#append(sorted.run, sorted.run.length);
      run.to = this.#written;
      this.#isGiven = false;
      this.#free = sorted.values;
    });
    if (isTaken !== true) return false;
    this.#isGiven = true;
    this.#texts.moveTo(this.#free?.texts ?? new HeldTexts());
    this.#values = this.#free?.values ?? new Uint32Array(16);
    this.#docs = this.#free?.docs ?? new Uint32Array(16);
    this.#free = null;
    this.#clear();
    return true;
  }

  #append(bytes: Uint8Array, length: number): void {
    if (this.#file === null) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#path, 'wx');
    }
    for (let at = 0; at < length; ) at += writeSync(this.#file, bytes, at, length - at);
    this.#written += length;
  }
}

/** Where a run lies in the file. */
interface Run {
  from: number;
  to: number;
}

const WRITE_BYTES = 1 << 16;

/** All values of several runs: equal ones are one, with the documents of each run in turn. */
class MergedValues implements ValueCursor {
  readonly #heap = new Heap<Entry>((a, b) => compareValues(a.reader, b.reader) || a.run - b.run);
  #current: Entry[] = [];
  #reading = 0;
  column = 0;
  folded: Bytes = { bytes: new Uint8Array(0), length: 0 };
  spelling: Bytes = { bytes: new Uint8Array(0), length: 0 };

  constructor(runs: readonly VarintSource[]) {
    for (const [run, bytes] of runs.entries()) {
      const reader = new ValueRunReader(bytes, ways.columnReadBytes);
      if (reader.next()) this.#heap.push({ reader, run });
    }
  }

  next(): boolean {
    for (const entry of this.#current) if (entry.reader.next()) this.#heap.push(entry);
    this.#current = [];
    this.#reading = 0;
    const first = this.#heap.pop();
    if (first === undefined) return false;
    this.#current.push(first);
    for (let top = this.#heap.top; top !== undefined; top = this.#heap.top) {
      if (compareValues(top.reader, first.reader) !== 0) break;
      this.#current.push(this.#heap.pop()!);
    }
    this.column = first.reader.column;
    this.folded = first.reader.folded;
    this.spelling = first.reader.spelling;
    return true;
  }

  nextDoc(): number {
    for (; this.#reading < this.#current.length; this.#reading++) {
      const doc = this.#current[this.#reading]!.reader.nextDoc();
      if (doc >= 0) return doc;
    }
    return -1;
  }
}

interface Entry {
  readonly reader: ValueRunReader;
  readonly run: number;
}

function compareValues(a: ValueRunReader, b: ValueRunReader): number {
  if (a.column !== b.column) return a.column - b.column;
  return compareTexts(a.folded, b.folded) || compareTexts(a.spelling, b.spelling);
}

function compareTexts(a: Bytes, b: Bytes): number {
  return compareBytes(a.bytes, 0, a.length, b.bytes, 0, b.length);
}

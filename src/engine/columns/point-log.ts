/** External sort of the points of all fields: sorted runs in a temporary file, merged when the columns are written. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ExactNumber } from '../../schema/number-value.ts';
import { tuning } from '../../shared/thresholds.ts';
import { readFully } from '../store/page-file.ts';
import { Heap } from './heap.ts';
import { sortNumbers } from './sort-numbers.ts';

/** Reads points in order. `next` moves to the first or next one, and returns false at the end. */
export interface PointCursor {
  next(): boolean;
  readonly key: number;
  readonly doc: number;
  readonly value: number;
  readonly residual: number;
  /** The mark that the point was added with. */
  readonly isMarked: boolean;
}

/**
 * Numbers by key, each with its document and perhaps a mark: collected in ascending order of documents, returned in order of
 * key, number and document. Numbers that do not fit in memory go to sorted runs in one file:
 *
 *   run  := {key and, in its highest bit, mark u32, document u32, value f64, residual f64}{points}, in native byte order
 */
export class PointLog {
  readonly #path: string;
  readonly #capacity: number;
  #keys: Uint32Array<ArrayBuffer>;
  #docs: Uint32Array<ArrayBuffer>;
  #values: Float64Array<ArrayBuffer>;
  #residuals: Float64Array<ArrayBuffer>;
  #marks: Uint8Array<ArrayBuffer>;
  #count = 0;
  #file: number | null = null;
  #bytes = 0;
  /** The offset of each run in the file. */
  readonly #runs: number[] = [];

  /** `capacity` is the number of points kept in memory. The folder of `path` is created on demand. */
  constructor(path: string, capacity: number) {
    this.#path = path;
    this.#capacity = capacity;
    const first = Math.min(16, capacity);
    this.#keys = new Uint32Array(first);
    this.#docs = new Uint32Array(first);
    this.#values = new Float64Array(first);
    this.#residuals = new Float64Array(first);
    this.#marks = new Uint8Array(first);
  }

  add(key: number, doc: number, number: ExactNumber, isMarked = false): void {
    if (this.#count === this.#docs.length) {
      if (this.#count < this.#capacity) this.#grow();
      else this.#writeRun();
    }
    const n = this.#count++;
    this.#keys[n] = key;
    this.#docs[n] = doc;
    this.#values[n] = number.value;
    this.#residuals[n] = number.residual;
    this.#marks[n] = isMarked ? 1 : 0;
  }

  #grow(): void {
    const capacity = Math.min(this.#docs.length * 2, this.#capacity);
    const grow = <T extends Uint8Array | Uint32Array | Float64Array>(old: T, grown: T): T => {
      grown.set(old);
      return grown;
    };
    this.#keys = grow(this.#keys, new Uint32Array(capacity));
    this.#docs = grow(this.#docs, new Uint32Array(capacity));
    this.#values = grow(this.#values, new Float64Array(capacity));
    this.#residuals = grow(this.#residuals, new Float64Array(capacity));
    this.#marks = grow(this.#marks, new Uint8Array(capacity));
  }

  /** Returns all points in order. Nothing may be added afterwards. */
  sorted(): PointCursor & { close(): void } {
    if (this.#file === null) return this.#held();
    const ends = [...this.#runs.slice(1), this.#bytes];
    const file = openSync(this.#path, 'r');
    const runs = this.#runs.map((start, n) => new RunPoints(file, start, ends[n]!));
    return new MergedPoints([...runs, this.#held()], () => closeSync(file));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #held(): HeldPoints {
    return new HeldPoints(this.#order(), {
      keys: this.#keys,
      docs: this.#docs,
      values: this.#values,
      residuals: this.#residuals,
      marks: this.#marks,
    });
  }

  /** Sorts points by key (stable), then the points of each key by number. Many arrive in order. */
  #order(): Uint32Array {
    const count = this.#count;
    const keys = this.#keys;
    const values = this.#values;
    const residuals = this.#residuals;
    let keyMax = 0;
    for (let i = 0; i < count; i++) if (keys[i]! > keyMax) keyMax = keys[i]!;
    const ends = new Uint32Array(keyMax + 2);
    for (let i = 0; i < count; i++) ends[keys[i]! + 1]!++;
    for (let key = 0; key <= keyMax; key++) ends[key + 1]! += ends[key]!;
    const order = new Uint32Array(count);
    for (let i = 0; i < count; i++) order[ends[keys[i]!]!++] = i;
    for (let from = 0; from < count; ) {
      const to = ends[keys[order[from]!]!]!;
      let isSorted = true;
      for (let i = from + 1; i < to && isSorted; i++) {
        const step = values[order[i]!]! - values[order[i - 1]!]!;
        isSorted = step > 0 || (step === 0 && residuals[order[i - 1]!]! <= residuals[order[i]!]!);
      }
      if (!isSorted) sortNumbers(order.subarray(from, to), { values, residuals });
      from = to;
    }
    return order;
  }

  #writeRun(): void {
    if (this.#file === null) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#path, 'wx');
    }
    const file = this.#file;
    this.#runs.push(this.#bytes);
    const order = this.#order();
    const { words, floats, bytes } = pointBuffer(Math.min(WRITE_POINTS, order.length));
    for (let from = 0; from < order.length; from += WRITE_POINTS) {
      const count = Math.min(WRITE_POINTS, order.length - from);
      for (let n = 0; n < count; n++) {
        const point = order[from + n]!;
        words[6 * n] = this.#keys[point]! + (this.#marks[point] === 1 ? MARK : 0);
        words[6 * n + 1] = this.#docs[point]!;
        floats[3 * n + 1] = this.#values[point]!;
        floats[3 * n + 2] = this.#residuals[point]!;
      }
      const length = count * POINT_BYTES;
      for (let at = 0; at < length; ) at += writeSync(file, bytes, at, length - at);
      this.#bytes += length;
    }
    this.#count = 0;
  }
}

const WRITE_POINTS = 1 << 12;
/** Six words. The last four are two 64-bit numbers. */
const POINT_BYTES = 24;
/** All keys are below it. */
const MARK = 0x80000000;
const POINTS_READ = tuning.pointsRead;

interface Held {
  readonly keys: Uint32Array;
  readonly docs: Uint32Array;
  readonly values: Float64Array;
  readonly residuals: Float64Array;
  readonly marks: Uint8Array;
}

/** Points in memory. */
class HeldPoints implements PointCursor {
  readonly #order: Uint32Array;
  readonly #held: Held;
  #at = 0;
  key = 0;
  doc = 0;
  value = 0;
  residual = 0;
  isMarked = false;

  constructor(order: Uint32Array, held: Held) {
    this.#order = order;
    this.#held = held;
  }

  next(): boolean {
    if (this.#at === this.#order.length) return false;
    const point = this.#order[this.#at++]!;
    const { keys, docs, values, residuals, marks } = this.#held;
    this.key = keys[point]!;
    this.doc = docs[point]!;
    this.value = values[point]!;
    this.residual = residuals[point]!;
    this.isMarked = marks[point] === 1;
    return true;
  }

  close(): void {}
}

/** Points of a run in the file. */
class RunPoints implements PointCursor {
  readonly #file: number;
  readonly #end: number;
  #position: number;
  #buffer = pointBuffer(0);
  #points = 0;
  #at = 0;
  key = 0;
  doc = 0;
  value = 0;
  residual = 0;
  isMarked = false;

  constructor(file: number, start: number, end: number) {
    this.#file = file;
    this.#position = start;
    this.#end = end;
  }

  next(): boolean {
    if (this.#at === this.#points && !this.#fill()) return false;
    const at = this.#at++;
    const { words, floats } = this.#buffer;
    const key = words[6 * at]!;
    this.isMarked = key >= MARK;
    this.key = this.isMarked ? key - MARK : key;
    this.doc = words[6 * at + 1]!;
    this.value = floats[3 * at + 1]!;
    this.residual = floats[3 * at + 2]!;
    return true;
  }

  #fill(): boolean {
    const points = Math.min((this.#end - this.#position) / POINT_BYTES, POINTS_READ);
    if (points === 0) return false;
    if (points !== this.#points) this.#buffer = pointBuffer(points);
    readFully(this.#file, this.#buffer.bytes, this.#position);
    this.#position += points * POINT_BYTES;
    this.#points = points;
    this.#at = 0;
    return true;
  }
}

/** Makes memory for points of a run, as three kinds of arrays. */
function pointBuffer(points: number): { words: Uint32Array; floats: Float64Array; bytes: Uint8Array } {
  const buffer = new ArrayBuffer(points * POINT_BYTES);
  return { words: new Uint32Array(buffer), floats: new Float64Array(buffer), bytes: new Uint8Array(buffer) };
}

/**
 * Merges the points of several cursors. Equal points come in the order of the cursors, which is the order of documents.
 */
class MergedPoints implements PointCursor {
  readonly #heap = new Heap<Entry>((a, b) => comparePoints(a.cursor, b.cursor) || a.run - b.run);
  readonly #onClose: () => void;
  #given: Entry | undefined;
  key = 0;
  doc = 0;
  value = 0;
  residual = 0;
  isMarked = false;

  constructor(cursors: readonly PointCursor[], onClose: () => void) {
    this.#onClose = onClose;
    for (const [run, cursor] of cursors.entries()) if (cursor.next()) this.#heap.push({ cursor, run });
  }

  next(): boolean {
    let entry = this.#given;
    if (entry?.cursor.next() !== true) entry = this.#heap.pop();
    else {
      const top = this.#heap.top;
      const order = top === undefined ? -1 : comparePoints(entry.cursor, top.cursor) || entry.run - top.run;
      if (order > 0) {
        this.#heap.push(entry);
        entry = this.#heap.pop();
      }
    }
    this.#given = entry;
    if (entry === undefined) return false;
    const { cursor } = entry;
    this.key = cursor.key;
    this.doc = cursor.doc;
    this.value = cursor.value;
    this.residual = cursor.residual;
    this.isMarked = cursor.isMarked;
    return true;
  }

  close(): void {
    this.#onClose();
  }
}

interface Entry {
  readonly cursor: PointCursor;
  readonly run: number;
}

function comparePoints(a: PointCursor, b: PointCursor): number {
  if (a.key !== b.key) return a.key - b.key;
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return a.residual - b.residual;
}

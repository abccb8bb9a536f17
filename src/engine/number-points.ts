import { ByteWriter } from '../codec/byte-writer.ts';
import type { Extent, NumberColumn } from './format.ts';
import type { ExactNumber } from './number-value.ts';
import type { StreamWriter } from './store.ts';

/** Numbers of one field with their documents, gathered in any order and written in order of value. */
export class NumberPoints {
  count = 0;
  #docs = new Uint32Array(16);
  #values = new Float64Array(16);
  /** Allocated with the first residual that is not 0. */
  #residuals: Float64Array | null = null;
  #isSingleValued = true;

  add(doc: number, number: ExactNumber): void {
    const n = this.count++;
    if (n === this.#docs.length) this.#grow();
    if (n > 0 && this.#docs[n - 1] === doc) this.#isSingleValued = false;
    this.#docs[n] = doc;
    this.#values[n] = number.value;
    if (number.residual !== 0) {
      this.#residuals ??= new Float64Array(this.#docs.length);
      this.#residuals[n] = number.residual;
    }
  }

  #grow(): void {
    const capacity = this.#docs.length * 2;
    const docs = new Uint32Array(capacity);
    docs.set(this.#docs);
    this.#docs = docs;
    const values = new Float64Array(capacity);
    values.set(this.#values);
    this.#values = values;
    if (this.#residuals === null) return;
    const residuals = new Float64Array(capacity);
    residuals.set(this.#residuals);
    this.#residuals = residuals;
  }

  /** Appends the column to a stream. Documents of equal numbers ascend. */
  write(columns: StreamWriter): NumberColumn {
    const order = this.#order();
    const values = writeColumn(columns, this.count, (i) => this.#values[order[i]!]!);
    const residuals = this.#residuals;
    return {
      count: this.count,
      values,
      residuals: residuals === null ? null : writeColumn(columns, this.count, (i) => residuals[order[i]!]!),
      docs: writeDocs(columns, this.count, (i) => this.#docs[order[i]!]!),
      isSingleValued: this.#isSingleValued,
    };
  }

  /** Points in order of value. Many are distinct, so the native sort of floats goes first, and ties by document. */
  #order(): Uint32Array {
    const { count } = this;
    const values = this.#values;
    const residuals = this.#residuals;
    const order = new Uint32Array(count);
    for (let i = 0; i < count; i++) order[i] = i;
    let isSorted = true;
    for (let i = 1; i < count && isSorted; i++) isSorted = values[i - 1]! < values[i]!;
    if (isSorted) return order;
    return order.sort(
      (a, b) => values[a]! - values[b]! || (residuals === null ? 0 : residuals[a]! - residuals[b]!) || a - b,
    );
  }
}

const PIECE = 1 << 14;

function writeColumn(columns: StreamWriter, count: number, at: (i: number) => number): Extent {
  const offset = columns.length;
  const out = new ByteWriter(PIECE * 8);
  for (let from = 0; from < count; from += PIECE) {
    out.clear();
    for (let i = from; i < Math.min(count, from + PIECE); i++) out.f64(at(i));
    columns.append(out.bytes, 0, out.length);
  }
  return { offset, length: columns.length - offset };
}

/** Appends a column of 32-bit numbers. */
export function writeDocs(columns: StreamWriter, count: number, at: (i: number) => number): Extent {
  const offset = columns.length;
  const out = new ByteWriter(PIECE * 4);
  for (let from = 0; from < count; from += PIECE) {
    out.clear();
    for (let i = from; i < Math.min(count, from + PIECE); i++) out.u32(at(i));
    columns.append(out.bytes, 0, out.length);
  }
  return { offset, length: columns.length - offset };
}

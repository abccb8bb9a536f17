/**
 * Writes the number columns (points) of an index: numbers and dates of a field, sorted by value.
 * number-column-reader.ts reads them.
 */
import { ByteWriter } from '../../codec/byte-writer.ts';
import type { ExactNumber } from '../../schema/number-value.ts';
import type { Extent, NumberColumn, NumberSteps } from '../format.ts';
import { appendPages } from '../store/append-pages.ts';
import { PagedBytes } from '../store/page-file.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import type { FieldFiles } from './field-files.ts';

export class NumberColumnWriter {
  count = 0;
  readonly #files: FieldFiles;
  readonly #key: number;
  #hasResiduals = false;
  #hasBare = false;
  #isSingleValued = true;
  #lastDoc = -1;
  #least = Number.POSITIVE_INFINITY;
  #greatest = Number.NEGATIVE_INFINITY;
  #areIntegers = true;
  #areThousands = true;
  /** Whether the documents of the points are 0, 1, 2 …, as those of ids often are. */
  #areAllDocs = true;

  /** `key` identifies the field's points in the shared files. */
  constructor(files: FieldFiles, key: number) {
    this.#files = files;
    this.#key = key;
  }

  /** `isBare`: whether it is a date without a time of day. */
  add(doc: number, number: ExactNumber, isBare = false): void {
    if (this.#lastDoc === doc) this.#isSingleValued = false;
    if (number.residual !== 0) this.#hasResiduals = true;
    if (isBare) this.#hasBare = true;
    this.#lastDoc = doc;
    this.count++;
    this.#measure(number.value);
    this.#files.points.add(this.#key, doc, number, isBare);
  }

  #measure(value: number): void {
    if (value < this.#least) this.#least = value;
    if (value > this.#greatest) this.#greatest = value;
    // Excludes minus zero.
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) this.#areIntegers = false;
    else if (value % THOUSAND !== 0) this.#areThousands = false;
  }

  /**
   * Returns null unless all values are whole steps within 32 bits. Most are, because most numbers are small and most
   * dates have no fraction of a second.
   */
  #steps(): NumberSteps | null {
    if (!this.#areIntegers || this.#hasResiduals || this.count === 0) return null;
    const width = this.#areThousands ? THOUSAND : 1;
    return this.#greatest - this.#least <= width * STEPS_MAX ? { first: this.#least, width } : null;
  }

  /**
   * Appends the column to a stream. Documents of equal numbers ascend. Columns must be written in ascending order of keys.
   * Skips the points of omitted keys.
   */
  write(columns: StreamWriter): NumberColumn {
    const docs = new PagedBytes(this.#files.columns);
    const residuals = new PagedBytes(this.#files.columns);
    const bare = new PagedBytes(this.#files.columns);
    const steps = this.#steps();
    const values = this.#writeValues(columns, steps, { docs, residuals, bare });
    return {
      count: this.count,
      values,
      steps,
      residuals: this.#hasResiduals ? appendPages(columns, residuals) : null,
      docs: this.#areAllDocs ? null : appendPages(columns, docs),
      bare: this.#hasBare ? appendPages(columns, bare) : null,
      isSingleValued: this.#isSingleValued,
    };
  }

  /** Appends the values and buffers the data that follow them. */
  #writeValues(columns: StreamWriter, steps: NumberSteps | null, { docs, residuals, bare }: Following): Extent {
    const offset = columns.length;
    const points = this.#files.sortedPoints;
    const out = new ByteWriter(PIECE_BYTES + 8);
    const bits = new BitPages(bare);
    for (let left = this.count; left > 0; ) {
      if (!points.next() || points.key > this.#key)
        throw new Error('columns are written in another order than their keys');
      if (points.key < this.#key) continue;
      if (steps === null) out.f64(points.value);
      else out.u32((points.value - steps.first) / steps.width);
      if (points.doc !== this.count - left) this.#areAllDocs = false;
      docs.u32(points.doc);
      if (this.#hasResiduals) residuals.f64(points.residual);
      if (this.#hasBare) bits.add(points.isMarked);
      left--;
      if (out.length < PIECE_BYTES) continue;
      columns.append(out.bytes, 0, out.length);
      out.clear();
    }
    columns.append(out.bytes, 0, out.length);
    bits.end();
    return { offset, length: columns.length - offset };
  }
}

/** Data that follows the values of a column. */
interface Following {
  readonly docs: PagedBytes;
  readonly residuals: PagedBytes;
  readonly bare: PagedBytes;
}

/** Bits in words, lowest bit first. */
class BitPages {
  readonly #pages: PagedBytes;
  #word = 0;
  #count = 0;

  constructor(pages: PagedBytes) {
    this.#pages = pages;
  }

  add(isSet: boolean): void {
    if (isSet) this.#word |= 1 << this.#count;
    if (++this.#count < 32) return;
    this.#pages.u32(this.#word >>> 0);
    this.#word = 0;
    this.#count = 0;
  }

  end(): void {
    if (this.#count > 0) this.#pages.u32(this.#word >>> 0);
  }
}

const PIECE_BYTES = 1 << 16;
const THOUSAND = 1000;
const STEPS_MAX = 2 ** 32 - 1;

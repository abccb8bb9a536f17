/**
 * The log of whole values of a build, item by item: bytes that can be transferred to another thread without copying each value.
 *
 *   log  := {column * 2 + isSame, distance from the last document, text unless isSame}
 *   text := bytes, UTF-8
 *
 * isSame: the value repeats the last one of its column. Only the first columns use it. A byte count may take more bytes than
 * necessary.
 */
import type { RecordKernel } from '../../store/records/record-kernel.ts';

/** Number of columns that use isSame. Equal to the constant in assembly/held-values.ts. */
const LASTS = 1024;
/** Maximum bytes of UTF-8 per unit. */
const UNIT_BYTES = 3;
/** A length of up to this many units always fits in one byte. ASCII units are encoded one by one. */
const FEW_UNITS = 42;
/** Bytes of the length of a longer text. */
const LENGTH_BYTES = 5;
/** For longer texts the number of bytes is computed first. */
const LONG_UNITS = 1 << 12;
/** Bytes of an entry besides its text. */
const AROUND = 16;
const FIRST_BYTES = 1 << 12;

export class LoggedValues {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  /** Last value of each column; null if there is none yet. */
  #lastValues: (string | null)[] = [];
  #doc = 0;
  /** Whether the last values came from a record. */
  #isOfRecord = false;
  occurrences = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Adds a value of a document. Documents must ascend. Unpaired surrogates become U+FFFD. */
  add(column: number, doc: number, value: string): void {
    this.occurrences++;
    this.#isOfRecord = false;
    // Reserving three times the units of a long value could exceed the size of the whole case.
    const most = value.length > LONG_UNITS ? Buffer.byteLength(value) : UNIT_BYTES * value.length;
    const needed = this.#length + AROUND + most;
    if (needed > this.#bytes.length) this.#grow(needed);
    const isSame = this.#isLast(column, value);
    this.#varint(2 * column + (isSame ? 1 : 0));
    this.#varint(doc - this.#doc);
    this.#doc = doc;
    if (!isSame) this.#text(value);
  }

  /** Adds the values of a document from its record. Returns false if the record was not taken. */
  takeRecord(doc: number, record: RecordKernel): boolean {
    if (!record.take(doc, doc - this.#doc, this.#isOfRecord)) return false;
    const { log, loggedValues } = record;
    if (this.#length + log.length > this.#bytes.length) this.#grow(this.#length + log.length);
    this.#bytes.set(log, this.#length);
    this.#length += log.length;
    this.occurrences += loggedValues;
    if (loggedValues > 0) this.#doc = doc;
    // The next value from outside a record is not compared with values of a record.
    if (!this.#isOfRecord) this.#lastValues = [];
    this.#isOfRecord = true;
    return true;
  }

  #isLast(column: number, value: string): boolean {
    if (column >= LASTS) return false;
    while (this.#lastValues.length <= column) this.#lastValues.push(null);
    if (this.#lastValues[column] === value) return true;
    this.#lastValues[column] = value;
    return false;
  }

  #text(value: string): void {
    const bytes = this.#bytes;
    const { length } = value;
    if (length > FEW_UNITS) {
      const at = this.#length + LENGTH_BYTES;
      const count = bytes.write(value, at);
      for (let i = 0; i < LENGTH_BYTES; i++) {
        const more = i + 1 < LENGTH_BYTES ? 0x80 : 0;
        bytes[this.#length + i] = ((count >>> (7 * i)) & 0x7f) | more;
      }
      this.#length = at + count;
      return;
    }
    const at = this.#length + 1;
    let count = length;
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit >= 0x80) {
        count = bytes.write(value, at);
        break;
      }
      bytes[at + i] = unit;
    }
    bytes[at - 1] = count;
    this.#length = at + count;
  }

  #varint(value: number): void {
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
    this.#bytes[this.#length++] = rest;
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }

  /** Returns the log and starts a new one, in `memory` if given. */
  take(memory: ArrayBuffer | null): Uint8Array<ArrayBuffer> {
    const log = this.#bytes.subarray(0, this.#length);
    this.#bytes = memory === null ? Buffer.allocUnsafeSlow(FIRST_BYTES) : Buffer.from(memory);
    this.#length = 0;
    this.#lastValues = [];
    this.#isOfRecord = false;
    this.#doc = 0;
    this.occurrences = 0;
    return log;
  }
}

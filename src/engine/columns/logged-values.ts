/**
 * Whole values as a build notes them, item by item: bytes that another thread can take without a copy of each value.
 *
 *   log  := {column * 2 + isSame, documents behind the last one, text unless isSame}
 *   text := bytes, UTF-8
 *
 * isSame: the value is the last one of its column again, which only the first columns say. A number of bytes may take more than it needs.
 */

/** Columns of which that may be said; ../../kernel/assembly/values/held-values.ts has the same number. */
const LASTS = 1024;
/** UTF-8 of a unit, at most. */
const UNIT_BYTES = 3;
/** So many units have a length of one byte, whatever they are, and are encoded one by one where they are ASCII. */
const FEW_UNITS = 42;
/** Of others it has five. */
const LENGTH_BYTES = 5;
/** Of longer texts it is counted how many bytes they take. */
const LONG_UNITS = 1 << 12;
/** What an entry takes besides its text. */
const AROUND = 16;
const FIRST_BYTES = 1 << 12;

export class LoggedValues {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  /** By column; null where there is none yet. */
  #lastValues: (string | null)[] = [];
  #doc = 0;
  occurrences = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** A value of a document, in ascending order of documents; half of a surrogate pair becomes U+FFFD. */
  add(column: number, doc: number, value: string): void {
    this.occurrences++;
    // Nobody reserves three times of what may be all that a case has.
    const most = value.length > LONG_UNITS ? Buffer.byteLength(value) : UNIT_BYTES * value.length;
    const needed = this.#length + AROUND + most;
    if (needed > this.#bytes.length) this.#grow(needed);
    const isSame = this.#isLast(column, value);
    this.#varint(2 * column + (isSame ? 1 : 0));
    this.#varint(doc - this.#doc);
    this.#doc = doc;
    if (!isSame) this.#text(value);
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

  /** What was noted; a new log begins, in other memory if there is some. */
  take(memory: ArrayBuffer | null): Uint8Array<ArrayBuffer> {
    const log = this.#bytes.subarray(0, this.#length);
    this.#bytes = memory === null ? Buffer.allocUnsafeSlow(FIRST_BYTES) : Buffer.from(memory);
    this.#length = 0;
    this.#lastValues = [];
    this.#doc = 0;
    this.occurrences = 0;
    return log;
  }
}

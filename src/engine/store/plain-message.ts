/**
 * Writes MessagePack of lists, texts, whole numbers, booleans and null, byte for byte like the library. Records of items
 * contain nothing else, and a case has millions of short texts.
 */

/** Lists or texts of at least this length have a longer head. */
const SHORT_LIST = 0x10;
const SHORT_TEXT = 0x20;
/** Up to this many units of a text are encoded one by one. */
const FEW_UNITS = 64;
/** Maximum bytes of UTF-8 per unit, and of a head. */
const UNIT_BYTES = 3;
const HEAD_BYTES = 5;
/** Initial memory of a message, and the maximum that is reused. */
const FIRST_BYTES = 1 << 12;
const KEPT_BYTES_MAX = 1 << 20;

export class PlainMessage {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** Returns the message, valid until more is written. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins a list. Its elements must follow. */
  list(length: number): void {
    this.#reserve(HEAD_BYTES);
    if (length < SHORT_LIST) this.#bytes[this.#length++] = 0x90 | length;
    else if (length < 0x10000) this.#headed(0xdc, length, 2);
    else this.#headed(0xdd, length, 4);
  }

  /** Returns false if one of the texts is not well-formed. */
  texts(values: readonly string[]): boolean {
    this.list(values.length);
    let isWellFormed = true;
    for (let i = 0; i < values.length; i++) if (!this.text(values[i]!)) isWellFormed = false;
    return isWellFormed;
  }

  /** Writes a number from 0 to 2^32 - 1. */
  number(value: number): void {
    this.#reserve(HEAD_BYTES);
    if (value < 0x80) this.#bytes[this.#length++] = value;
    else if (value < 0x100) this.#headed(0xcc, value, 1);
    else if (value < 0x10000) this.#headed(0xcd, value, 2);
    else this.#headed(0xce, value, 4);
  }

  /** Returns false for an unsupported value. The library must then write the message. */
  value(value: unknown): boolean {
    if (value === null || typeof value === 'boolean') {
      this.#reserve(1);
      this.#bytes[this.#length++] = value === null ? 0xc0 : value ? 0xc3 : 0xc2;
    } else if (typeof value === 'string') this.text(value);
    else if (typeof value === 'number' && value >>> 0 === value) this.number(value);
    else if (Array.isArray(value)) {
      this.list(value.length);
      for (const one of value as unknown[]) if (!this.value(one)) return false;
    } else return false;
    return true;
  }

  /** Returns false if the text is not well-formed: an unpaired surrogate has no UTF-8 and would become U+FFFD. */
  text(text: string): boolean {
    const { length } = text;
    const most = length < FEW_UNITS ? UNIT_BYTES * length : Buffer.byteLength(text);
    this.#reserve(HEAD_BYTES + most);
    const head = headOf(length);
    const from = this.#length + head;
    const end = length < FEW_UNITS ? this.#encode(text, from) : -1;
    const count = end >= 0 ? end - from : this.#bytes.write(text, from);
    // The head may be longer, because there are more bytes than units.
    const moved = headOf(count);
    if (moved !== head) this.#bytes.copyWithin(this.#length + moved, from, from + count);
    if (moved === 1) this.#bytes[this.#length++] = 0xa0 | count;
    else if (moved === 2) this.#headed(0xd9, count, 1);
    else if (moved === 3) this.#headed(0xda, count, 2);
    else this.#headed(0xdb, count, 4);
    this.#length += count;
    return end >= 0 || (length >= FEW_UNITS && most === length) || text.isWellFormed();
  }

  /** Returns the end of its bytes, or -1 if it has surrogates. */
  #encode(text: string, from: number): number {
    const bytes = this.#bytes;
    let at = from;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) bytes[at++] = unit;
      else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        if (unit >= 0xd800 && unit < 0xe000) return -1;
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    return at;
  }

  #headed(head: number, value: number, bytes: number): void {
    this.#bytes[this.#length++] = head;
    for (let shift = 8 * (bytes - 1); shift >= 0; shift -= 8) this.#bytes[this.#length++] = value >>> shift;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** Returns the length of the head of a text of this many bytes. */
function headOf(length: number): number {
  if (length < SHORT_TEXT) return 1;
  if (length < 0x100) return 2;
  return length < 0x10000 ? 3 : HEAD_BYTES;
}

/** A buffer for rows, which grows with the longest row. Numbers, texts and cells are written into it directly. */

const FIRST_BYTES = 64 * 1024;

export class RowBytes {
  bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  length = 0;

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  put(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Short texts are copied byte by byte, because a call of `set` costs more. */
  copy(from: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    const { bytes } = this;
    let to = this.length;
    if (count > COPIED_SINGLY) bytes.set(from.subarray(start, end), to);
    else for (let i = start; i < end; i++) bytes[to++] = from[i]!;
    this.length += count;
  }

  putAll(from: Uint8Array): void {
    this.copy(from, 0, from.length);
  }

  /** Writes a whole number from 0 to 2^32. */
  putNumber(value: number): void {
    this.reserve(10);
    let digits = 1;
    for (let bound = 10; bound <= value; bound *= 10) digits++;
    let rest = value;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const quotient = Math.floor(rest / 10);
      this.bytes[at] = 0x30 + rest - quotient * 10;
      rest = quotient;
    }
    this.length += digits;
  }

  /** Writes UTF-8 between quotes, as JSON.stringify writes the text. */
  putJson(from: Uint8Array, start: number, end: number): void {
    this.reserve((end - start) * ESCAPED_BYTES + 2);
    const { bytes } = this;
    let to = this.length;
    bytes[to++] = QUOTE;
    for (let i = start; i < end; i++) {
      const byte = from[i]!;
      if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) {
        bytes[to++] = byte;
        continue;
      }
      const escaped = ESCAPES[byte]!;
      for (let k = 0; k < escaped.length; k++) bytes[to++] = escaped[k]!;
    }
    bytes[to++] = QUOTE;
    this.length = to;
  }
}

const COPIED_SINGLY = 24;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Bytes of the longest escape. */
const ESCAPED_BYTES = 6;
/** Indexed by byte: control characters, the quote and the backslash. */
const ESCAPES: readonly Buffer[] = Array.from({ length: BACKSLASH + 1 }, (_, byte) =>
  Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)),
);
